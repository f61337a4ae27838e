/*
 * How long a product is offered without a word from its farmer. Its crop's shelf life begins with
 * the harvest, or else with the day on which the farmer last said that it is there. Shortly before
 * it ends, and about perishables after three days, the farmer is asked; a product without an answer
 * leaves the market at the end of its shelf life.
 */

import { type Day, daysAfter, daysBetween } from '#platform/rules/day.ts';
import { crops, findCrop } from './crops.ts';
import { FRESH_DAYS_MAX, PERISHABLE_DAYS_MAX } from './limits.ts';

/** Their ids. Animals are among the others, and do not spoil in days. */
export const perishableCrops: readonly string[] = crops
  .filter(({ group, shelfLifeDays }) => group !== 'Other' && shelfLifeDays <= PERISHABLE_DAYS_MAX)
  .map(({ id }) => id);

/** For how many days a product of this crop counts as fresh. */
export const freshDays = (crop: string | null): number =>
  Math.min(FRESH_DAYS_MAX, (crop && findCrop(crop)?.shelfLifeDays) || FRESH_DAYS_MAX);

/**
 * The last day on which a product counts as fresh whose farmer says today that it is there. Goods
 * of an older harvest get half of the shelf life again, because the farmer has just seen them.
 */
export function freshUntil(
  { crop, harvestDate }: { crop: string | null; harvestDate: Day | null },
  today: Day,
): Day {
  const days = freshDays(crop);
  const daysLeft = daysBetween(today, harvestDate ?? today) + days;
  return daysAfter(today, Math.max(daysLeft, Math.ceil(days / 2)));
}
