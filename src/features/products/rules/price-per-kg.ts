import { MONEY_MAX_KES } from '#platform/rules/limits.ts';
import { type Cents, centsOf } from '#platform/rules/money.ts';
import type { Unit } from './product.ts';

/** Null if the weight of a unit is unknown, or the result exceeds the largest price. */
export function pricePerKgCents(
  priceCents: Cents,
  unit: Unit,
  netWeightKg: number | null,
): Cents | null {
  if (unit === 'kg') return priceCents;
  if (!netWeightKg) return null;
  const cents = Math.round(priceCents / netWeightKg);
  return cents <= centsOf(MONEY_MAX_KES) ? cents : null;
}
