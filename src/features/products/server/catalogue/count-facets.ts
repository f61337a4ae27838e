import type { FindProducts } from '#features/products/rules/find-products.ts';
import { FACET_COUNT_MAX } from '#features/products/rules/limits.ts';
import type { CatalogueChanges } from '#platform/server/cache/catalogue-changes.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { isTooSlow } from '#platform/server/db/unavailable.ts';
import { countByCategory, countByCounty } from './facet-queries.ts';
import { type OfferFilter, offerFilter } from './offer-filter.ts';
import { completeFilter } from './reach-queries.ts';

type Facets = Awaited<ReturnType<typeof count>> & {
  /**
   * True if nothing was counted, because no connection was free in time or the count took too long.
   * The page then shows no numbers.
   */
  leftOut: boolean;
};

/** Runs work on a connection for counts; null if none is free in time. */
type Counter = <T>(work: (db: Database) => Promise<T>) => Promise<T | null>;

const LEFT_OUT: Facets = { categories: [], counties: [], leftOut: true };

/**
 * Counts the offers in each category and county under the other filters, up to "1,000+". Concurrent
 * requests share one count. Left out when counting would delay other people's searches.
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
