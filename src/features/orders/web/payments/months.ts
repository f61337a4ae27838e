import { type Month, monthInNairobi, monthsAfter } from '#rules/day.ts';
import { dateFormat } from '#rules/language.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';

export const monthText = (month: Month): string =>
  dateFormat(getLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T00:00:00Z`),
  );

const MONTHS_SHOWN = 24;

export function latestMonths(): Month[] {
  const now = monthInNairobi(new Date());
  return Array.from({ length: MONTHS_SHOWN }, (_, back) => monthsAfter(now, -back));
}
