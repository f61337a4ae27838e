/*
 * An announced harvest is a product with a deposit: its stock is what the farmer expects, and its
 * day of harvest is the last day of the announced week. Orders of it are pre-orders until the
 * farmer says how the harvest was.
 */

import { type Day, daysAfter } from '#platform/rules/day.ts';
import { HARVEST_WEEKS_AHEAD_MAX } from './limits.ts';

const WEEK_DAYS = 7;
const SUNDAY_TO_MONDAY = 6;

/** The week of a day, from Monday to Sunday. */
function weekOf(day: Day): { from: Day; until: Day } {
  const daysSinceMonday = (new Date(day).getUTCDay() + SUNDAY_TO_MONDAY) % WEEK_DAYS;
  const from = daysAfter(day, -daysSinceMonday);
  return { from, until: daysAfter(from, WEEK_DAYS - 1) };
}

/** Whether a harvest in this week may be announced today: neither over nor very far ahead. */
export function isWeekNear(harvest: Day, today: Day): boolean {
  const last = daysAfter(weekOf(today).until, HARVEST_WEEKS_AHEAD_MAX * WEEK_DAYS);
  return weekOf(harvest).until >= today && harvest <= last;
}

type Announceable = { depositPercent: number | null; harvestDate: Day | null };

/** The announced week of a product; null if its goods are there. */
export const announcedWeek = ({ depositPercent, harvestDate }: Announceable) =>
  depositPercent === null || harvestDate === null ? null : weekOf(harvestDate);
