import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { parseDecimal, roundedToHundredths } from '#shared/decimal.ts';
import { QUANTITY_STEP } from '#shared/limits.ts';
import { m } from '#shared/text/compiled/messages.js';

type QuantityPickerProps = {
  /** What is counted, for people who cannot see it. */
  label: string;
  value: number;
  onChange: (quantity: number) => void;
  most: number;
  describedBy?: string | undefined;
};

/** A quantity, changed in steps of one or typed with up to two decimals. Impossible values are corrected when the field is left. */
export function QuantityPicker({ label, value, onChange, most, describedBy }: QuantityPickerProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    setTyped(null);
    const number = parseDecimal(typed ?? '');
    if (number !== null && number > 0) onChange(allowed(number, most));
  };
  const button = 'grid size-11 place-items-center rounded-full text-ink hover:bg-line/60 aria-disabled:text-muted';
  return (
    <fieldset aria-label={label} className="inline-flex w-fit items-center rounded-full border-[1.5px] border-edge bg-card p-0.5">
      <button
        type="button"
        aria-label={m.quantityLess()}
        aria-disabled={value <= 1}
        onClick={() => value > 1 && onChange(allowed(value - 1, most))}
        className={button}
      >
        <Minus aria-hidden="true" className="size-5" />
      </button>
      <input
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-describedby={describedBy}
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => event.key === 'Enter' && settle()}
        className="h-11 w-18 rounded-field bg-transparent text-center font-bold tabular-nums"
      />
      <button
        type="button"
        aria-label={m.quantityMore()}
        aria-disabled={value >= most}
        onClick={() => value < most && onChange(allowed(value + 1, most))}
        className={button}
      >
        <Plus aria-hidden="true" className="size-5" />
      </button>
    </fieldset>
  );
}

const allowed = (quantity: number, most: number) => Math.min(most, Math.max(QUANTITY_STEP, roundedToHundredths(quantity)));
