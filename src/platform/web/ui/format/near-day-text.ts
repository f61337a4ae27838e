import type { Day } from '#platform/rules/day.ts';
import { m } from '#text';
import { dayText, weekdayText } from './date-text.ts';

/** "Today, 21 Nov", "Tomorrow, 22 Nov", and later "Monday, 23 November". */
export function nearDayText(day: Day, daysAhead: number): string {
  if (daysAhead > 1) return weekdayText(day);
  return (daysAhead === 0 ? m.wishedDayToday : m.wishedDayTomorrow)({ day: dayText(day) });
}
