import { useEffect, useRef, useState } from 'react';
import { parseDecimal, roundedToHundredths } from '#platform/rules/decimal.ts';
import { MONEY_MAX_KES } from '#platform/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Field } from '#platform/web/ui/form/field.tsx';
import { MARKET_FORM } from './use-market.ts';

const PAUSE_MILLISECONDS = 500;
const SMALLEST_PRICE = 0.01;
type Price = number | undefined;
type PriceRangeProps = { min: Price; max: Price; onChange: (min: Price, max: Price) => void };

/**
 * The lowest and highest price per kg, or per unit without a weight. Applied after a pause in typing, and at once on Enter and
 * when the box is left, so that a button pressed right after typing finds it applied. Anything that
 * is not a price is not applied: it stays in its box, with a sentence.
 */
export function PriceRange({ min, max, onChange }: PriceRangeProps) {
  const [typed, setTyped] = useState({ min: textOf(min), max: textOf(max) });
  const [known, setKnown] = useState({ min, max });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (known.min !== min || known.max !== max) {
    setKnown({ min, max });
    // Changed from outside, by Back or "clear all"; otherwise the change is what was just typed.
    if (priceOf(typed.min) !== min || priceOf(typed.max) !== max)
      setTyped({ min: textOf(min), max: textOf(max) });
  }
  const error = errorOf(typed);

  const apply = ({ min: from, max: to }: typeof typed) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!errorOf({ min: from, max: to })) onChange(priceOf(from), priceOf(to));
  };
  const type = (next: typeof typed) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(next), PAUSE_MILLISECONDS);
  };
  const applyTyped = () => timer.current !== undefined && apply(typed);
  const box = (end: 'min' | 'max', label: string) => (
    <Field
      label={label}
      error={error?.[end]}
      className="[&>label]:font-normal [&>label]:text-muted [&>label]:text-sm"
    >
      {(control) => (
        <input
          {...control}
          form={MARKET_FORM}
          name={end === 'min' ? 'minPrice' : 'maxPrice'}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          value={typed[end]}
          onChange={(event) => type({ ...typed, [end]: event.target.value })}
          onBlur={applyTyped}
          onKeyDown={(event) => event.key === 'Enter' && applyTyped()}
          className="input"
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
      <p className="mt-1 text-muted text-sm">{m.filterPriceWithoutWeight()}</p>
    </fieldset>
  );
}

const textOf = (price: Price) => (price === undefined ? '' : String(price));

const numberOf = (text: string) => roundedToHundredths(parseDecimal(text) ?? 0);

function priceOf(text: string): Price {
  const number = numberOf(text);
  return number > 0 && number <= MONEY_MAX_KES ? number : undefined;
}

/** The sentence at each box; null while both are prices or empty. A lowest price of 0 is none. */
function errorOf({
  min,
  max,
}: {
  min: string;
  max: string;
}): { min?: string; max?: string } | null {
  const isWrong = (text: string, least: number) =>
    text.trim() !== '' && !(numberOf(text) >= least && numberOf(text) <= MONEY_MAX_KES);
  const wrong = { min: isWrong(min, 0), max: isWrong(max, SMALLEST_PRICE) };
  if (wrong.min || wrong.max) {
    return {
      ...(wrong.min && { min: m.priceRangeNotNumber() }),
      ...(wrong.max && { max: m.priceRangeNotNumber() }),
    };
  }
  const [from, to] = [priceOf(min), priceOf(max)];
  return from !== undefined && to !== undefined && from > to
    ? { min: m.priceRangeCrossed() }
    : null;
}
