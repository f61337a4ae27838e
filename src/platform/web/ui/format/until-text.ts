import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { dayText, timeText } from './date-text.ts';

/** "today 14:05", "tomorrow 14:05", or "22 Nov, 14:05" for another day, in Nairobi time. */
export function untilText(moment: string, now = new Date()): string {
  const time = timeText(moment);
  const [day, today] = [dayInNairobi(new Date(moment)), dayInNairobi(now)];
  if (day === today) return m.todayAt({ time });
  if (day === daysAfter(today, 1)) return m.tomorrowAt({ time });
  return `${dayText(moment)}, ${time}`;
}
