import { m } from '#platform/rules/text/compiled/messages.js';
import { classNames } from '#platform/web/ui/layout/class-names.ts';

/** The ways to identify an account. */
export const addressWays = ['email', 'phoneNumber'] as const;
export type AddressWay = (typeof addressWays)[number];

const labels: Record<AddressWay, () => string> = {
  email: m.emailLabel,
  phoneNumber: m.phoneNumberLabel,
};

type AddressSwitchProps = { way: AddressWay; onChange: (way: AddressWay) => void };

/**
 * Switches between email and phone number. Part of the prerendered pages, and hidden if no SMS are
 * sent.
 */
export function AddressSwitch({ way, onChange }: AddressSwitchProps) {
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
