/*
 * An announced harvest is a product with a deposit. Its stock is what the farmer expects, and its
 * harvest date the last day of the announced week.
 */

import * as z from 'zod/mini';
import { daysAfter } from '#rules/day.ts';
import { fieldError } from '#rules/fields.ts';
import { HARVEST_WEEKS_AHEAD_MAX } from './product-facts.ts';

const WEEK_DAYS = 7;
const SUNDAY_TO_MONDAY = 6;

/** From Monday to Sunday. */
function weekOf(day: Day): { from: Day; until: Day } {
  const daysSinceMonday = (new Date(day).getUTCDay() + SUNDAY_TO_MONDAY) % WEEK_DAYS;
  const from = daysAfter(day, -daysSinceMonday);
  return { from, until: daysAfter(from, WEEK_DAYS - 1) };
}

export function isWeekNear(harvest: Day, today: Day) {
  const last = daysAfter(weekOf(today).until, HARVEST_WEEKS_AHEAD_MAX * WEEK_DAYS);
  return weekOf(harvest).until >= today && harvest <= last;
}

type Announceable = { depositPercent: number | null; harvestDate: Day | null };

/** Null if the goods are there. */
export const announcedWeek = ({ depositPercent, harvestDate }: Announceable) =>
  depositPercent === null || harvestDate === null ? null : weekOf(harvestDate);

type Dates = {
  harvestDate?: string | null | undefined;
  expiryDate?: string | null | undefined;
  depositPercent?: number | null | undefined;
};

/** The day of an announced harvest is the end of its week. */
export const datesInOrder = z.refine<Dates>(
  ({ harvestDate = null, expiryDate, depositPercent = null }) => {
    const harvestedBy = announcedWeek({ depositPercent, harvestDate })?.until ?? harvestDate;
    return !harvestedBy || !expiryDate || harvestedBy <= expiryDate;
  },
  { path: ['expiryDate'], ...fieldError('expiryBeforeHarvest') },
);

export const weekOfHarvest = z.refine<Dates>(
  ({ harvestDate, depositPercent }) => !depositPercent || Boolean(harvestDate),
  { path: ['harvestDate'], ...fieldError('harvestWeekRequired') },
);
