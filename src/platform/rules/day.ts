/** A day of the calendar as text, 2026-11-21. */
export type Day = string;

/** Kenya keeps one offset all year, and has since 1960. */
const NAIROBI_OFFSET = '+03:00';
const NAIROBI_OFFSET_MILLISECONDS = 3 * 60 * 60 * 1000;

/** Which day it is in Nairobi: dates, expiry and statements are those of Africa/Nairobi. */
export const dayInNairobi = (moment: Date): Day =>
  new Date(moment.getTime() + NAIROBI_OFFSET_MILLISECONDS)
    .toISOString()
    .slice(0, '2026-11-21'.length);

/** The first moment after a day in Nairobi. */
export function endOfDayInNairobi(day: Day): Date {
  const start = new Date(`${day}T00:00:00${NAIROBI_OFFSET}`);
  return new Date(start.getTime() + 24 * 60 * 60 * 1000);
}

/** The day `count` later. */
export function daysAfter(day: Day, count: number): Day {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + count);
  return moment.toISOString().slice(0, '2026-11-21'.length);
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** How many days later the second is. */
export const daysBetween = (from: Day, to: Day): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS;

/** A month of the calendar in Nairobi as text, 2026-11. */
export type Month = string;

export const monthInNairobi = (moment: Date): Month => dayInNairobi(moment).slice(0, 7);

/** The month `count` later; earlier when negative. */
export function monthsAfter(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const months = year * 12 + number - 1 + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

const startOf = (month: Month) => new Date(`${month}-01T00:00:00${NAIROBI_OFFSET}`);

/** Its first moment, and the first after it. */
export const spanOfMonth = (month: Month) => ({
  from: startOf(month),
  until: startOf(monthsAfter(month, 1)),
});
