import { dayInNairobi } from '#platform/rules/day.ts';
import { dayText, timeText } from './date-text.ts';

/** "14:05" for a moment today, "22 Nov, 14:05" for another day, in Nairobi time. */
export function untilText(moment: string, now = new Date()): string {
  const isToday = dayInNairobi(new Date(moment)) === dayInNairobi(now);
  return isToday ? timeText(moment) : `${dayText(moment)}, ${timeText(moment)}`;
}
