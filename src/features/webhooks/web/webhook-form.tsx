import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { createWebhookInput, rotateWebhookInput } from '#features/webhooks/rules/webhook.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { FormDialog } from '#platform/web/ui/overlay/form-dialog.tsx';

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
  const [banner, setBanner] = useState<string | null>(null);
  const form = useForm({
    resolver: typedResolver(createWebhookInput),
    defaultValues: { url: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const save = form.handleSubmit(async (input) => {
    try {
      onSecret((await create.mutateAsync(input)).secret);
    } catch (error) {
      const shown = { failure: readFailure(error), fallbacks };
      setBanner(showFailure(form, ['url', 'password'], shown));
    }
  });
  return (
    <FormDialog
      title={m.webhookNew()}
      submitLabel={m.webhookNew()}
      isBusy={isSubmitting}
      onSubmit={save}
      onChange={() => setBanner(null)}
      banner={banner}
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
      <input type="text" autoComplete="username" value={loginName} readOnly hidden />
      <PasswordField
        label={m.passwordLabel()}
        autoComplete="current-password"
        error={fieldSentence(errors.password)}
        {...form.register('password')}
      />
    </FormDialog>
  );
}

function NewSecret({ webhookId, loginName, onSecret, onClose }: FormProps & { webhookId: number }) {
  const rotate = trpc.webhooks.rotate.useMutation();
  const [banner, setBanner] = useState<string | null>(null);
  const form = useForm({
    resolver: typedResolver(rotateWebhookInput),
    defaultValues: { webhookId, password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const save = form.handleSubmit(async (input) => {
    try {
      onSecret((await rotate.mutateAsync(input)).secret);
    } catch (error) {
      setBanner(showFailure(form, ['password'], { failure: readFailure(error), fallbacks }));
    }
  });
  return (
    <FormDialog
      title={m.webhookRotate()}
      submitLabel={m.webhookRotate()}
      isBusy={isSubmitting}
      onSubmit={save}
      onChange={() => setBanner(null)}
      banner={banner}
      onClose={onClose}
    >
      <p>{m.webhookRotateText()}</p>
      <input type="text" autoComplete="username" value={loginName} readOnly hidden />
      <PasswordField
        label={m.passwordLabel()}
        autoComplete="current-password"
        error={fieldSentence(errors.password)}
        {...form.register('password')}
      />
    </FormDialog>
  );
}
