import { type Day, daysAfter } from '#platform/rules/day.ts';

export const priceKinds = ['asked', 'paid'] as const;
export type PriceKind = (typeof priceKinds)[number];

/** Stands for the whole country. */
export const COUNTRY = '';

const WEEKDAYS = 7;
const THURSDAY = 3;

export function weekStart(day: Day): Day {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + WEEKDAYS - 1) % WEEKDAYS;
  return daysAfter(day, -sinceMonday);
}

/** 2026-W47. In ISO 8601 a week belongs to the year of its Thursday. */
export function weekName(monday: Day): string {
  const thursday = daysAfter(monday, THURSDAY);
  const year = thursday.slice(0, '2026'.length);
  const days = (Date.parse(thursday) - Date.parse(`${year}-01-01`)) / 86_400_000;
  return `${year}-W${String(Math.floor(days / WEEKDAYS) + 1).padStart(2, '0')}`;
}
