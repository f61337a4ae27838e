import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#text';
import { Button, Skeleton } from '#ui/elements.tsx';
import { FormBanner } from '#ui/feedback.tsx';
import { TextField } from '#ui/field.tsx';
import { PasswordField } from '#ui/password-fields.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { AccountPage } from '#web/account-page.tsx';
import { failureText, readFailure, sayFailure } from '#web/rpc.ts';
import { OPERATOR_PASSWORD_MIN } from '../rules/desk-input.ts';
import { deskRpc, openDeskSession } from './desk-client.ts';

export function EntryPage({ link, onDone }: { link: string | null; onDone: () => void }) {
  return link ? (
    <AccountPage title={m.deskFirstTitle()}>
      <OpenLink token={link} onDone={onDone} />
    </AccountPage>
  ) : (
    <AccountPage title={m.deskTitle()}>
      <LogIn onDone={onDone} />
    </AccountPage>
  );
}

function OpenLink({ token, onDone }: { token: string; onDone: () => void }) {
  const link = useQuery({
    queryKey: ['openLink', token],
    queryFn: () => deskRpc.desk.entry.openLink.mutate({ token }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { enter, busy, failure } = useEntering(onDone);
  if (link.isError)
    return (
      <div className="grid gap-4">
        <FormBanner text={failureText(link.error, m.deskEntryFailed())} />
        <Button variant="secondary" onClick={onDone}>
          {m.deskToLogin()}
        </Button>
      </div>
    );
  if (!link.data) return <Skeleton className="h-48 w-full" />;
  const byPasskey = () =>
    enter('passkey', async () => {
      const optionsJSON = await deskRpc.desk.entry.offerPasskey.mutate({ token });
      const response = await startRegistration({ optionsJSON: optionsJSON as never });
      return deskRpc.desk.entry.choosePasskey.mutate({ token, response: response as never });
    });
  const { name, secret, address } = link.data;
  return (
    <div className="grid gap-5">
      <p>{m.deskFirstText({ name })}</p>
      <FormBanner text={failure} />
      <Button isWide isBusy={busy === 'passkey'} onClick={byPasskey}>
        {m.deskMakePasskey()}
      </Button>
      <details>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">
          {m.deskChoosePassword()}
        </summary>
        <PasswordForm
          secret={secret}
          address={address}
          isBusy={busy === 'password'}
          onSubmit={(typed) =>
            enter('password', () => deskRpc.desk.entry.choosePassword.mutate({ token, ...typed }))
          }
        />
      </details>
    </div>
  );
}

type PasswordFormProps = {
  secret: string;
  address: string;
  isBusy: boolean;
  onSubmit: (typed: { password: string; code: string }) => void;
};

function PasswordForm({ secret, address, isBusy, onSubmit }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const isShort = password.length < OPERATOR_PASSWORD_MIN;
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (!isShort) onSubmit({ password, code: code.replaceAll(/\s/g, '') });
  };
  return (
    <form onSubmit={submit} className="mt-3 grid gap-4" noValidate>
      <p className="text-muted">{m.deskScan()}</p>
      <QrCode text={address} label={m.deskQrLabel()} className="w-52" />
      <p className="text-sm">
        {m.deskKey()}{' '}
        <code className="select-all break-all font-semibold">
          {secret.replaceAll(/(.{4})/g, '$1 ')}
        </code>
      </p>
      <PasswordField
        label={m.passwordLabel()}
        autoComplete="new-password"
        hint={m.deskPasswordHint({ count: OPERATOR_PASSWORD_MIN })}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <CodeField value={code} onChange={setCode} />
      <Button
        type="submit"
        isWide
        isBusy={isBusy}
        disabledReason={isShort ? m.deskPasswordHint({ count: OPERATOR_PASSWORD_MIN }) : undefined}
      >
        {m.deskEnter()}
      </Button>
    </form>
  );
}

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
  const byPassword = (event: React.FormEvent) => {
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

function useEntering(onDone: () => void) {
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

const CodeField = ({ value, onChange }: { value: string; onChange: (code: string) => void }) => (
  <TextField
    label={m.deskCode()}
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={7}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);
