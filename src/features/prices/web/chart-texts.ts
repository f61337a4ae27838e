import type { Language } from '#platform/rules/language.ts';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { mondayOf, weekDayText, wholeMoneyText } from '#prices/rules/price-texts.ts';
import { m } from '#text';
import { referencePrice } from './chart-scale.ts';
import type { PriceWeek, ReferenceWeek } from './price-data.ts';

export const monthText = (week: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'sw' ? 'sw-KE' : 'en-KE', {
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(mondayOf(week)));

/** "58–66": the middle half of the farms. */
export const rangeText = ({ low, high }: { low: number; high: number }): string =>
  low === high ? figureText(low) : m.priceRange({ low: figureText(low), high: figureText(high) });

/** "asked KES 62 (58–66, 12 farms), paid KES 61 (9 orders)". */
export function readingTexts(
  { week, asked, paid }: PriceWeek,
  reference: readonly ReferenceWeek[],
): { day: string; text: string } {
  const published = reference.find((row) => row.week === week);
  const price = published && referencePrice(published);
  const parts = [
    asked &&
      m.priceReadingAsked({
        price: wholeMoneyText(asked.median),
        range: rangeText(asked),
        farms: figureText(asked.farms),
      }),
    paid &&
      m.priceReadingPaid({ price: wholeMoneyText(paid.median), orders: figureText(paid.orders) }),
    published && price
      ? m.priceReadingReference({ source: published.source, price: wholeMoneyText(price) })
      : null,
  ].filter(Boolean);
  return { day: weekDayText(week), text: parts.join(' · ') || m.priceReadingNone() };
}
