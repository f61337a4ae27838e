import { and, asc, desc, eq, gt, inArray, lte, or } from 'drizzle-orm';
import { OFFERS_PER_ROUND } from '#features/messages/rules/limits.ts';
import type { OfferStatus } from '#features/messages/rules/price-offer.ts';
import { conversations, priceOffers } from '#features/messages/server/tables.ts';
import type { Database } from '#platform/server/db/database.ts';

const columns = {
  id: priceOffers.id,
  conversationId: priceOffers.conversationId,
  buyerId: priceOffers.buyerId,
  productId: priceOffers.productId,
  by: priceOffers.by,
  status: priceOffers.status,
  quantity: priceOffers.quantity,
  priceCents: priceOffers.priceCents,
  productName: priceOffers.productName,
  unit: priceOffers.unit,
  netWeightKg: priceOffers.netWeightKg,
  createdAt: priceOffers.createdAt,
  expiresAt: priceOffers.expiresAt,
  heldUntil: priceOffers.heldUntil,
  orderId: priceOffers.orderId,
};

export type OfferRow = Awaited<ReturnType<typeof listOffers>>[number];

/** Offers by id, in id order. */
export async function listOffers(db: Database, ids: number[]) {
  if (ids.length === 0) return [];
  return db
    .select(columns)
    .from(priceOffers)
    .where(inArray(priceOffers.id, ids))
    .orderBy(asc(priceOffers.id))
    .limit(ids.length);
}

export async function findOffer(db: Database, id: number) {
  const [row] = await listOffers(db, [id]);
  return row ?? null;
}

/** Locks an offer until the transaction ends; null if there is none. */
export async function lockOffer(db: Database, id: number) {
  const [row] = await db
    .select(columns)
    .from(priceOffers)
    .where(eq(priceOffers.id, id))
    .for('no key update');
  return row ?? null;
}

/**
 * A conversation's open offer, which may have expired; null if there is none. By price_offers_open.
 */
export async function findOpenOffer(db: Database, conversationId: number) {
  const [row] = await db
    .select(columns)
    .from(priceOffers)
    .where(and(eq(priceOffers.conversationId, conversationId), eq(priceOffers.status, 'open')));
  return row ?? null;
}

export async function insertOffer(
  db: Database,
  values: Omit<typeof priceOffers.$inferInsert, 'id'>,
) {
  const [row] = await db.insert(priceOffers).values(values).returning(columns);
  if (!row) throw new Error('The offer was not stored');
  return row;
}

type Change = Partial<
  Pick<typeof priceOffers.$inferInsert, 'status' | 'answeredAt' | 'heldUntil' | 'seenAt'>
>;

/**
 * Changes an offer's status, if it is still `from`.
 * @returns whether it changed
 */
export async function updateOfferStatus(
  db: Database,
  { id, from, change }: { id: number; from: OfferStatus; change: Change },
) {
  const moved = await db
    .update(priceOffers)
    .set(change)
    .where(and(eq(priceOffers.id, id), eq(priceOffers.status, from)))
    .returning({ id: priceOffers.id });
  return moved.length > 0;
}

/** How many offers a buyer has in the cart. By price_offers_buyer. */
export const countHeld = (db: Database, buyerId: number) =>
  db.$count(priceOffers, and(eq(priceOffers.buyerId, buyerId), eq(priceOffers.status, 'accepted')));

const due = {
  id: priceOffers.id,
  buyerId: priceOffers.buyerId,
};

/** Open offers that have expired, oldest first. By price_offers_expiring. */
export async function listExpired(db: Database, now: Date) {
  return db
    .select(due)
    .from(priceOffers)
    .where(and(eq(priceOffers.status, 'open'), lte(priceOffers.expiresAt, now)))
    .orderBy(asc(priceOffers.expiresAt), asc(priceOffers.id))
    .limit(OFFERS_PER_ROUND);
}

/** Accepted offers whose reservation has expired, oldest first. By price_offers_held_until. */
export async function listOverdue(db: Database, now: Date) {
  return db
    .select(due)
    .from(priceOffers)
    .where(and(eq(priceOffers.status, 'accepted'), lte(priceOffers.heldUntil, now)))
    .orderBy(asc(priceOffers.heldUntil), asc(priceOffers.id))
    .limit(OFFERS_PER_ROUND);
}

/**
 * A user's offers that are open or reserve stock, in id order, locked. By conversations_buyer and
 * conversations_farmer.
 */
export async function lockOffersOf(db: Database, userId: number) {
  return db
    .select(columns)
    .from(priceOffers)
    .innerJoin(conversations, eq(conversations.id, priceOffers.conversationId))
    .where(
      and(
        or(eq(conversations.buyerId, userId), eq(conversations.farmerId, userId)),
        inArray(priceOffers.status, ['open', 'accepted']),
      ),
    )
    .orderBy(asc(priceOffers.productId), asc(priceOffers.id))
    .limit(10_000)
    .for('no key update', { of: priceOffers });
}

/** The two sides of an offer's conversation. */
export async function findSides(db: Database, conversationId: number) {
  const [row] = await db
    .select({
      id: conversations.id,
      buyerId: conversations.buyerId,
      farmerId: conversations.farmerId,
    })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  return row ?? null;
}

/** More than a farmer answers by phone. */
const TO_ANSWER_MAX = 20;

/**
 * The ids of the buyers' open offers to a farmer, the newest first. By conversations_farmer and
 * price_offers_open.
 */
export async function listToAnswer(
  db: Database,
  { farmerId, now }: { farmerId: number; now: Date },
) {
  const rows = await db
    .select({ id: priceOffers.id })
    .from(priceOffers)
    .innerJoin(conversations, eq(conversations.id, priceOffers.conversationId))
    .where(
      and(
        eq(conversations.farmerId, farmerId),
        eq(priceOffers.status, 'open'),
        eq(priceOffers.by, 'buyer'),
        gt(priceOffers.expiresAt, now),
      ),
    )
    .orderBy(desc(priceOffers.id))
    .limit(TO_ANSWER_MAX);
  return rows.map(({ id }) => id);
}
