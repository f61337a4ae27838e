import { useEffect, useRef, useState } from 'react';
import { roundedToHundredths } from '#shared/decimal.ts';
import { MONEY_MAX_KES } from '#shared/limits.ts';
import { m } from '#shared/text/compiled/messages.js';
import { Field, inputClass } from '#web/ui/form/field.tsx';

const PAUSE_MILLISECONDS = 500;
type Price = number | undefined;
type PriceRangeProps = { min: Price; max: Price; onChange: (min: Price, max: Price) => void };

/** The lowest and highest price per unit. Applied after a pause in typing; text that is not a number counts as empty. */
export function PriceRange({ min, max, onChange }: PriceRangeProps) {
  const [typed, setTyped] = useState({ min: textOf(min), max: textOf(max) });
  const [known, setKnown] = useState({ min, max });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (known.min !== min || known.max !== max) {
    setKnown({ min, max });
    // Changed from outside, by Back or "clear all"; otherwise the change is what was just typed.
    if (priceOf(typed.min) !== min || priceOf(typed.max) !== max) setTyped({ min: textOf(min), max: textOf(max) });
  }

  const type = (next: typeof typed) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(priceOf(next.min), priceOf(next.max)), PAUSE_MILLISECONDS);
  };
  const box = (end: 'min' | 'max', label: string) => (
    <Field label={label} className="[&>label]:font-normal [&>label]:text-muted [&>label]:text-sm">
      {(control) => (
        <input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          value={typed[end]}
          onChange={(event) => type({ ...typed, [end]: event.target.value })}
          className={inputClass}
        />
      )}
    </Field>
  );
  return (
    <fieldset>
      <legend className="font-semibold">{m.filterPriceTitle()}</legend>
      <div className="mt-1 grid grid-cols-2 gap-3">
        {box('min', m.filterPriceFrom())}
        {box('max', m.filterPriceTo())}
      </div>
    </fieldset>
  );
}

const textOf = (price: Price) => (price === undefined ? '' : String(price));

function priceOf(text: string): Price {
  const number = roundedToHundredths(Number(text.replace(/[\s,]/g, '')));
  return number > 0 && number <= MONEY_MAX_KES ? number : undefined;
}
