import { listFarmReviews } from '#features/orders/server/reviews.ts';
import { within } from '#platform/server/db/deadlines.ts';
import type { Services } from '#platform/server/trpc/context.ts';

/** After this time a page is sent without its farm's reviews, and its script requests them. */
const PATIENCE_MILLISECONDS = 400;

type Visitor = { services: Services; clientAddress: string };

/**
 * The first reviews of a farm and its rating. They are computed from all of its sales, so this runs
 * in the queue of searches. Reviews stored by this process announce a change of the catalogue and
 * appear at once. Those stored by another process appear when the cached page is two seconds old.
 * @returns nothing if it takes too long or fails, because the page is useful without them
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
