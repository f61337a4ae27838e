import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { m } from '#text';
import { dayText, timeText } from './date-text.ts';

/** "14:05 today", "14:05 tomorrow", or "22 Nov, 14:05" for another day, in Nairobi time. */
export function untilText(moment: string, now = new Date()): string {
  const time = timeText(moment);
  const [day, today] = [dayInNairobi(new Date(moment)), dayInNairobi(now)];
  if (day === today) return m.todayAt({ time });
  if (day === daysAfter(today, 1)) return m.tomorrowAt({ time });
  return `${dayText(moment)}, ${time}`;
}
