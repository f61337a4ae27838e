import { dayInNairobi } from '#shared/day.ts';

/** A month of the calendar in Nairobi as text, 2026-11. */
export type Month = string;

export const monthInNairobi = (moment: Date): Month => dayInNairobi(moment).slice(0, 7);

/** The month `count` later; earlier when negative. */
export function monthsAfter(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const months = year * 12 + number - 1 + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** Kenya keeps one offset all year. */
const startOf = (month: Month) => new Date(`${month}-01T00:00:00+03:00`);

/** Its first moment, and the first after it. */
export const spanOfMonth = (month: Month) => ({ from: startOf(month), until: startOf(monthsAfter(month, 1)) });
