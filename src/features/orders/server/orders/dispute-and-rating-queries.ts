import { and, asc, count, desc, eq, gt, inArray, isNull, lt, not, or, sql } from 'drizzle-orm';
import { people, sharesIdentity } from '#accounts/server/people-queries.ts';
import { PHOTOS_PER_DISPUTE } from '#orders/rules/limits.ts';
import { disputePhotos } from '#photos/server/media-queries.ts';
import { isOnly, lockName, pick } from '#server/database.ts';
import { isPaidFromFarmsPhone, isProven, payerOf } from '../proof-queries.ts';
import type { Owner } from './read-queries.ts';
import { buyerRatings, orderEvents, orders, reviews } from './tables.ts';

const buyers = people('buyer');
const farmers = people('farmer');

export async function findRateableOrder(
  db: Database,
  { orderId, ...owner }: { orderId: number } & Owner,
) {
  const isOwn =
    'buyerId' in owner ? eq(orders.buyerId, owner.buyerId) : eq(orders.farmerId, owner.farmerId);
  const [row] = await db
    .select(pick(orders, 'status buyerId farmerId'))
    .from(orders)
    .where(and(eq(orders.id, orderId), isOwn));
  return row ?? null;
}

export async function lockRatedFarm(tx: Database, farmerId: number) {
  await lockName(tx, `ratings of farm ${farmerId}`);
}

type Rater = { farmerId: number | null; orderId: number; buyerId: number; since: Date };

/**
 * Another buyer's order counts too if the same phone paid it. By (farmer_id, order_id) of the
 * reviews.
 */
export async function hasCountedReview(db: Database, { farmerId, orderId, buyerId, since }: Rater) {
  if (farmerId === null) return false;
  const isOfPayer = sql`${payerOf(orders.id, orders.buyerId)} = ${payerOf(sql`${orderId}::int`, sql`${buyerId}::int`)}`;
  const rows = await db
    .select({ orderId: reviews.orderId })
    .from(orders)
    .innerJoin(reviews, eq(reviews.orderId, orders.id))
    .where(
      and(
        eq(reviews.farmerId, farmerId),
        reviews.isCounted,
        gt(reviews.createdAt, since),
        or(eq(orders.buyerId, buyerId), isOfPayer),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function insertReview(db: Database, review: typeof reviews.$inferInsert) {
  const rows = await db
    .insert(reviews)
    .values(review)
    .onConflictDoNothing()
    .returning({ orderId: reviews.orderId });
  return rows.length === 1;
}

export async function findOwnReview(
  db: Database,
  { orderId, farmerId }: { orderId: number; farmerId: number },
) {
  const [row] = await db
    .select({ buyerId: orders.buyerId, rating: reviews.rating })
    .from(orders)
    .leftJoin(reviews, eq(reviews.orderId, orders.id))
    .where(and(eq(orders.id, orderId), eq(orders.farmerId, farmerId)));
  return row ?? null;
}

type Answer = { orderId: number; farmerId: number; answer: string; now: Date };

export async function updateAnswer(db: Database, { orderId, farmerId, answer, now }: Answer) {
  const rows = await db
    .update(reviews)
    .set({ answer, answeredAt: now })
    .where(
      and(eq(reviews.orderId, orderId), eq(reviews.farmerId, farmerId), isNull(reviews.answer)),
    )
    .returning({ orderId: reviews.orderId });
  return rows.length === 1;
}

type ReviewPage = { farmerId: number; beforeOrderId: number | null; limit: number };

/** By (farmer_id, order_id). */
export async function listReviews(db: Database, { farmerId, beforeOrderId, limit }: ReviewPage) {
  return db
    .select({
      ...pick(reviews, 'orderId rating text answer isCounted createdAt'),
      buyerFirstName: buyers.firstName,
    })
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .leftJoin(buyers, eq(buyers.id, orders.buyerId))
    .where(
      and(
        isOnly(reviews.farmerId, farmerId),
        eq(orders.status, 'completed'),
        // Checked for each row of the page; a join would check all reviews.
        sql`(select not ${sharesIdentity(orders.buyerId, orders.farmerId)})`,
        not(isPaidFromFarmsPhone(orders.id, farmerId)),
        beforeOrderId === null ? undefined : lt(reviews.orderId, beforeOrderId),
      ),
    )
    .orderBy(desc(reviews.farmerId), desc(reviews.orderId))
    .limit(limit);
}

export async function findReviewNotice(db: Database, orderId: number) {
  const [row] = await db
    .select({
      userId: farmers.id,
      ...pick(reviews, 'orderId rating text'),
      ...pick(farmers, 'email firstName language'),
    })
    .from(reviews)
    .innerJoin(farmers, eq(farmers.id, reviews.farmerId))
    .where(eq(reviews.orderId, orderId));
  return row ?? null;
}

export async function insertBuyerRating(db: Database, rating: typeof buyerRatings.$inferInsert) {
  const rows = await db
    .insert(buyerRatings)
    .values(rating)
    .onConflictDoNothing()
    .returning({ orderId: buyerRatings.orderId });
  return rows.length === 1;
}

export async function listRatingsOfOrders(db: Database, orderIds: number[]) {
  return db
    .select({ orderId: buyerRatings.orderId, rating: buyerRatings.rating })
    .from(buyerRatings)
    .where(inArray(buyerRatings.orderId, orderIds))
    .orderBy(buyerRatings.orderId)
    .limit(orderIds.length);
}

/** By all proven farmers, with one decimal. */
export async function listBuyerStandings(db: Database, buyerIds: number[]) {
  return db
    .select({
      buyerId: buyerRatings.buyerId,
      rating: sql<number>`round(avg(${buyerRatings.rating}), 1)::float8`,
      count: count(),
    })
    .from(buyerRatings)
    .where(and(inArray(buyerRatings.buyerId, buyerIds), isProven(buyerRatings.farmerId)))
    .groupBy(buyerRatings.buyerId)
    .orderBy(buyerRatings.buyerId)
    .limit(buyerIds.length);
}

/** An order is disputed at most once. */
const EVENTS_PER_DISPUTE = 2;

export async function listDisputeEvents(db: Database, orderIds: number[]) {
  return db
    .select(pick(orderEvents, 'orderId to reason happenedAt'))
    .from(orderEvents)
    .where(
      and(
        inArray(orderEvents.orderId, orderIds),
        eq(orderEvents.subject, 'status'),
        or(eq(orderEvents.to, 'disputed'), eq(orderEvents.from, 'disputed')),
      ),
    )
    .orderBy(asc(orderEvents.orderId), asc(orderEvents.id))
    .limit(orderIds.length * EVENTS_PER_DISPUTE);
}

export async function listDisputePhotos(db: Database, orderIds: number[]) {
  return db
    .select(pick(disputePhotos, 'id orderId takenAt isTakenAtDoubtful'))
    .from(disputePhotos)
    .where(inArray(disputePhotos.orderId, orderIds))
    .orderBy(asc(disputePhotos.orderId), asc(disputePhotos.id))
    .limit(orderIds.length * PHOTOS_PER_DISPUTE);
}

export async function findDisputePhoto(db: Database, id: number) {
  const [row] = await db
    .select({ contentHash: disputePhotos.contentHash })
    .from(disputePhotos)
    .where(eq(disputePhotos.id, id));
  return row ?? null;
}

export async function updateDisputeAnswer(
  db: Database,
  { orderId, answer, now }: { orderId: number; answer: string; now: Date },
) {
  const rows = await db
    .update(orders)
    .set({ disputeAnswer: answer, disputeAnsweredAt: now })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'disputed'), isNull(orders.disputeAnswer)))
    .returning({ id: orders.id });
  return rows.length === 1;
}
