import type * as z from 'zod/mini';
import { counties } from '#rules/counties.ts';
import { dayInNairobi } from '#rules/day.ts';
import { givenPosition } from '#rules/geo.ts';
import { fold } from '#rules/text/fold.ts';
import { AppError } from '#server/app-error.ts';
import type { Connection } from '#server/database.ts';
import { poolSizes } from '#server/db/connect-postgres.ts';
import { isTooSlow } from '#server/db/deadlines.ts';
import { createFairQueue } from '#server/fair-queue.ts';
import type { CatalogueChanges } from '#server/stored-answers.ts';
import type { cropOffersInput } from '../rules/crop-input.ts';
import { crops, findCrop } from '../rules/crops.ts';
import {
  type FindProducts,
  type getProductInput,
  hasOtherFilters,
  isByPlace,
} from '../rules/find-products.ts';
import {
  COUNT_WAIT_MILLISECONDS,
  COUNTS_PER_CLIENT,
  CROP_OFFERS_MAX,
  FACET_COUNT_MAX,
  PRODUCTS_AT_ONCE_MAX,
  READ_WAIT_MILLISECONDS,
  READS_WAITING_PER_CLIENT,
  SEARCHES_PER_CLIENT,
  SUGGESTIONS_MAX,
} from '../rules/product-facts.ts';
import {
  isNearby,
  isPlain,
  listCheapestOfCrop,
  listNearestOfCrop,
} from './catalogue/card-queries.ts';
import { countByCategory, countByCounty } from './catalogue/facet-queries.ts';
import {
  findCards,
  findCardsNearby,
  findProducts,
  offerOf,
  readCards,
} from './catalogue/find-products.ts';
import { type OfferFilter, offerFilter } from './catalogue/offer-queries.ts';
import { completeFilter, findFarmNames, findOffer, type OfferRow } from './catalogue/queries.ts';
import { cropNamed } from './read-search.ts';

const LEFT_OUT: Facets = { categories: [], counties: [], leftOut: true };

type Reading = Pick<Call, 'clock' | 'catalogueReads' | 'catalogueChanges'>;
type Searcher = Pick<Call, 'clientAddress' | 'withoutSlot'>;
type Visit = Reading & Searcher;

/** Without a place, the best first are the newest. */
const orderedBy = (input: FindProducts): FindProducts =>
  input.sort === 'best' && input.latitude === undefined ? { ...input, sort: undefined } : input;

/** Other queries may read every offer. */
const isQuick = (input: FindProducts) =>
  !isByPlace(input.sort) && !hasOtherFilters(input, ['category', 'farmId']);

/**
 * Limits the caller's share of the database. Concurrent requests for the same list share one query.
 */
export function searchProducts(call: Visit, input: FindProducts) {
  const { catalogueReads, catalogueChanges } = call;
  // The specification's call has no parameters and no pages.
  const isPlainCall = Object.values(input).every((value) => value === undefined);
  const question = isPlainCall ? { limit: PRODUCTS_AT_ONCE_MAX } : orderedBy(input);
  const find = (db: Database) =>
    catalogueChanges.share({ view: 'offers', question }, () => findProducts(db, question, call));
  return isQuick(question) ? catalogueReads.quick(find) : catalogueReads.search(call, find);
}

/** One prepared statement usually answers lists by distance. */
export async function browseCards(call: Visit, asked: FindProducts) {
  const input = orderedBy(asked);
  const { catalogueChanges } = call;
  const { quick, quickList, search, searchList } = call.catalogueReads;
  const shared =
    <T>(as: string, find: (db: Database) => Promise<T>) =>
    (db: Database) =>
      catalogueChanges.share({ view: 'offers', question: { ...input, as } }, () => find(db));
  const findNearby = shared('cards nearby', (db) => findCardsNearby(db, input, call));
  const nearby = isNearby(input) ? await searchList(call, findNearby) : null;
  if (nearby) return nearby;
  const find = shared('cards', (db) => findCards(db, input, call));
  if (isQuick(input)) return (isPlain(input) ? quickList : quick)(find);
  return (isPlain(input) ? searchList : search)(call, find);
}

export const browseFacets = (call: Visit, input: FindProducts) =>
  countFacets((work) => call.catalogueReads.count(call, work), input, call);

type AskedCrop = z.output<typeof cropOffersInput>;

/** Indexes lead straight to its rows. */
export function browseCropOffers(call: Reading, { crop, productId, ...place }: AskedCrop) {
  const question = { crop, productId, place: givenPosition(place) };
  return call.catalogueReads.quick((db) =>
    call.catalogueChanges.share({ view: 'offers', question: { ...question, as: 'crop' } }, () =>
      listCropOffers(db, question, call),
    ),
  );
}

export const browseProduct = (
  call: Reading,
  { productId, ...place }: z.output<typeof getProductInput>,
) =>
  call.catalogueReads.quickList((db) =>
    getProduct(db, { productId, place: givenPosition(place) }, call),
  );

export async function getProduct(
  db: Database,
  { productId, place }: { productId: number; place?: Position | undefined },
  { clock }: { clock: Clock },
) {
  const row = await findOffer(db, { id: productId, place, today: dayInNairobi(clock()) });
  if (!row) throw new AppError('PRODUCT_NOT_FOUND');
  const { farmType, farmSize, farmerFirstName, photos } = row;
  return { ...offerOf(row, photos), farmType, farmSize, farmerFirstName };
}

type CropOffers = {
  crop: string;
  productId?: number | undefined;
  place?: Position | undefined;
};

/** One offer per farm. The nearest come first, and the cheapest per kg fill the rest. */
export async function listCropOffers(
  db: Database,
  { crop: id, productId, place }: CropOffers,
  { clock }: { clock: Clock },
) {
  const crop = findCrop(id);
  if (!crop) throw new AppError('CROP_NOT_FOUND');
  const values = {
    ...offerFilter({ ...place }, clock()),
    crop: crop.id,
    productId: productId ?? null,
  };
  const near = place ? oneOfEachFarm(await listNearestOfCrop(db, values)) : [];
  const all =
    near.length < CROP_OFFERS_MAX
      ? oneOfEachFarm([...near, ...(await listCheapestOfCrop(db, values))])
      : near;
  return {
    crop: crop.id,
    en: crop.english,
    sw: crop.swahili,
    products: await readCards(db, all.slice(0, CROP_OFFERS_MAX)),
  };
}

const oneOfEachFarm = (rows: readonly OfferRow[]): OfferRow[] =>
  rows.filter(({ farmId }, at) => rows.findIndex((other) => other.farmId === farmId) === at);

type Facets = Awaited<ReturnType<typeof count>> & {
  leftOut: boolean;
};

type Counter = <T>(work: (db: Database) => Promise<T>) => Promise<T | null>;

/**
 * Concurrent requests share one count. Left out when counting would delay other people's searches.
 */
export async function countFacets(
  counter: Counter,
  { cursor, sort, limit, ...question }: FindProducts,
  { clock, catalogueChanges }: { clock: Clock; catalogueChanges: CatalogueChanges },
): Promise<Facets> {
  try {
    const facets = await counter((db) =>
      catalogueChanges.share({ view: 'counts', question }, async () =>
        count(db, await completeFilter(db, offerFilter(question, clock()))),
      ),
    );
    return facets ? { ...facets, leftOut: false } : LEFT_OUT;
  } catch (error) {
    if (!isTooSlow(error)) throw error;
    return LEFT_OUT;
  }
}

async function count(db: Database, filter: OfferFilter) {
  const most = FACET_COUNT_MAX + 1;
  const categories = await countByCategory(db, filter, most);
  const counties = await countByCounty(db, filter, most);
  return {
    categories: categories.map(({ key, number }) => ({ category: key, number })),
    counties: counties.map(({ key, number }) => ({ county: key, number })),
  };
}

/** Crops first, then counties, then farms with offers. */
export async function suggestSearches(
  { clock, catalogueReads }: Pick<Call, 'clock' | 'catalogueReads'>,
  { search }: { search: string },
) {
  const typed = fold(search);
  if (!typed) return [];
  const begins = (name: string) => fold(name).startsWith(typed);
  const begun = crops.flatMap(({ names }) => names.filter(begins));
  const meant = begun.length === 0 ? cropNamed(search)?.names.slice(0, 1) : begun;
  // "Nyanya ya mti" is suggested only after "nyanya" is typed.
  const isCovered = (name: string) =>
    begun.some((other) => fold(other) !== typed && name.startsWith(`${other} `));
  const names = (meant ?? [])
    .filter((name) => !isCovered(name))
    .map((name) => name[0]?.toUpperCase() + name.slice(1));
  const farms = await catalogueReads.quick((db) =>
    findFarmNames(db, search, dayInNairobi(clock())),
  );
  return [...new Set([...names.sort(byLength), ...counties.filter(begins), ...farms])].slice(
    0,
    SUGGESTIONS_MAX,
  );
}

const byLength = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1);

declare global {
  interface Services {
    catalogueReads: CatalogueReads;
  }
}

type Work<T> = (db: Database) => Promise<T>;

/**
 * How visitors share the database. Searches may read every offer, so they have their own
 * connections and never delay quick queries. So do counts, which a page can do without.
 */
type CatalogueReads = {
  quick<T>(work: Work<T>): Promise<T>;
  search<T>(searcher: Searcher, work: Work<T>): Promise<T>;
  /** For statements with one kept plan. */
  quickList<T>(work: Work<T>): Promise<T>;
  searchList<T>(searcher: Searcher, work: Work<T>): Promise<T>;
  /** Null if it would have to wait too long. */
  count<T>(searcher: Searcher, work: Work<T>): Promise<T | null>;
};

const waiting = {
  waitingPerClient: READS_WAITING_PER_CLIENT,
  waitMilliseconds: READ_WAIT_MILLISECONDS,
};

export function createCatalogueReads({
  db,
  searches,
  counts,
  lists,
}: Pick<Connection, 'db' | 'searches' | 'counts' | 'lists'>): CatalogueReads {
  // As many as there are connections: the driver would queue another query behind a running one.
  const searching = createFairQueue({
    atOnce: poolSizes.searches,
    perClient: SEARCHES_PER_CLIENT,
    ...waiting,
  });
  const counting = createFairQueue({
    atOnce: poolSizes.counts,
    perClient: COUNTS_PER_CLIENT,
    ...waiting,
    waitMilliseconds: COUNT_WAIT_MILLISECONDS,
  });
  return {
    quick: (work) => work(db),
    search: ({ clientAddress, withoutSlot }, work) =>
      searching.run(clientAddress, () => work(searches), { withoutSlot }),
    quickList: (work) => work(lists),
    searchList: ({ clientAddress, withoutSlot }, work) =>
      searching.run(clientAddress, () => work(lists), { withoutSlot }),
    count: ({ clientAddress, withoutSlot }, work) =>
      counting.runOrSkip(clientAddress, () => work(counts), { withoutSlot }),
  };
}
