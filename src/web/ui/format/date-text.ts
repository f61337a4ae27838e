import type { Day } from '#shared/day.ts';
import { getLocale } from '#shared/text/compiled/runtime.js';

const TIME_ZONE = 'Africa/Nairobi';
const locale = () => (getLocale() === 'sw' ? 'sw-KE' : 'en-KE');

const styles = {
  date: { dateStyle: 'medium' },
  day: { day: 'numeric', month: 'short' },
  time: { timeStyle: 'short' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making a format takes a phone some milliseconds, and a list needs one for each card. */
const kept = new Map<string, Intl.DateTimeFormat>();

function formatMoment(moment: string, style: keyof typeof styles): string {
  const key = `${locale()} ${style}`;
  const format = kept.get(key) ?? new Intl.DateTimeFormat(locale(), { ...styles[style], timeZone: TIME_ZONE });
  kept.set(key, format);
  return format.format(new Date(moment));
}

/** "21 Nov 2026", never broken over two lines. A day without a clock, or a moment as the day it is in Nairobi. */
export const dateText = (day: Day | string): string => formatMoment(day, 'date').replaceAll(' ', '\u00a0');

/** "21 Nov", where the year is said already. */
export const dayText = (moment: string): string => formatMoment(moment, 'day');

/** "21 Nov 2026, 14:05", as the clocks in Nairobi show it. */
export const momentText = (moment: string): string => formatMoment(moment, 'moment');

/** "14:05" or "2:05 pm", as the clocks in Nairobi show it. */
export const timeText = (moment: string): string => formatMoment(moment, 'time').replaceAll(' ', '\u00a0');
