import { listFarmReviews } from '#features/orders/server/reviews.ts';
import { within } from '#platform/server/db/deadlines.ts';
import type { Services } from '../context.ts';

/** After this a page is sent without its farm's reviews, and its script asks for them. */
const PATIENCE_MILLISECONDS = 400;

type Visitor = { services: Services; clientAddress: string };

/**
 * The first reviews of a farm and its rating, which are counted from all of its sales: so this
 * waits its turn among the searches. What this process stores announces a change of the catalogue
 * and is on the page at once; what another one stores, when the page is two seconds old.
 * @returns nothing if it takes too long or fails: the page is worth sending without them
 */
export async function readReviews({ services, clientAddress }: Visitor, farmId: number) {
  try {
    const work = services.catalogueReads.searchOnPrimary(clientAddress, (db) =>
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
