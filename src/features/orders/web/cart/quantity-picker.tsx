import { useId, useState } from 'react';
import { QUANTITY_STEP } from '#features/orders/rules/limits.ts';
import type { Unit } from '#features/products/rules/product.ts';
import { quantityText } from '#features/products/web/product-texts.ts';
import { parseDecimal, roundedToHundredths } from '#platform/rules/decimal.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

type QuantityPickerProps = {
  /** The name of the counted product, for screen readers. */
  label: string;
  value: number;
  onChange: (quantity: number) => void;
  most: number;
  unit: Unit;
};

/**
 * A quantity, changed in steps of one or typed with up to two decimals. A typed quantity counts at
 * once, so that totals follow. A quantity above the maximum is corrected with a note when the field
 * is left.
 */
export function QuantityPicker({ label, value, onChange, most, unit }: QuantityPickerProps) {
  const [isCut, setIsCut] = useState(false);
  const noteId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    setTyped(null);
    const number = parseDecimal(typed ?? '');
    // NaN, for text that is not a number, is not above 0 either.
    if (number === null || !(number > 0)) return;
    setIsCut(number > most);
    onChange(allowed(number, most));
  };
  const type = (text: string) => {
    setTyped(text);
    setIsCut(false);
    const number = parseDecimal(text);
    if (number !== null && number > 0 && number <= most) onChange(allowed(number, most));
  };
  const button =
    'grid size-11 place-items-center rounded-full font-bold text-xl leading-none text-ink hover:bg-line/60 aria-disabled:text-muted';
  return (
    <div className="grid gap-1">
      <fieldset
        aria-label={label}
        className="inline-flex w-fit items-center rounded-full border-[1.5px] border-edge bg-card p-0.5"
      >
        <button
          type="button"
          aria-label={m.quantityLess()}
          aria-disabled={value <= 1}
          onClick={() => value > 1 && onChange(allowed(value - 1, most))}
          className={button}
        >
          <span aria-hidden="true">−</span>
        </button>
        <input
          inputMode="decimal"
          autoComplete="off"
          aria-label={label}
          aria-describedby={isCut ? noteId : undefined}
          value={typed ?? value}
          onChange={(event) => type(event.target.value)}
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
          <span aria-hidden="true">+</span>
        </button>
      </fieldset>
      <p id={noteId} role="status" className="font-medium text-on-maize-soft text-sm empty:hidden">
        {isCut && m.quantityCut({ available: quantityText(most, unit) })}
      </p>
    </div>
  );
}

const allowed = (quantity: number, most: number) =>
  Math.min(most, Math.max(QUANTITY_STEP, roundedToHundredths(quantity)));
