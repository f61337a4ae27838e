import { type FormEvent, useState } from 'react';
import { DISPLAY_NAME_MAX } from '#features/operator/rules/limits.ts';
import { deskQueries } from '#features/operator/web/desk-client.ts';
import { perform } from '#features/operator/web/perform.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { failureText } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

/** The name that farms show after a visit of this operator. */
export function OfficerName() {
  const me = trpc.desk.entry.me.useQuery();
  const [isOpen, setIsOpen] = useState(false);
  if (!me.data) return null;
  const { displayName } = me.data;
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        {displayName ? m.deskShownAs({ name: displayName }) : m.deskNotNamed()}
        <Button
          variant="quiet"
          size="small"
          className="-ml-4"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {m.deskChangeName()}
        </Button>
      </p>
      {isOpen && <NameForm name={displayName ?? ''} onDone={() => setIsOpen(false)} />}
    </div>
  );
}

function NameForm({ name, onDone }: { name: string; onDone: () => void }) {
  const [displayName, setDisplayName] = useState(name);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setIsBusy(true);
    setFailure(null);
    try {
      await perform('chooseDisplayName', { input: { displayName } });
      await deskQueries.invalidateQueries();
      onDone();
    } catch (error) {
      setFailure(failureText(error, m.deskNotDone()));
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <TextField
        label={m.deskDisplayName()}
        hint={m.deskDisplayNameHint()}
        isOptional
        autoComplete="off"
        maxLength={DISPLAY_NAME_MAX}
        value={displayName}
        onChange={(event) => setDisplayName(event.target.value)}
      />
      <FormBanner text={failure} />
      <Button type="submit" size="small" variant="secondary" isBusy={isBusy}>
        {m.profileSave()}
      </Button>
    </form>
  );
}
