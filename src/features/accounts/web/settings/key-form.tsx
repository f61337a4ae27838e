import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { createKeyInput } from '#features/accounts/rules/api-key.ts';
import type { KeyScope } from '#platform/rules/key-scopes.ts';
import type { Role } from '#platform/rules/role.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { CheckboxField } from '#platform/web/ui/form/checkbox-field.tsx';
import { FieldError } from '#platform/web/ui/form/field.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { FormDialog } from '#platform/web/ui/overlay/form-dialog.tsx';
import { scopeTexts } from './scope-texts.ts';

type KeyFormProps = {
  forRole: Role;
  loginName: string;
  onMade: (key: string) => void;
  onClose: () => void;
};

const fallbacks = { failed: m.keyFailed, connectionLost: m.keyFailed };

/** Makes an API key, after asking for the password. */
export function KeyForm({ forRole, loginName, onMade, onClose }: KeyFormProps) {
  const scopesId = useId();
  const create = trpc.auth.keys.create.useMutation();
  const [banner, setBanner] = useState<string | null>(null);
  const form = useForm({
    resolver: typedResolver(createKeyInput),
    defaultValues: { name: '', scopes: ['read'] as KeyScope[], password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const make = form.handleSubmit(async (input) => {
    try {
      const { key } = await create.mutateAsync(input);
      onMade(key);
    } catch (error) {
      setBanner(
        showFailure(form, ['name', 'password'], { failure: readFailure(error), fallbacks }),
      );
    }
  });

  return (
    <FormDialog
      title={m.keyNew()}
      submitLabel={m.keyNew()}
      isBusy={isSubmitting}
      onSubmit={make}
      onChange={() => setBanner(null)}
      banner={banner}
      onClose={onClose}
    >
      <TextField
        label={m.keyNameLabel()}
        hint={m.keyNameHint()}
        autoComplete="off"
        error={fieldSentence(errors.name)}
        {...form.register('name')}
      />
      <fieldset aria-describedby={errors.scopes ? scopesId : undefined}>
        <legend className="font-semibold">{m.keyScopesLabel()}</legend>
        {scopeTexts(forRole).map(([scope, text]) => (
          <CheckboxField key={scope} label={text} value={scope} {...form.register('scopes')} />
        ))}
        <FieldError id={scopesId} text={errors.scopes ? m.keyScopeRequired() : undefined} />
      </fieldset>
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
