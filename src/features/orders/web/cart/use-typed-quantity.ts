import { type KeyboardEvent, useState } from 'react';
import { QUANTITY_STEP } from '#orders/rules/limits.ts';
import { parseDecimal, roundedToHundredths } from '#platform/rules/decimal.ts';
import type { Unit } from '#products/rules/product.ts';

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
