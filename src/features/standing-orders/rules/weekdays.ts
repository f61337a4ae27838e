import { type Day, dayInNairobi, daysAfter, hourInNairobi } from '#platform/rules/day.ts';
import type { Language } from '#platform/rules/language.ts';
import { routes } from '#platform/rules/routes.ts';
import { CHANGED_UNTIL_HOUR, PLACED_UNTIL_HOUR, PROPOSED_FROM_HOUR } from './limits.ts';

/** Monday is 1 and Sunday is 7, as in ISO 8601. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export type Weekday = (typeof weekdays)[number];

export const standingDayStatuses = ['proposed', 'skipped', 'placed', 'failed'] as const;

export function weekdayOf(day: Day): Weekday {
  const number = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekdays.find((one) => one % weekdays.length === number) ?? 7;
}

export function firstDayFrom(chosen: readonly Weekday[], from: Day): Day {
  const next = Array.from(weekdays, (_, count) => daysAfter(from, count));
  return next.find((day) => chosen.includes(weekdayOf(day))) ?? from;
}

export const firstDayAfterToday = (chosen: readonly Weekday[], now: Date): Day =>
  firstDayFrom(chosen, daysAfter(dayInNairobi(now), 1));

/** A bit for each weekday. */
export const bitsOf = (chosen: readonly Weekday[]): number =>
  chosen.reduce<number>((bits, weekday) => bits | (1 << weekday), 0);
export const weekdaysOf = (bits: number): Weekday[] =>
  weekdays.filter((weekday) => (bits & (1 << weekday)) !== 0);

export function lastProposedDay(now: Date): Day {
  const today = dayInNairobi(now);
  return now >= hourInNairobi(today, PROPOSED_FROM_HOUR) ? daysAfter(today, 1) : today;
}

export function lastPlacedDay(now: Date): Day {
  const today = dayInNairobi(now);
  return now >= changeableUntil(today) ? today : daysAfter(today, -1);
}

/** After that the day's order is placed. */
export const changeableUntil = (day: Day): Date => hourInNairobi(day, CHANGED_UNTIL_HOUR);

export const isMissed = (day: Day, now: Date): boolean =>
  now >= hourInNairobi(day, PLACED_UNTIL_HOUR);

/** "Tuesday 3/3". Short, because it is part of an SMS. */
export function dayText(day: Day, { locale }: { locale: Language }): string {
  const weekday = new Intl.DateTimeFormat(locale === 'sw' ? 'sw-KE' : 'en-KE', {
    weekday: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
  const [, month, date] = day.split('-').map(Number);
  return `${weekday} ${date}/${month}`;
}

/** The subject of all notices about standing orders, because one page shows all standing orders. */
export const standingSubject = 'standing orders';
export const standingLink = routes.standingOrders.path;
