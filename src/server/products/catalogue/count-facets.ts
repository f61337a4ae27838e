import type { Database } from '#server/db/connect.ts';
import type { Services } from '#server/services.ts';
import { FACET_CACHE_SECONDS, FACET_COUNT_MAX } from '#shared/limits.ts';
import type { FindProducts } from '#shared/product.ts';
import { countByCategory, countByCounty } from './facet-queries.ts';
import { type OfferFilter, offerFilter } from './offer-filter.ts';

type Facets = Awaited<ReturnType<typeof count>>;

type Cache = Map<string, { until: number; facets: Promise<Facets> }>;

/** One for the process' services: tests have their own. */
const caches = new WeakMap<Pick<Services, 'clock'>, Cache>();
const CACHED_FILTERS_MAX = 500;

/**
 * How many offers stand behind each category and county with the other filters as they are, counted up to "1,000+". Kept for
 * half a minute for each filter, and asked of the database once for all who ask at the same time.
 */
export function countFacets(
  db: Database,
  { cursor, sort, ...input }: FindProducts,
  services: Pick<Services, 'clock'>,
): Promise<Facets> {
  const cache: Cache = caches.get(services) ?? new Map();
  caches.set(services, cache);
  const now = services.clock();
  const key = JSON.stringify(Object.entries(input).sort());
  const known = cache.get(key);
  if (known && known.until > now.getTime()) return known.facets;
  if (cache.size >= CACHED_FILTERS_MAX) cache.clear();
  const facets = count(db, offerFilter(input, now));
  cache.set(key, { until: now.getTime() + FACET_CACHE_SECONDS * 1000, facets });
  facets.catch(() => cache.delete(key));
  return facets;
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
