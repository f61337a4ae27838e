import { figureText } from '#rules/amounts.ts';
import { mondayOf } from '#rules/day.ts';
import { dateFormat } from '#rules/language.ts';
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#rules/limits.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';

/** For a county's price. A paid price also needs this many buyers. */
export const FARMS_SHOWN_MIN = 5;
/** Shown prices per kg are rounded to `step` shillings, from `from` shillings on. */
export const PRICE_STEPS_KES = [
  { from: 0, step: 1 },
  { from: 20, step: 5 },
  { from: 200, step: 10 },
  { from: 1000, step: 50 },
] as const;
/** In median deviations from the median of the last OUTLIER_DAYS. */
export const OUTLIER_DEVIATIONS = 4;
export const OUTLIER_DAYS = 60;
export const OUTLIER_OBSERVATIONS_MIN = 20;
/** As a share of the median, if more than half of the prices are equal. */
export const OUTLIER_LEAST_DEVIATION = 0.1;
export const PRICE_WEEKS_MAX = 104;
export const PRICE_WEEKS_DEFAULT = 26;
/** A year and the same week of the previous year. */
export const PRICE_PAGE_WEEKS = 53;
export const MOVERS_DAYS_MIN = 7;
export const MOVERS_DAYS_MAX = 365;
export const MOVERS_DAYS_DEFAULT = 30;
export const MOVERS_MAX = 50;
/** In Nairobi. */
export const ROLL_UP_AFTER_MIDNIGHT_SECONDS = 30 * MINUTE_SECONDS;
/** The roll-up includes every transaction that began longer than this before the last one. */
export const ROLL_UP_OVERLAP_SECONDS = HOUR_SECONDS;
/** A process that holds the roll-up silently for this long counts as dead. */
export const ROLL_UP_LEASE_SECONDS = 15 * MINUTE_SECONDS;
export const PRICE_ALERTS_MAX = 20;
/** Per kg, and for the name of a market. */
export const REFERENCE_PRICE_MAX_KES = 100_000;
export const REFERENCE_TEXT_MAX = 120;
/** Only products listed this recently count for the time until sold out. */
export const SOLD_OUT_WITHIN_SECONDS = 90 * DAY_SECONDS;

export const priceKinds = ['asked', 'paid'] as const;
export type PriceKind = (typeof priceKinds)[number];

/** Stands for the whole country. */
export const COUNTRY = '';

type Week = { week: string; asked: { median: number } | null };
type CropName = { en: string; sw: string };

/** A month is four weeks here. If that week is not shown, a neighbouring one counts. */
const MONTH_WEEKS = [4, 5, 3];

/** "KES 1,250": prices per kg are whole shillings. */
export const wholeMoneyText = (amount: number) => `KES ${figureText(amount)}`;

export const cropNameText = ({ en, sw }: CropName, language: Language = getLocale()) =>
  language === 'sw' ? sw : en;

/** "tomatoes", but "Irish potatoes". */
export const nameInSentence = (name: string) =>
  /^(African|Chinese|French|Irish|Napier|Nile) /.test(name)
    ? name
    : name.charAt(0).toLowerCase() + name.slice(1);

/**
 * The change is in percent from a month earlier, `age` in weeks. The weeks end with the current
 * one.
 */
export function newestPrice(
  weeks: readonly Week[],
): { median: number; week: string; age: number; change: number | null } | null {
  const at = weeks.findLastIndex(({ asked }) => asked !== null);
  const newest = weeks[at];
  if (!newest?.asked) return null;
  const before = MONTH_WEEKS.map((count) => weeks[at - count]?.asked).find(Boolean);
  const { median } = newest.asked;
  return {
    median,
    week: newest.week,
    age: weeks.length - 1 - at,
    change: before ? Math.round((100 * (median - before.median)) / before.median) : null,
  };
}

type Sentence = { name: CropName; county: string | null; weeks: readonly Week[] };

/** "Tomatoes in Nakuru: KES 62 a kg this week, 8% more than a month ago." */
export function priceSentence(sentence: Sentence, language: Language = getLocale()) {
  const locale = { locale: language };
  const { place, newest, price } = wordsOf(sentence, language);
  if (!newest) return m.priceSentenceNone(place, locale);
  const change = changeText(newest.change, language);
  return `${m.priceTitle(price, locale)}${change && `, ${change}`}.`;
}

export function changeText(change: number | null, language: Language) {
  const locale = { locale: language };
  if (change === null) return '';
  if (change === 0) return m.priceChangeNone({}, locale);
  const percent = String(Math.abs(change));
  return change > 0
    ? m.priceChangeMore({ percent }, locale)
    : m.priceChangeLess({ percent }, locale);
}

export function priceTitle(sentence: Sentence, language: Language = getLocale()) {
  const locale = { locale: language };
  const { place, newest, price } = wordsOf(sentence, language);
  return newest ? m.priceTitle(price, locale) : m.priceTitleNone(place, locale);
}

function wordsOf({ name, county, weeks }: Sentence, language: Language) {
  const newest = newestPrice(weeks);
  const place = {
    crop: cropNameText(name, language),
    place: county ?? m.pricesCountry({}, { locale: language }),
  };
  const price = {
    ...place,
    price: newest ? wholeMoneyText(newest.median) : '',
    when: newest ? whenText(newest, language) : '',
  };
  return { place, newest, price };
}

/** "this week", "last week", or the day on which the week began. */
export function whenText({ week, age }: { week: string; age: number }, language: Language) {
  if (age === 0) return m.priceThisWeek({}, { locale: language });
  if (age === 1) return m.priceLastWeek({}, { locale: language });
  return m.priceWeekOf({ day: weekDayText(week, language) }, { locale: language });
}

/** "16 Nov" */
export const weekDayText = (week: string, language: Language = getLocale()) =>
  dateFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(mondayOf(week)),
  );
