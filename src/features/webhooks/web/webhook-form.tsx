import { useForm } from 'react-hook-form';
import { PasswordDialog } from '#features/accounts/web/settings/password-dialog.tsx';
import { createWebhookInput, rotateWebhookInput } from '#features/webhooks/rules/webhook.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';

type WebhookFormProps = {
  /** Null: a new webhook. Otherwise this one gets a new secret. */
  webhookId: number | null;
  loginName: string;
  onSecret: (secret: string) => void;
  onClose: () => void;
};

export function WebhookForm({ webhookId, ...props }: WebhookFormProps) {
  return webhookId === null ? (
    <NewWebhook {...props} />
  ) : (
    <NewSecret {...{ webhookId, ...props }} />
  );
}

type FormProps = Omit<WebhookFormProps, 'webhookId'>;

const fallbacks = { failed: m.webhookFailed, connectionLost: m.webhookFailed };

function NewWebhook({ loginName, onSecret, onClose }: FormProps) {
  const create = trpc.webhooks.create.useMutation();
  const form = useForm({
    resolver: typedResolver(createWebhookInput),
    defaultValues: { url: '', password: '' },
  });
  const { errors } = form.formState;
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
        hint={m.webhookUrlHint()}
        type="url"
        inputMode="url"
        autoComplete="off"
        error={fieldSentence(errors.url)}
        {...form.register('url')}
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
