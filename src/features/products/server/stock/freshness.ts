import { type Day, dayInNairobi, daysAfter, daysBetween } from '#platform/rules/day.ts';
import { crops, findCrop } from '#products/rules/crops.ts';
import { FRESH_DAYS_MAX, PERISHABLE_DAYS_MAX } from '#products/rules/limits.ts';

/*
 * A product is offered for its crop's shelf life, from the harvest or the farmer's last
 * confirmation. The farmer is asked shortly before it ends, and after three days about perishables.
 * Without an answer the product leaves the market.
 */

/** Animals are in the group Other. */
export const perishableCrops: readonly string[] = crops
  .filter(({ group, shelfLifeDays }) => group !== 'Other' && shelfLifeDays <= PERISHABLE_DAYS_MAX)
  .map(({ id }) => id);

export const freshDays = (crop: string | null): number =>
  Math.min(FRESH_DAYS_MAX, (crop && findCrop(crop)?.shelfLifeDays) || FRESH_DAYS_MAX);

/** Goods of an older harvest get half of the shelf life again. */
export function freshUntil(
  { crop, harvestDate }: { crop: string | null; harvestDate: Day | null },
  today: Day,
): Day {
  const days = freshDays(crop);
  const daysLeft = daysBetween(today, harvestDate ?? today) + days;
  return daysAfter(today, Math.max(daysLeft, Math.ceil(days / 2)));
}

/** A product that had left the market returns. */
export function confirmedColumns(
  product: { crop: string | null; harvestDate: Day | null },
  now: Date,
) {
  const today = dayInNairobi(now);
  return {
    status: 'available' as const,
    confirmedOn: today,
    freshUntil: freshUntil(product, today),
    askedAt: null,
  };
}
