import { lineTotalCents } from '#platform/rules/money.ts';
import { pricedUnitText } from '#products/rules/product-texts.ts';
import type { SoldLine } from './queries.ts';

/** The total is `unitCents` times `quantity`, rounded to the cent. */
export type PricedLine = {
  description: string;
  unit: string;
  unitCents: number;
  quantity: number;
  totalCents: number;
};

const CENTS_PER_SHILLING = 100;

type Sold = { deliveryFeeCents: number; totalCents: number };

/**
 * The totals add up to what was paid, with lines for the delivery and the rounding to the whole
 * shilling.
 */
export function pricedLines(order: Sold, lines: readonly SoldLine[]): PricedLine[] {
  const { deliveryFeeCents, totalCents } = order;
  const products = lines.map(({ name, unit, netWeightKg, quantity, priceCents }) => ({
    description: name,
    unit: pricedUnitText(unit, netWeightKg, { locale: 'en' }),
    unitCents: priceCents,
    quantity,
    totalCents: lineTotalCents(priceCents, quantity),
  }));
  const single = (description: string, cents: number): PricedLine[] =>
    cents === 0
      ? []
      : [{ description, unit: '', unitCents: cents, quantity: 1, totalCents: cents }];
  const sum = products.reduce((cents, line) => cents + line.totalCents, deliveryFeeCents);
  const rest = totalCents - sum;
  const isRounding = rest > 0 && rest < CENTS_PER_SHILLING;
  return [
    ...products,
    ...single('Delivery', deliveryFeeCents),
    ...single(isRounding ? 'Rounding to the shilling' : 'Adjustment', rest),
  ];
}

export function linesByOrder(lines: readonly SoldLine[]): Map<number, SoldLine[]> {
  const found = new Map<number, SoldLine[]>();
  for (const line of lines) found.set(line.orderId, [...(found.get(line.orderId) ?? []), line]);
  return found;
}
