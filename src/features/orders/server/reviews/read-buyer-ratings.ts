import { BUYER_RATINGS_SHOWN_FROM } from '#orders/rules/limits.ts';
import type { Database } from '#platform/server/db/database.ts';
import { listBuyerStandings, listRatingsOfOrders } from './queries.ts';

type Rated = { id: number; buyerId: number | null };

/** 1 to 5 with one decimal. */
type BuyerStanding = { rating: number; count: number };
export type BuyerRatings = {
  given: ReadonlyMap<number, number>;
  standings: ReadonlyMap<number, BuyerStanding>;
};

/** From three ratings on, also all farmers' rating of the buyer. */
export async function readBuyerRatings(db: Database, orders: Rated[]): Promise<BuyerRatings> {
  const buyerIds = [
    ...new Set(orders.flatMap(({ buyerId }) => (buyerId === null ? [] : [buyerId]))),
  ];
  const orderIds = orders.map(({ id }) => id);
  const given = orderIds.length === 0 ? [] : await listRatingsOfOrders(db, orderIds);
  const standings = buyerIds.length === 0 ? [] : await listBuyerStandings(db, buyerIds);
  const shown = standings.filter(({ count }) => count >= BUYER_RATINGS_SHOWN_FROM);
  return {
    given: new Map(given.map(({ orderId, rating }) => [orderId, rating])),
    standings: new Map(shown.map(({ buyerId, ...standing }) => [buyerId, standing])),
  };
}
