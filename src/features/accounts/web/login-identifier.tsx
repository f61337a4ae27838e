import type { ComponentProps } from 'react';
import { m } from '#text';
import { classNames } from '#ui/elements.tsx';
import { TextField } from '#ui/field.tsx';
import { fieldSentence } from '#ui/form-state.ts';

const addressWays = ['email', 'phoneNumber'] as const;
export type LoginIdentifier = (typeof addressWays)[number];

const labels: Record<LoginIdentifier, () => string> = {
  email: m.emailLabel,
  phoneNumber: m.phoneNumberLabel,
};

type AddressFieldsProps = {
  way: LoginIdentifier;
  onWay: (way: LoginIdentifier) => void;
  errors: Partial<Record<LoginIdentifier, Parameters<typeof fieldSentence>[0]>>;
  /** The form registers it, because it focuses wrong fields in the order of registration. */
  field: Omit<ComponentProps<typeof TextField>, 'label'>;
};

export function AddressFields({ way, onWay, errors, field }: AddressFieldsProps) {
  return (
    <div className="grid gap-4">
      <AddressSwitch way={way} onChange={onWay} />
      {way === 'phoneNumber' ? (
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
    </div>
  );
}

type AddressSwitchProps = { way: LoginIdentifier; onChange: (way: LoginIdentifier) => void };

function AddressSwitch({ way, onChange }: AddressSwitchProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out beside its buttons
    <div
      role="group"
      aria-label={m.addressWayLabel()}
      className="needs-sms grid grid-cols-[5fr_7fr] gap-1 rounded-field bg-sunk p-1 font-semibold text-sm"
    >
      {addressWays.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === way}
          onClick={() => onChange(each)}
          className={classNames(
            'min-h-11 cursor-pointer rounded-[0.5rem] px-2 leading-tight',
            each === way ? 'bg-card text-ink shadow-raised' : 'text-muted hover:text-ink',
          )}
        >
          {labels[each]()}
        </button>
      ))}
    </div>
  );
}
