import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { createKeyInput } from '#accounts/rules/account-input.ts';
import { type KeyScope, keyScopes } from '#rules/role.ts';
import { DEVELOPERS_PATH } from '#rules/routes.ts';
import { m } from '#text';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Button, Skeleton } from '#ui/elements.tsx';
import { QueryView } from '#ui/feedback.tsx';
import { CheckboxField, FieldError, TextField } from '#ui/field.tsx';
import { fieldOf, typedResolver } from '#ui/form-state.ts';
import { dateText, momentText } from '#ui/format.ts';
import { showToast } from '#ui/show-toast.ts';
import { failureText } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { PasswordDialog, ShownOnce } from './password-dialog.tsx';

const texts: Record<KeyScope, Record<Role, (() => string) | null>> = {
  read: { buyer: m.keyScopeReadBuyer, farmer: m.keyScopeReadFarmer },
  stock: { buyer: null, farmer: m.keyScopeStock },
  orders: { buyer: m.keyScopeOrdersBuyer, farmer: m.keyScopeOrdersFarmer },
};

const fallbacks = { failed: m.saveFailed, connectionLost: m.saveFailed };

type ApiKey = {
  id: number;
  name: string;
  ending: string;
  scopes: KeyScope[];
  createdAt: string;
  lastUsedAt: string | null;
};
export function KeyList({ forRole, loginName }: { forRole: Role; loginName: string }) {
  const utils = trpc.useUtils();
  const keys = trpc.auth.keys.list.useQuery();
  const [isMaking, setIsMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const revoke = trpc.auth.keys.revoke.useMutation({
    onError: (error) => showToast('error', failureText(error, m.saveFailed())),
    onSettled: async () => {
      setRevoked(null);
      await utils.auth.keys.list.invalidate();
    },
  });
  const showMade = (key: string) => {
    setIsMaking(false);
    setMade(key);
    void utils.auth.keys.list.invalidate();
  };
  return (
    <>
      <p className="text-muted">
        {m.keysLead()}{' '}
        <a href={DEVELOPERS_PATH} className="link">
          {m.keysGuide()}
        </a>
      </p>
      <QueryView query={keys} skeleton={<Skeleton className="h-16" />}>
        {(found) =>
          found.length > 0 && (
            <ul className="divide-y divide-line">
              {found.map((one) => (
                <KeyLine key={one.id} apiKey={one} forRole={forRole} onRevoke={setRevoked} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <Button variant="secondary" className="justify-self-start" onClick={() => setIsMaking(true)}>
        {m.keyNew()}
      </Button>
      {isMaking && (
        <KeyForm
          forRole={forRole}
          loginName={loginName}
          onMade={showMade}
          onClose={() => setIsMaking(false)}
        />
      )}
      {made && (
        <ShownOnce
          title={m.keyMadeTitle()}
          text={m.webhookSecretText()}
          secret={made}
          onClose={() => setMade(null)}
        />
      )}
      <ConfirmDialog
        title={m.keyRevokeTitle({ name: revoked?.name ?? '' })}
        text={m.keyRevokeText()}
        confirmLabel={m.keyRevoke()}
        isOpen={revoked !== null}
        isBusy={revoke.isPending}
        onConfirm={() => revoked && revoke.mutate({ keyId: revoked.id })}
        onCancel={() => setRevoked(null)}
      />
    </>
  );
}

type KeyLineProps = { apiKey: ApiKey; forRole: Role; onRevoke: (key: ApiKey) => void };

function KeyLine({ apiKey, forRole, onRevoke }: KeyLineProps) {
  const { name, ending, scopes, createdAt, lastUsedAt } = apiKey;
  const allowed = scopeTexts(forRole).flatMap(([scope, text]) =>
    scopes.includes(scope) ? [text] : [],
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">
          {name} <span className="font-mono font-normal text-muted text-sm">…{ending}</span>
        </p>
        <p className="text-sm">{allowed.join(' · ')}</p>
        <p className="text-muted text-sm">
          {lastUsedAt ? m.sessionLastUsed({ when: momentText(lastUsedAt) }) : m.keyNeverUsed()} ·{' '}
          {m.keySince({ date: dateText(createdAt) })}
        </p>
      </div>
      <Button variant="secondary" size="small" onClick={() => onRevoke(apiKey)}>
        {m.keyRevoke()}
      </Button>
    </li>
  );
}

type KeyFormProps = {
  forRole: Role;
  loginName: string;
  onMade: (key: string) => void;
  onClose: () => void;
};

function KeyForm({ forRole, loginName, onMade, onClose }: KeyFormProps) {
  const scopesId = useId();
  const create = trpc.auth.keys.create.useMutation();
  const form = useForm({
    resolver: typedResolver(createKeyInput),
    defaultValues: { name: '', scopes: ['read'] as KeyScope[], password: '' },
  });
  const { errors } = form.formState;
  return (
    <PasswordDialog
      title={m.keyNew()}
      submitLabel={m.keyNew()}
      form={form}
      fields={['name']}
      loginName={loginName}
      send={async (input) => onMade((await create.mutateAsync(input)).key)}
      fallbacks={fallbacks}
      onClose={onClose}
    >
      <TextField label={m.keyNameLabel()} autoComplete="off" {...fieldOf(form, 'name')} />
      <fieldset aria-describedby={errors.scopes ? scopesId : undefined}>
        <legend className="font-semibold">{m.keyScopesLabel()}</legend>
        {scopeTexts(forRole).map(([scope, text]) => (
          <CheckboxField key={scope} label={text} value={scope} {...form.register('scopes')} />
        ))}
        <FieldError id={scopesId} text={errors.scopes ? m.keyScopeRequired() : undefined} />
      </fieldset>
    </PasswordDialog>
  );
}

const scopeTexts = (role: Role): [KeyScope, string][] =>
  keyScopes.flatMap((scope) => {
    const text = texts[scope][role];
    return text ? [[scope, text()] as [KeyScope, string]] : [];
  });
