import type { Day } from '#platform/rules/day.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { weekdayText } from './date-text.ts';

/** "Today, Saturday 21 November", "Tomorrow, …", and later only the day. */
export function nearDayText(day: Day, daysAhead: number): string {
  const text = weekdayText(day);
  if (daysAhead === 0) return m.wishedDayToday({ day: text });
  return daysAhead === 1 ? m.wishedDayTomorrow({ day: text }) : text;
}
