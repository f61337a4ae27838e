import { and, asc, desc, eq, gt, inArray, lte, or } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { OFFERS_PER_ROUND } from '#messages/rules/limits.ts';
import { conversations } from '#messages/server/tables/conversations.ts';
import { priceOffers } from '#orders/server/queries.ts';
import type { Database } from '#platform/server/db/database.ts';

export async function listOffers(db: Database, ids: number[]) {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(priceOffers)
    .where(inArray(priceOffers.id, ids))
    .orderBy(asc(priceOffers.id))
    .limit(ids.length);
}

export async function findOffer(db: Database, id: number) {
  const [row] = await listOffers(db, [id]);
  return row ?? null;
}

/** It may have expired. By price_offers_open. */
export async function findOpenOffer(db: Database, conversationId: number) {
  const [row] = await db
    .select()
    .from(priceOffers)
    .where(and(eq(priceOffers.conversationId, conversationId), eq(priceOffers.status, 'open')));
  return row ?? null;
}

/** By price_offers_buyer. */
export const countHeld = (db: Database, buyerId: number) =>
  db.$count(priceOffers, and(eq(priceOffers.buyerId, buyerId), eq(priceOffers.status, 'accepted')));

const due = {
  id: priceOffers.id,
  buyerId: priceOffers.buyerId,
};

/** Oldest first. By price_offers_expiring. */
export async function listExpired(db: Database, now: Date) {
  return db
    .select(due)
    .from(priceOffers)
    .where(and(eq(priceOffers.status, 'open'), lte(priceOffers.expiresAt, now)))
    .orderBy(asc(priceOffers.expiresAt), asc(priceOffers.id))
    .limit(OFFERS_PER_ROUND);
}

/** Oldest first. By price_offers_held_until. */
export async function listOverdue(db: Database, now: Date) {
  return db
    .select(due)
    .from(priceOffers)
    .where(and(eq(priceOffers.status, 'accepted'), lte(priceOffers.heldUntil, now)))
    .orderBy(asc(priceOffers.heldUntil), asc(priceOffers.id))
    .limit(OFFERS_PER_ROUND);
}

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

/** Newest first. By conversations_farmer and price_offers_open. */
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

export const conversationsOf = (userId: number) =>
  new QueryBuilder()
    .select({ id: conversations.id })
    .from(conversations)
    .where(or(eq(conversations.buyerId, userId), eq(conversations.farmerId, userId)));
