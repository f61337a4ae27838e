import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { isTooSlow } from '#server/db/unavailable.ts';
import { FACET_CACHE_SECONDS, FACET_COUNT_MAX } from '#shared/limits.ts';
import type { FindProducts } from '#shared/product.ts';
import { countByCategory, countByCounty } from './facet-queries.ts';
import { type OfferFilter, offerFilter } from './offer-filter.ts';
import { completeFilter } from './reach-queries.ts';

type Facets = Awaited<ReturnType<typeof count>> & {
  /** Nothing was counted, because no connection was free in time or the count took too long: the page shows no numbers. */
  leftOut: boolean;
};

/** Runs work on a connection for counts; null when none is free in time. */
type Counter = <T>(work: (db: Database) => Promise<T>) => Promise<T | null>;

const LEFT_OUT: Facets = { categories: [], counties: [], leftOut: true };

type Cache = Map<string, { until: number; facets: Promise<Facets> }>;

/** One cache per process; each test's services have their own. */
const caches = new WeakMap<{ clock: Clock }, Cache>();
const CACHED_FILTERS_MAX = 500;

/**
 * How many offers each category and county has with the other filters as they are, counted up to "1,000+". Kept for half a minute for each
 * filter; requests at the same time share one count. Left out when counting would delay other people's searches.
 */
export async function countFacets(
  counter: Counter,
  { cursor, sort, limit, ...input }: FindProducts,
  services: { clock: Clock },
): Promise<Facets> {
  const cache: Cache = caches.get(services) ?? new Map();
  caches.set(services, cache);
  const now = services.clock();
  const key = JSON.stringify(Object.entries(input).sort());
  const known = cache.get(key);
  if (known && known.until > now.getTime()) {
    const facets = await known.facets;
    // It may have been left out because one client's share was in use; this client has a share of its own.
    if (!facets.leftOut) return facets;
  }
  if (cache.size >= CACHED_FILTERS_MAX) cache.clear();
  const facets = countInTurn(counter, offerFilter(input, now));
  cache.set(key, { until: now.getTime() + FACET_CACHE_SECONDS * 1000, facets });
  const forget = () => cache.get(key)?.facets === facets && cache.delete(key);
  facets.then(({ leftOut }) => leftOut && forget(), forget);
  return facets;
}

async function countInTurn(counter: Counter, filter: OfferFilter): Promise<Facets> {
  try {
    const facets = await counter(async (db) => count(db, await completeFilter(db, filter)));
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
