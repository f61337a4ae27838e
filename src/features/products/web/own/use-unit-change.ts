import { useRef, useState } from 'react';
import { parseDecimal, roundedToHundredths } from '#platform/rules/decimal.ts';
import type { Unit } from '#products/rules/product.ts';
import type { OwnProduct } from '../use-own-products.ts';
import type { ProductFormApi } from './crop-line.tsx';

type Change = {
  from: Unit;
  to: Unit;
  weights: Partial<Record<Unit, number>>;
};

/** A price of one unit as the price of another; empty if the weight of either is unknown. */
const priceIn = (price: string, change: Change): string => scaled(price, ratio(change));

/** A quantity in one unit as a quantity in another; empty if the weight of either is unknown. */
const quantityIn = (quantity: string, change: Change): string =>
  scaled(quantity, 1 / ratio(change));

const ratio = ({ from, to, weights }: Change) => (weights[to] ?? NaN) / (weights[from] ?? NaN);

function scaled(typed: string, factor: number): string {
  const number = roundedToHundredths((parseDecimal(typed) ?? Number.NaN) * factor);
  return Number.isFinite(number) ? String(number) : '';
}

/**
 * A price belongs to its unit. When the unit changes, the price is converted by the net weight, or
 * cleared. So is a stored quantity; a quantity that was typed is meant in the new unit.
 */
export function useUnitChange({ getValues, setValue }: ProductFormApi, product: OwnProduct | null) {
  const [note, setNote] = useState<{ from: Unit; price: string } | null>(null);
  const weights = useRef<Change['weights']>({
    kg: 1,
    ...(product?.netWeightKg && { [product.unit]: product.netWeightKg }),
  });
  /** The stored quantity in the chosen unit. */
  const stored = useRef(product && String(product.quantity));

  function change(from: Unit, to: Unit) {
    if (from === to) return;
    const { price, quantity, netWeightKg } = getValues();
    const typedWeight = parseDecimal(netWeightKg);
    if (from !== 'kg' && typedWeight && typedWeight > 0) weights.current[from] = typedWeight;
    const units = { from, to, weights: weights.current };
    const next = priceIn(price, units);
    setNote(price.trim() ? { from, price: next } : null);
    setValue('price', next, { shouldDirty: true });
    if (quantity === stored.current) {
      stored.current = quantityIn(quantity, units);
      setValue('quantity', stored.current);
    }
    setValue('netWeightKg', to === 'kg' ? '' : String(weights.current[to] ?? ''), {
      shouldDirty: true,
    });
  }
  return { change, note };
}
