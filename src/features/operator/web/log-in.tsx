import { startAuthentication } from '@simplewebauthn/browser';
import { type FormEvent, useState } from 'react';
import { readFailure, sayFailure } from '#platform/web/client/failure.ts';
import { m } from '#text';
import { FormBanner } from '#ui/feedback/notice.tsx';
import { Button } from '#ui/form/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { deskRpc, openDeskSession } from './desk-client.ts';

export function LogIn({ onDone }: { onDone: () => void }) {
  const { enter, busy, failure } = useEntering(onDone);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const byPasskey = () =>
    enter('passkey', async () => {
      const optionsJSON = await deskRpc.desk.entry.askForPasskey.mutate();
      const response = await startAuthentication({ optionsJSON: optionsJSON as never });
      return deskRpc.desk.entry.logInWithPasskey.mutate(response as never);
    });
  const byPassword = (event: FormEvent) => {
    event.preventDefault();
    void enter('password', () =>
      deskRpc.desk.entry.logInWithPassword.mutate({
        name: name.trim(),
        password,
        code: code.replaceAll(/\s/g, ''),
      }),
    );
  };
  return (
    <div className="grid gap-5">
      <FormBanner text={failure} />
      <Button isWide isBusy={busy === 'passkey'} onClick={byPasskey}>
        {m.deskWithPasskey()}
      </Button>
      <details className="group">
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">
          {m.deskWithPassword()}
        </summary>
        <form onSubmit={byPassword} className="mt-3 grid gap-4" noValidate>
          <TextField
            label={m.deskName()}
            autoComplete="username"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <PasswordField
            label={m.passwordLabel()}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <CodeField value={code} onChange={setCode} />
          <Button type="submit" variant="secondary" isWide isBusy={busy === 'password'}>
            {m.deskEnter()}
          </Button>
        </form>
      </details>
      <details>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">
          {m.deskLost()}
        </summary>
        <p className="mt-2 text-muted">{m.deskLostText()}</p>
      </details>
    </div>
  );
}

export function useEntering(onDone: () => void) {
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  async function enter(way: string, attempt: () => Promise<{ token: string }>) {
    setBusy(way);
    setFailure(null);
    try {
      openDeskSession((await attempt()).token);
      onDone();
    } catch (error) {
      setFailure(textOf(error));
    } finally {
      setBusy(null);
    }
  }
  return { enter, busy, failure };
}

/** The browser's own refusals have names that the standard fixes. */
function textOf(error: unknown): string {
  if (error instanceof Error && 'name' in error) {
    const { name } = error;
    if (name === 'NotAllowedError' || name === 'AbortError') return m.deskPasskeyStopped();
    if (name === 'InvalidStateError') return m.deskPasskeyKnown();
    if (name === 'SecurityError' || name === 'NotSupportedError') return m.deskPasskeyNotHere();
  }
  return sayFailure(readFailure(error), {
    failed: m.deskEntryFailed,
    connectionLost: m.cannotConnect,
  });
}

export const CodeField = ({
  value,
  onChange,
}: {
  value: string;
  onChange: (code: string) => void;
}) => (
  <TextField
    label={m.deskCode()}
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={7}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);
