import { IdCard } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { readFailure } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { m } from '#text';
import { FormBanner } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Button } from '#ui/form/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { dayText } from '#ui/format/date-text.ts';
import { SettingsRow } from '#ui/layout/settings-row.tsx';

export function InvoiceConsentRow() {
  const consent = trpc.farmer.books.consent.useQuery();
  const { farmer } = trpc.useUtils();
  const set = trpc.farmer.books.setConsent.useMutation({
    onSuccess: (saved) => {
      farmer.books.consent.setData(undefined, saved);
      showToast('success', m.consentSaved());
    },
  });
  if (!consent.data) return null;
  const { agreedAt, needsNationalId, invoices } = consent.data;
  const failure = set.error ? readFailure(set.error) : null;
  return (
    <SettingsRow
      Icon={IdCard}
      title={m.consentTitle()}
      value={agreedAt ? m.consentSince({ date: dayText(agreedAt) }) : m.consentNone()}
    >
      <p className="text-muted">{m.consentText()}</p>
      <p className="text-muted">{m.consentEnds()}</p>
      {agreedAt ? (
        <Button
          variant="secondary"
          className="justify-self-start"
          isBusy={set.isPending}
          onClick={() => set.mutate({ agrees: false })}
        >
          {m.consentStop()}
        </Button>
      ) : (
        <AgreeForm
          needsNationalId={needsNationalId}
          isBusy={set.isPending}
          error={failure?.fieldErrors?.nationalId}
          onAgree={(nationalId) => set.mutate({ agrees: true, nationalId })}
        />
      )}
      <FormBanner
        text={
          failure && !failure.fieldErrors?.nationalId ? (failure.message ?? m.saveFailed()) : null
        }
      />
      {invoices.length > 0 && (
        <div>
          <h3 className="mb-1 font-semibold">{m.consentNamed()}</h3>
          <ul className="grid gap-1 text-muted text-sm">
            {invoices.map(({ orderId, issuedAt, buyerName }) => (
              <li key={orderId}>
                {m.consentNamedLine({ buyer: buyerName, id: orderId, date: dayText(issuedAt) })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </SettingsRow>
  );
}

type AgreeFormProps = {
  needsNationalId: boolean;
  isBusy: boolean;
  error: string | undefined;
  onAgree: (nationalId: string | null) => void;
};

function AgreeForm({ needsNationalId, isBusy, error, onAgree }: AgreeFormProps) {
  const [nationalId, setNationalId] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAgree(nationalId.trim() || null);
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      {needsNationalId && (
        <TextField
          label={m.nationalIdLabel()}
          inputMode="numeric"
          autoComplete="off"
          value={nationalId}
          error={error}
          onChange={({ target }) => setNationalId(target.value)}
        />
      )}
      <Button type="submit" className="justify-self-start" isBusy={isBusy}>
        {m.consentAgree()}
      </Button>
    </form>
  );
}
