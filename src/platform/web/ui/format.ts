import { dayInNairobi, daysAfter } from '#rules/day.ts';
import { type AccuracyClass, accuracyClass, METRES_PER_KILOMETRE } from '#rules/geo.ts';
import { dateFormat } from '#rules/language.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';

const TIME_ZONE = 'Africa/Nairobi';

const styles = {
  date: { dateStyle: 'medium' },
  day: { day: 'numeric', month: 'short' },
  shortWeekday: { weekday: 'short' },
  longWeekday: { weekday: 'long' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  time: { timeStyle: 'short' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatMoment = (moment: string, style: keyof typeof styles) =>
  dateFormat(getLocale(), { ...styles[style], timeZone: TIME_ZONE }).format(new Date(moment));

/** "21 Nov 2026", without line breaks, in Nairobi time. */
export const dateText = (day: Day | string) => formatMoment(day, 'date').replaceAll(' ', '\u00a0');

export const dayText = (moment: string) => formatMoment(moment, 'day');

/** "Sat"; Swahili has no shorter names. */
export const shortWeekdayText = (day: Day) => formatMoment(day, 'shortWeekday');

export const longWeekdayText = (day: Day) => formatMoment(day, 'longWeekday');

/** "Saturday 21 November". */
export const weekdayText = (day: Day) => formatMoment(day, 'weekday');

/** "21 Nov 2026, 14:05", in Nairobi time. */
export const momentText = (moment: string) => formatMoment(moment, 'moment');

/** "14:05" or "2:05 pm", in Nairobi time. */
export const timeText = (moment: string) => formatMoment(moment, 'time').replaceAll(' ', '\u00a0');

/** "Today, 21 Nov", "Tomorrow, 22 Nov", and later "Monday, 23 November". */
export function nearDayText(day: Day, daysAhead: number) {
  if (daysAhead > 1) return weekdayText(day);
  return (daysAhead === 0 ? m.wishedDayToday : m.wishedDayTomorrow)({ day: dayText(day) });
}

/** "14:05 today", "14:05 tomorrow", or "22 Nov, 14:05" for another day, in Nairobi time. */
export function untilText(moment: string, now = new Date()) {
  const time = timeText(moment);
  const [day, today] = [dayInNairobi(new Date(moment)), dayInNairobi(now)];
  if (day === today) return m.todayAt({ time });
  if (day === daysAfter(today, 1)) return m.tomorrowAt({ time });
  return `${dayText(moment)}, ${time}`;
}

/** "500 m", "5 km" or "5.2 km". */
export function metresText(exact: number) {
  const metres = Math.round(exact);
  if (metres < METRES_PER_KILOMETRE) return m.distanceInMetres({ metres });
  const kilometres = Math.round((metres / METRES_PER_KILOMETRE) * 10) / 10;
  return m.distanceInKilometres({ kilometres });
}

const accuracyTexts: Record<AccuracyClass, () => string> = {
  excellent: m.gpsAccuracyExcellent,
  good: m.gpsAccuracyGood,
  fair: m.gpsAccuracyFair,
  poor: m.gpsAccuracyPoor,
};

export const accuracyText = (metres: number) => accuracyTexts[accuracyClass(metres)]();
