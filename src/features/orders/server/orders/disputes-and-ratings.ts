import {
  BUYER_RATINGS_SHOWN_FROM,
  DISPUTE_PHOTO_LINK_SECONDS,
  PHOTOS_PER_DISPUTE,
} from '#orders/rules/limits.ts';
import { type LinkSigning, signedQuery } from '#server/hashes.ts';
import {
  listBuyerStandings,
  listDisputeEvents,
  listDisputePhotos,
  listRatingsOfOrders,
} from './dispute-and-rating-queries.ts';
import type { OrderRead } from './read-queries.ts';

type DisputeRows = {
  openedAt: Date;
  reason: string | null;
  end: DisputeEnd | null;
  photos: DisputePhoto[];
};
type DisputePhoto = { id: number; takenAt: Date | null; isTakenAtDoubtful: boolean };
type DisputeEnd = { to: 'completed' | 'cancelled'; reason: string | null; at: Date };

export async function listDisputes(
  db: Database,
  orderIds: number[],
): Promise<Map<number, DisputeRows>> {
  const disputes = new Map<number, DisputeRows>();
  for (const { orderId, to, reason, happenedAt } of await listDisputeEvents(db, orderIds)) {
    const dispute = disputes.get(orderId);
    if (to === 'disputed')
      disputes.set(orderId, { openedAt: happenedAt, reason, end: null, photos: [] });
    else if (dispute)
      dispute.end = { to: to === 'completed' ? 'completed' : 'cancelled', reason, at: happenedAt };
  }
  if (disputes.size === 0) return disputes;
  for (const { orderId, ...photo } of await listDisputePhotos(db, [...disputes.keys()]))
    disputes.get(orderId)?.photos.push(photo);
  return disputes;
}

export function disputeOf(
  { disputeAnswer, disputeAnsweredAt }: OrderRead,
  dispute: DisputeRows | undefined,
  signing: LinkSigning,
) {
  if (!dispute) return null;
  const { openedAt, reason, end, photos } = dispute;
  return {
    openedAt,
    reason,
    photos: photos.map((photo) => ({ ...photo, url: disputePhotoPath(photo.id, signing) })),
    photosLeft: end ? 0 : PHOTOS_PER_DISPUTE - photos.length,
    answer: disputeAnswer,
    answeredAt: disputeAnsweredAt,
    resolution: end,
  };
}

/** Only the order's buyer and farmer and the operator get this link. */
export const disputePhotoPath = (id: number, signing: LinkSigning) =>
  `/api/dispute-photos/${id}${signedQuery({ purpose: 'dispute photo', id, validSeconds: DISPUTE_PHOTO_LINK_SECONDS }, signing)}`;

type Rated = { id: number; buyerId: number | null };

type BuyerStanding = { rating: number; count: number };
export type BuyerRatings = {
  given: ReadonlyMap<number, number>;
  standings: ReadonlyMap<number, BuyerStanding>;
};

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
