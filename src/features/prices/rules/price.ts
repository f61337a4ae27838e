import { mondayOf } from '#platform/rules/day.ts';
import { intlLocale, type Language } from '#platform/rules/language.ts';
import { getLocale } from '#platform/rules/text/compiled/runtime.js';
import { m } from '#text';

export const priceKinds = ['asked', 'paid'] as const;
export type PriceKind = (typeof priceKinds)[number];

/** Stands for the whole country. */
export const COUNTRY = '';

type Week = { week: string; asked: { median: number } | null };
type CropName = { en: string; sw: string };

/** A month is four weeks here. If that week is not shown, a neighbouring one counts. */
const MONTH_WEEKS = [4, 5, 3];

// Kenya formats numbers the English way in both languages.
const shillings = new Intl.NumberFormat('en-KE');

/** "KES 1,250": prices per kg are whole shillings. */
export const wholeMoneyText = (amount: number): string => `KES ${shillings.format(amount)}`;

export const cropNameText = ({ en, sw }: CropName, language: Language = getLocale()): string =>
  language === 'sw' ? sw : en;

/** "tomatoes", but "Irish potatoes". */
export const nameInSentence = (name: string): string =>
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
export function priceSentence(sentence: Sentence, language: Language = getLocale()): string {
  const locale = { locale: language };
  const { place, newest, price } = wordsOf(sentence, language);
  if (!newest) return m.priceSentenceNone(place, locale);
  const change = changeText(newest.change, language);
  return `${m.priceTitle(price, locale)}${change && `, ${change}`}.`;
}

export function changeText(change: number | null, language: Language): string {
  const locale = { locale: language };
  if (change === null) return '';
  if (change === 0) return m.priceChangeNone({}, locale);
  const percent = String(Math.abs(change));
  return change > 0
    ? m.priceChangeMore({ percent }, locale)
    : m.priceChangeLess({ percent }, locale);
}

export function priceTitle(sentence: Sentence, language: Language = getLocale()): string {
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
export function whenText({ week, age }: { week: string; age: number }, language: Language): string {
  if (age === 0) return m.priceThisWeek({}, { locale: language });
  if (age === 1) return m.priceLastWeek({}, { locale: language });
  return m.priceWeekOf({ day: weekDayText(week, language) }, { locale: language });
}

/** "16 Nov" */
export function weekDayText(week: string, language: Language = getLocale()): string {
  const format = new Intl.DateTimeFormat(intlLocale(language), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return format.format(new Date(mondayOf(week)));
}
