import { m } from '#text';
import { TextField } from '#ui/field.tsx';
import { fieldSentence } from '#ui/form-state.ts';

export type LoginIdentifier = 'email' | 'phoneNumber';

type AddressFieldsProps = {
  way: LoginIdentifier;
  onWay: (way: LoginIdentifier) => void;
  errors: Partial<Record<LoginIdentifier, Parameters<typeof fieldSentence>[0]>>;
  /** The form registers it, because it focuses wrong fields in the order of registration. */
  field: Omit<React.ComponentProps<typeof TextField>, 'label'>;
};

export function AddressFields({ way, onWay, errors, field }: AddressFieldsProps) {
  const isPhone = way === 'phoneNumber';
  return (
    <div className="grid">
      {isPhone ? (
        <TextField
          label={m.phoneNumberLabel()}
          hint={m.phoneNumberLoginHint()}
          type="tel"
          autoComplete="tel"
          error={fieldSentence(errors.phoneNumber)}
          {...field}
        />
      ) : (
        <TextField
          label={m.emailLabel()}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          error={fieldSentence(errors.email)}
          {...field}
        />
      )}
      <button
        type="button"
        className="link needs-sms min-h-11 cursor-pointer justify-self-start"
        onClick={() => onWay(isPhone ? 'email' : 'phoneNumber')}
      >
        {isPhone ? m.emailInstead() : m.phoneNumberInstead()}
      </button>
    </div>
  );
}
