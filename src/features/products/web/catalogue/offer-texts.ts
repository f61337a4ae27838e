import { type Day, dayInNairobi, daysAfter, daysBetween } from '#platform/rules/day.ts';
import { cashText } from '#platform/rules/money.ts';
import { getLocale } from '#platform/rules/text/compiled/runtime.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { unbroken } from '#platform/rules/text/unbroken.ts';
import { dateText, dayText } from '#platform/web/ui/format/date-text.ts';
import type { BuyerCategory } from '#products/rules/categories.ts';
import { FACET_COUNT_MAX } from '#products/rules/limits.ts';
import { m } from '#text';
import type { Offer } from './offer.ts';

export const buyerCategoryTexts: Record<BuyerCategory, () => string> = {
  vegetables: m.categoryVegetables,
  fruits: m.categoryFruits,
  grains: m.categoryGrains,
  dairy: m.categoryDairy,
  other: m.categoryOther,
};

/**
 * Whether the farm delivers to the buyer's place, and the distance: "Delivers · 4 km"; null if the
 * place is unknown.
 */
export function reachTexts({
  distanceKm,
  deliversToMe,
}: Pick<Offer, 'distanceKm' | 'deliversToMe'>) {
  if (distanceKm === null) return null;
  const distance =
    distanceKm < 1
      ? m.distanceShortUnderOne()
      : m.distanceShort({ kilometres: figureText(distanceKm) });
  return { reach: deliversToMe ? m.deliversShort() : m.collectShort(), distance };
}

type DeliveryTerms = Pick<Offer, 'deliveryFee' | 'minimumOrder'>;

/** "KES 150 · from KES 500": a delivery's fee, and from which sum the farm delivers. */
export const deliveryTermsText = ({ deliveryFee, minimumOrder }: DeliveryTerms): string =>
  [
    deliveryFee ? cashText(deliveryFee) : m.deliveryFreeShort(),
    minimumOrder && m.deliveryFrom({ amount: cashText(minimumOrder) }),
  ]
    .filter(Boolean)
    .join(' · ');

/** "Delivers · 4 km"; null if the place is unknown. */
export function reachText(offer: Pick<Offer, 'distanceKm' | 'deliversToMe'>): string | null {
  const texts = reachTexts(offer);
  return texts && `${texts.reach} · ${texts.distance}`;
}

const agoFormats = new Map<string, Intl.RelativeTimeFormat>();

/** "today", "yesterday", "3 days ago", by the calendar in Nairobi. */
export function daysAgoText(day: Day, today = dayInNairobi(new Date())): string {
  const days = Math.max(0, daysBetween(day, today));
  const format =
    agoFormats.get(getLocale()) ?? new Intl.RelativeTimeFormat(getLocale(), { numeric: 'auto' });
  agoFormats.set(getLocale(), format);
  return format.format(-days, 'day');
}

/** "Pre-order · 9 Mar–15 Mar", by the last day of the announced week. */
export const preOrderText = (lastDay: Day): string => `${m.preOrderBadge()} · ${weekText(lastDay)}`;

/** Lines do not break within a week: they would beside the dash as well, without a word joiner. */
const weekText = (lastDay: Day): string =>
  unbroken(`${dayText(daysAfter(lastDay, -6))}\u2060–\u2060${dayText(lastDay)}`);

/**
 * How old a product is, by what its farmer said last: "Harvested 2 days ago". Of a pre-order, which
 * has a badge, the week.
 */
export function freshnessText(
  { harvestDate, confirmedOn, listedOn, depositPercent }: Dated,
  today = dayInNairobi(new Date()),
): string {
  if (depositPercent && harvestDate) return weekText(harvestDate);
  const day = harvestDate ?? confirmedOn ?? listedOn;
  const days = daysBetween(day, today);
  // The words of Intl for several days are too long for a card in Swahili.
  const when = days < 0 ? dateText(day) : daysAgoText(day, today);
  if (harvestDate) return days > 1 ? m.harvestedDays({ days }) : m.harvestedOn({ date: when });
  if (confirmedOn) return days > 1 ? m.checkedDays({ days }) : m.checkedWhen({ when });
  return days > 1 ? m.listedDays({ days }) : m.listedWhen({ when });
}

type Dated = Pick<Offer, 'harvestDate' | 'confirmedOn' | 'listedOn'> &
  Partial<Pick<Offer, 'depositPercent'>>;

/** The server stops counting at a limit, which the text shows as "1,000+". */
export const countText = (count: number): string =>
  count > FACET_COUNT_MAX ? `${figureText(FACET_COUNT_MAX)}+` : figureText(count);

type CategoryCounts = readonly { category: BuyerCategory; number: number }[] | undefined;

/** The number of products in one category or in all; undefined until they are counted. */
export const foundOf = (counts: CategoryCounts, category?: BuyerCategory): number | undefined =>
  counts
    ?.filter((count) => !category || count.category === category)
    .reduce((sum, { number }) => sum + number, 0);
