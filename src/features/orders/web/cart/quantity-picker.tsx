import { type KeyboardEvent, useId, useState } from 'react';
import { QUANTITY_STEP } from '#orders/rules/limits.ts';
import { parseDecimal, roundedToHundredths } from '#platform/rules/decimal.ts';
import type { Unit } from '#products/rules/product.ts';
import { quantityText } from '#products/web/product-texts.ts';
import { m } from '#text';

type QuantityPickerProps = {
  label: string;
  value: number;
  onChange: (quantity: number) => void;
  most: number;
  unit: Unit;
};

export function QuantityPicker({ label, value, onChange, most, unit }: QuantityPickerProps) {
  const noteId = useId();
  const [isCut, setIsCut] = useState(false);
  const field = useTypedQuantity({ value, most, onChange, onCutChange: setIsCut });
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
          onClick={() => value > 1 && onChange(Math.max(1, oneStepLess(value, unit)))}
          className={button}
        >
          <span aria-hidden="true">−</span>
        </button>
        <input
          {...field}
          aria-label={label}
          aria-describedby={isCut ? noteId : undefined}
          className="h-11 w-14 rounded-field bg-transparent text-center font-bold tabular-nums sm:w-18"
        />
        <button
          type="button"
          aria-label={m.quantityMore()}
          aria-disabled={value >= most}
          onClick={() => value < most && onChange(oneStepMore(value, unit, most))}
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

type TypedQuantity = {
  value: number;
  most: number;
  onChange: (quantity: number) => void;
  /** True when a quantity above the maximum was reduced, false at the next input. */
  onCutChange: (isCut: boolean) => void;
};

/** Up to two decimals. It counts while it is typed, so that totals follow. */
export function useTypedQuantity({ value, most, onChange, onCutChange }: TypedQuantity) {
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    setTyped(null);
    const number = parseDecimal(typed ?? '');
    if (number === null || !(number > 0)) return;
    onCutChange(number > most);
    onChange(allowed(number, most));
  };
  const type = (text: string) => {
    setTyped(text);
    onCutChange(false);
    const number = parseDecimal(text);
    if (number !== null && number > 0 && number <= most) onChange(allowed(number, most));
  };
  return {
    inputMode: 'decimal',
    autoComplete: 'off',
    value: typed ?? value,
    onChange: ({ target }: { target: { value: string } }) => type(target.value),
    onBlur: settle,
    onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && settle(),
  } as const;
}

const allowed = (quantity: number, most: number) =>
  Math.min(most, Math.max(QUANTITY_STEP, roundedToHundredths(quantity)));

/** Packs are counted one by one. */
const LARGE_STEPS = [
  { from: 50, step: 10 },
  { from: 10, step: 5 },
] as const;
const PACKS: readonly Unit[] = ['bags', 'crates', 'trays'];

export function oneStepMore(quantity: number, unit: Unit, most: number): number {
  const large = PACKS.includes(unit) ? undefined : LARGE_STEPS.find(({ from }) => quantity >= from);
  return Math.min(most, roundedToHundredths(quantity + (large?.step ?? 1)));
}

export function oneStepLess(quantity: number, unit: Unit): number {
  const large = PACKS.includes(unit) ? undefined : LARGE_STEPS.find(({ from }) => quantity > from);
  return roundedToHundredths(
    large ? Math.max(large.from, quantity - large.step) : Math.max(0, quantity - 1),
  );
}
