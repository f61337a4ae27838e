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

/** Empty if the weight of either unit is unknown. */
const priceIn = (price: string, change: Change): string => scaled(price, ratio(change));

const quantityIn = (quantity: string, change: Change): string =>
  scaled(quantity, 1 / ratio(change));

const ratio = ({ from, to, weights }: Change) => (weights[to] ?? NaN) / (weights[from] ?? NaN);

function scaled(typed: string, factor: number): string {
  const number = roundedToHundredths((parseDecimal(typed) ?? Number.NaN) * factor);
  return Number.isFinite(number) ? String(number) : '';
}

/**
 * A new unit converts the price by the net weight, or clears it. A stored quantity is converted
 * too; a typed one is meant in the new unit.
 */
export function useUnitChange({ getValues, setValue }: ProductFormApi, product: OwnProduct | null) {
  const [note, setNote] = useState<{ from: Unit; price: string } | null>(null);
  const weights = useRef<Change['weights']>({
    kg: 1,
    ...(product?.netWeightKg && { [product.unit]: product.netWeightKg }),
  });
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
