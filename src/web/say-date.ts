import type { Day } from '#shared/day.ts';
import { getLocale } from '#shared/text/compiled/runtime.js';

const TIME_ZONE = 'Africa/Nairobi';
const locale = () => (getLocale() === 'sw' ? 'sw-KE' : 'en-KE');

/** "21 Nov 2026", never broken over two lines. A day without a clock, or a moment as the day it is in Nairobi. */
export const dateText = (day: Day | string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: TIME_ZONE }).format(new Date(day)).replaceAll(' ', '\u00a0');

/** "21 Nov", where the year is said already. */
export const dayText = (moment: string): string =>
  new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', timeZone: TIME_ZONE }).format(new Date(moment));

/** "21 Nov 2026, 14:05", as the clocks in Nairobi show it. */
export const momentText = (moment: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: TIME_ZONE }).format(new Date(moment));
