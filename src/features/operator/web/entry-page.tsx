import { startRegistration } from '@simplewebauthn/browser';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { failureText } from '#platform/web/client/failure.ts';
import { AccountPage } from '#platform/web/shell/account-page.tsx';
import { m } from '#text';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { FormBanner } from '#ui/feedback/notice.tsx';
import { Button } from '#ui/form/button.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { OPERATOR_PASSWORD_MIN } from '../rules/limits.ts';
import { deskRpc } from './desk-client.ts';
import { CodeField, LogIn, useEntering } from './log-in.tsx';

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
  const submit = (event: FormEvent) => {
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
