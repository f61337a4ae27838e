declare global {
  /** Such as 2026-11-21. */
  type Day = string;
}

/** Kenya has had the same offset since 1960, without summer time. */
const NAIROBI_OFFSET = '+03:00';
const NAIROBI_OFFSET_MILLISECONDS = 3 * 60 * 60 * 1000;
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Dates, expiry and statements all use Africa/Nairobi. */
export const dayInNairobi = (moment: Date) =>
  new Date(moment.getTime() + NAIROBI_OFFSET_MILLISECONDS)
    .toISOString()
    .slice(0, '2026-11-21'.length);

export const isSameDayInNairobi = (one: Date, other: Date) =>
  daysSinceEpoch(one) === daysSinceEpoch(other);

const daysSinceEpoch = (moment: Date) =>
  Math.floor((moment.getTime() + NAIROBI_OFFSET_MILLISECONDS) / DAY_MILLISECONDS);

export function hourInNairobi(day: Day, hour: number) {
  const start = new Date(`${day}T00:00:00${NAIROBI_OFFSET}`);
  return new Date(start.getTime() + hour * 60 * 60 * 1000);
}

export const endOfDayInNairobi = (day: Day) => hourInNairobi(day, 24);

export function daysAfter(day: Day, count: number) {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + count);
  return moment.toISOString().slice(0, '2026-11-21'.length);
}

export const daysBetween = (from: Day, to: Day) =>
  (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS;

export type Month = string;

export const monthInNairobi = (moment: Date) => dayInNairobi(moment).slice(0, 7);

export function monthsAfter(month: Month, count: number) {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const months = year * 12 + number - 1 + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

const startOf = (month: Month) => new Date(`${month}-01T00:00:00${NAIROBI_OFFSET}`);

/** `from` is inclusive, the end exclusive. */
export const spanOfMonth = (month: Month) => ({
  from: startOf(month),
  until: startOf(monthsAfter(month, 1)),
});

const WEEKDAYS = 7;
const THURSDAY = 3;

/** The Monday of its week. */
export function weekStart(day: Day) {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + WEEKDAYS - 1) % WEEKDAYS;
  return daysAfter(day, -sinceMonday);
}

/** 2026-W47. In ISO 8601 a week belongs to the year of its Thursday. */
export function weekName(monday: Day) {
  const thursday = daysAfter(monday, THURSDAY);
  const year = thursday.slice(0, '2026'.length);
  const days = (Date.parse(thursday) - Date.parse(`${year}-01-01`)) / 86_400_000;
  return `${year}-W${String(Math.floor(days / WEEKDAYS) + 1).padStart(2, '0')}`;
}

const JANUARY_FOURTH = '-01-04';

/** Week 1 of ISO 8601 contains the fourth of January. */
export function mondayOf(week: string) {
  const [year = '', number = '1'] = week.split('-W');
  return daysAfter(weekStart(`${year}${JANUARY_FOURTH}`), (Number(number) - 1) * WEEKDAYS);
}
