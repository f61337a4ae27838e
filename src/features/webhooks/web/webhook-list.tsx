import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { PasswordDialog, ShownOnce } from '#accounts/web/settings/password-dialog.tsx';
import { DEVELOPERS_PATH } from '#rules/routes.ts';
import { m } from '#text';
import { Button, Skeleton } from '#ui/elements.tsx';
import { QueryView } from '#ui/feedback.tsx';
import { TextField } from '#ui/field.tsx';
import { fieldOf, typedResolver } from '#ui/form-state.ts';
import { trpc } from '#web/trpc.ts';
import { createWebhookInput, rotateWebhookInput } from '../rules.ts';
import { WebhookLine } from './webhook-line.tsx';

const fallbacks = { failed: m.saveFailed, connectionLost: m.saveFailed };

export function WebhookList({ loginName }: { loginName: string }) {
  const utils = trpc.useUtils();
  const webhooks = trpc.webhooks.list.useQuery();
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const showSecret = (made: string) => {
    setEdited(null);
    setSecret(made);
    void utils.webhooks.list.invalidate();
  };
  return (
    <>
      <p className="text-muted">
        <a href={`${DEVELOPERS_PATH}#webhooks`} className="link">
          {m.keysGuide()}
        </a>
      </p>
      <QueryView query={webhooks} skeleton={<Skeleton className="h-16" />}>
        {(found) =>
          found.length > 0 && (
            <ul className="divide-y divide-line">
              {found.map((one) => (
                <WebhookLine key={one.id} webhook={one} onRotate={() => setEdited(one.id)} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <Button variant="secondary" className="justify-self-start" onClick={() => setEdited('new')}>
        {m.webhookNew()}
      </Button>
      {edited !== null && (
        <WebhookForm
          webhookId={edited === 'new' ? null : edited}
          loginName={loginName}
          onSecret={showSecret}
          onClose={() => setEdited(null)}
        />
      )}
      {secret && (
        <ShownOnce
          title={m.webhookSecretTitle()}
          text={m.webhookSecretText()}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

type WebhookFormProps = {
  webhookId: number | null;
  loginName: string;
  onSecret: (secret: string) => void;
  onClose: () => void;
};

function WebhookForm({ webhookId, ...props }: WebhookFormProps) {
  return webhookId === null ? (
    <NewWebhook {...props} />
  ) : (
    <NewSecret {...{ webhookId, ...props }} />
  );
}

type FormProps = Omit<WebhookFormProps, 'webhookId'>;

function NewWebhook({ loginName, onSecret, onClose }: FormProps) {
  const create = trpc.webhooks.create.useMutation();
  const form = useForm({
    resolver: typedResolver(createWebhookInput),
    defaultValues: { url: '', password: '' },
  });
  return (
    <PasswordDialog
      title={m.webhookNew()}
      submitLabel={m.webhookNew()}
      form={form}
      fields={['url']}
      loginName={loginName}
      send={async (input) => onSecret((await create.mutateAsync(input)).secret)}
      fallbacks={fallbacks}
      onClose={onClose}
    >
      <TextField
        label={m.webhookUrlLabel()}
        type="url"
        inputMode="url"
        autoComplete="off"
        {...fieldOf(form, 'url')}
      />
    </PasswordDialog>
  );
}

function NewSecret({ webhookId, loginName, onSecret, onClose }: FormProps & { webhookId: number }) {
  const rotate = trpc.webhooks.rotate.useMutation();
  const form = useForm({
    resolver: typedResolver(rotateWebhookInput),
    defaultValues: { webhookId, password: '' },
  });
  return (
    <PasswordDialog
      title={m.webhookRotate()}
      submitLabel={m.webhookRotate()}
      form={form}
      loginName={loginName}
      send={async (input) => onSecret((await rotate.mutateAsync(input)).secret)}
      fallbacks={fallbacks}
      onClose={onClose}
    >
      <p>{m.webhookRotateText()}</p>
    </PasswordDialog>
  );
}
