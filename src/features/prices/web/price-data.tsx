import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Answers } from '#products/web/catalogue/offer.tsx';
import { PAGE_DATA_AT, readPageData } from '#products/web/catalogue/page-data.ts';
import { figureText } from '#rules/amounts.ts';
import { mondayOf } from '#rules/day.ts';
import { dateFormat } from '#rules/language.ts';
import { m } from '#text';
import { weekDayText, wholeMoneyText } from '../rules/price.ts';
import type { CropPage, PriceOverview } from '../rules/price-input.ts';

const FRESH_MILLISECONDS = 60_000;
const kept = {
  staleTime: FRESH_MILLISECONDS,
  initialDataUpdatedAt: PAGE_DATA_AT,
};

export type CropPrices = Answers['cropPage'];
export type PriceWeek = CropPrices['weeks'][number];
export type ReferenceWeek = CropPrices['reference'][number];
export type CountyPrice = CropPrices['counties'][number];
export type PricesOverview = Answers['priceOverview'];

type PricePageData = {
  prices?: { question: PriceOverview; overview: PricesOverview };
  cropPage?: { question: CropPage; page: CropPrices | null };
};

export type PricesSearch = { search?: string | undefined; crop?: string | undefined };

/** The server embeds this query's data in the page. */
export const overviewOptions = ({ search, crop }: PricesSearch) => ({
  ...kept,
  initialData: () => {
    const { prices } = readPageData<PricePageData>();
    return prices?.question.search === search && prices?.question.crop === crop
      ? prices?.overview
      : undefined;
  },
});

export const cropPageOptions = (crop: string, county: string | undefined) => ({
  ...kept,
  initialData: () => readCropPage(crop, county) ?? undefined,
});

/** Null if there is no such crop; undefined if the page was rendered for something else. */
export function readCropPage(
  crop: string,
  county: string | undefined,
): CropPrices | null | undefined {
  const { cropPage } = readPageData<PricePageData>();
  if (cropPage?.question.crop !== crop) return undefined;
  return cropPage.page === null || cropPage.question.county === county ? cropPage.page : undefined;
}

/** The drawing's own units; it is stretched to the available space. */
export const PLOT = { width: 1000, height: 300 };

const MOST_LINES = 4;
const STEPS = [1, 2, 5];

/** As a share of the highest price, so that a change of one shilling does not look like a crash. */
const LEAST_SPAN = 0.3;

export type ChartScale = {
  ticks: number[];
  x: (week: number) => number;
  y: (shillings: number) => number;
};

export function makeScale(
  weeks: readonly PriceWeek[],
  reference: readonly ReferenceWeek[],
): ChartScale | null {
  const prices = [
    ...weeks.flatMap(({ asked, paid }) => [asked?.low, asked?.high, paid?.median]),
    ...reference.map(referencePrice),
  ].filter((price) => price !== undefined && price !== null);
  if (prices.length === 0) return null;
  const highest = Math.max(...prices);
  const lowest = Math.max(0, Math.min(...prices, highest * (1 - LEAST_SPAN)));
  const step = niceStep((highest - lowest) / MOST_LINES);
  const bottom = Math.floor(lowest / step) * step;
  const top = Math.max(bottom + step, Math.ceil(highest / step) * step);
  return {
    ticks: Array.from(
      { length: Math.round((top - bottom) / step) + 1 },
      (_, at) => bottom + at * step,
    ),
    x: (week) => rounded((PLOT.width * (week + 0.5)) / weeks.length),
    y: (shillings) => rounded(PLOT.height * (1 - (shillings - bottom) / (top - bottom))),
  };
}

/** The wholesale price is closer to a farm's. */
export const referencePrice = ({ wholesale, retail }: ReferenceWeek) => wholesale ?? retail;

function niceStep(least: number) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return (STEPS.find((step) => step * power >= least) ?? 10) * power;
}

const rounded = (value: number) => Math.round(value * 10) / 10;

type Point<Value> = { at: number; value: Value };

/** Runs of consecutive weeks, so that a line breaks at a missing week. */
export function runsOf<Value>(values: readonly (Value | null)[]): Point<Value>[][] {
  const runs: Point<Value>[][] = [];
  values.forEach((value, at) => {
    if (value === null) return;
    const last = runs.at(-1);
    if (last?.at(-1)?.at === at - 1) last.push({ at, value });
    else runs.push([{ at, value }]);
  });
  return runs;
}

export const monthText = (week: string, language: Language) =>
  dateFormat(language, { month: 'short', timeZone: 'UTC' }).format(new Date(mondayOf(week)));

/** "58–66": the middle half of the farms. */
export const rangeText = ({ low, high }: { low: number; high: number }) =>
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

/** Without a colour: what is good for one side is bad for the other. */
export function PriceChange({ change }: { change: number }) {
  const percent = figureText(Math.max(1, Math.round(Math.abs(change))));
  const Arrow = change > 0 ? ArrowUp : ArrowDown;
  return (
    <span className="inline-flex items-center gap-0.5 whitespace-nowrap font-semibold text-muted text-sm">
      <Arrow className="size-4" />
      {change > 0 ? m.priceMoverUp({ percent }) : m.priceMoverDown({ percent })}
    </span>
  );
}
