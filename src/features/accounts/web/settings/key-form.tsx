import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { createKeyInput } from '#features/accounts/rules/api-key.ts';
import type { KeyScope } from '#platform/rules/key-scopes.ts';
import type { Role } from '#platform/rules/role.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { CheckboxField } from '#platform/web/ui/form/checkbox-field.tsx';
import { FieldError } from '#platform/web/ui/form/field.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { PasswordDialog } from './password-dialog.tsx';
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
    </PasswordDialog>
  );
}
