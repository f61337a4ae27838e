import { listFarmReviews } from '#orders/server/reviews.ts';
import { within } from '#platform/server/db/deadlines.ts';
import type { Services } from '#platform/server/trpc/context.ts';

const PATIENCE_MILLISECONDS = 400;

type Visitor = { services: Services; clientAddress: string };

/**
 * Computed from all of a farm's sales, so it runs in the queue of searches. Reviews stored by
 * another process appear when the cached page is two seconds old. Undefined if it takes too long or
 * fails: the page's script then requests them.
 */
export async function readReviews({ services, clientAddress }: Visitor, farmId: number) {
  try {
    const work = services.catalogueReads.search(clientAddress, (db) =>
      listFarmReviews(db, { farmId }),
    );
    return await within(work, {
      what: "finding a farm's reviews",
      milliseconds: PATIENCE_MILLISECONDS,
    });
  } catch (error) {
    services.log.warn({ err: error }, "a page was sent without its farm's reviews");
    return undefined;
  }
}
