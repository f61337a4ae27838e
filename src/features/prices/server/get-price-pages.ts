import { crops } from '#products/rules/crops.ts';
import { type CropAnswer, listCrops } from '#products/server/read-search.ts';
import { dayInNairobi } from '#rules/day.ts';
import { fold } from '#rules/text/fold.ts';
import { PRICE_PAGE_WEEKS } from '../rules/price.ts';
import type {
  CropPage,
  CropPrices,
  Movers,
  PriceHint,
  PriceOverview,
} from '../rules/price-input.ts';
import {
  cropOf,
  getPriceHint,
  getPrices,
  getPublishedPrices,
  listCountyPrices,
  listMovers,
} from './get-prices.ts';
import { listCountryPrices } from './queries.ts';

/** The map shows the first of these with a shown price by default. */
const KNOWN_BY_ALL = ['tomato', 'maize', 'potato', 'kale', 'onion'];

/** Four weeks, as in the sentences of these pages. */
const MONTH_DAYS = 28;

/** `now`: asked per kg in the country, in whole shillings; null if too few farms sell it. */
type CropWithPrice = CropAnswer & { now: number | null };

/** `match`: the crop that the search means. */
async function getPriceOverview(
  db: Database,
  { search, crop }: PriceOverview,
  { clock }: Pick<Services, 'clock'>,
) {
  const prices = await listCountryPrices(db, dayInNairobi(clock()));
  const nowOf = new Map(prices.map(({ crop: id, median }) => [id, median]));
  const all = crops.map(({ id, english, swahili, group }) => ({
    id,
    en: english,
    sw: swahili,
    group,
  }));
  const found = search ? listCrops({ search }).crops : all;
  const shown = crop
    ? cropOf(crop).id
    : (KNOWN_BY_ALL.find((id) => nowOf.has(id)) ?? prices[0]?.crop);
  return {
    crops: found.map((answer): CropWithPrice => ({ ...answer, now: nowOf.get(answer.id) ?? null })),
    match: search ? matchOf(search, found) : null,
    movers: await listMovers(db, { days: MONTH_DAYS }, { clock }),
    map: shown
      ? { ...(await listCountyPrices(db, { crop: shown }, { clock })), name: nameOf(shown) }
      : null,
  };
}

/** The only crop with exactly this name, or else the only match. */
function matchOf(search: string, found: CropAnswer[]) {
  const called = cropsCalled(search);
  return onlyOf(called.length > 0 ? called : found);
}

/** The only crop with exactly this name, in any language. */
export const cropCalled = (name: string) => onlyOf(cropsCalled(name));

function cropsCalled(words: string): { id: string }[] {
  const name = fold(words);
  return crops.filter(({ names, said }) => [...names, ...said].some((one) => fold(one) === name));
}

const onlyOf = ([only, ...others]: { id: string }[]) =>
  only && others.length === 0 ? only.id : null;

/**
 * A year of weeks, the newest prices of all counties, and the crop's other units with their usual
 * weight.
 */
async function getCropPage(
  db: Database,
  { crop, county }: CropPage,
  { clock }: Pick<Services, 'clock'>,
) {
  const prices = await getPublishedPrices(
    db,
    { crop, ...(county && { county }), weeks: PRICE_PAGE_WEEKS },
    { clock },
  );
  const { counties } = await listCountyPrices(db, { crop }, { clock });
  const packings = cropOf(crop).packings.filter(({ unit }) => unit !== 'kg');
  return { ...prices, name: nameOf(crop), packings, counties };
}

function nameOf(id: string) {
  const { english, swahili } = cropOf(id);
  return { en: english, sw: swahili };
}

type Reading = Pick<Call, 'clock' | 'catalogueReads'>;

export const browsePrices = (call: Reading, input: CropPrices) =>
  call.catalogueReads.quick((db) => getPrices(db, input, call));

export const browsePublishedPrices = (call: Reading, input: CropPrices) =>
  call.catalogueReads.quick((db) => getPublishedPrices(db, input, call));

export const browseMovers = (call: Reading, input: Movers) =>
  call.catalogueReads.quick(async (db) => ({
    movers: await listMovers(db, input, call),
  }));

export const browsePriceHint = (call: Reading, input: PriceHint) =>
  call.catalogueReads.quick((db) => getPriceHint(db, input, call));

export const browsePriceOverview = (call: Reading, input: PriceOverview) =>
  call.catalogueReads.quick((db) => getPriceOverview(db, input, call));

export const browseCropPage = (call: Reading, input: CropPage) =>
  call.catalogueReads.quick((db) => getCropPage(db, input, call));
