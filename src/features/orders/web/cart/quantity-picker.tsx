import { useId, useState } from 'react';
import type { Unit } from '#products/rules/product.ts';
import { quantityText } from '#products/web/product-texts.ts';
import { m } from '#text';
import { oneStepLess, oneStepMore, useTypedQuantity } from './use-typed-quantity.ts';

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
