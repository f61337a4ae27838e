import { type Month, monthInNairobi, monthsAfter } from '#platform/rules/day.ts';
import { intlLocale } from '#platform/rules/language.ts';
import { getLocale } from '#platform/rules/text/compiled/runtime.js';

export const monthText = (month: Month): string =>
  new Intl.DateTimeFormat(intlLocale(getLocale()), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-15T00:00:00Z`));

const MONTHS_SHOWN = 24;

export function latestMonths(): Month[] {
  const now = monthInNairobi(new Date());
  return Array.from({ length: MONTHS_SHOWN }, (_, back) => monthsAfter(now, -back));
}
