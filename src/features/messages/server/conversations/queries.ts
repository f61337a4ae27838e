import {
  type AnyColumn,
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  lt,
  lte,
  or,
  sql,
} from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { people } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/queries.ts';
import { OFFERS_PER_ROUND, type Side, UNREAD_MAX } from '#messages/rules/message.ts';
import { priceOffers } from '#orders/server/queries.ts';
import { products } from '#products/server/queries.ts';
import { pick } from '#server/database.ts';
import { conversations } from '../tables/conversations.ts';
import { blocks, messages } from '../tables/messages.ts';

const columns = pick(
  conversations,
  'id buyerId farmerId productId productName lastMessageId buyerReadId farmerReadId buyerUnread',
  'farmerUnread createdAt',
);

export type ConversationRow = Awaited<ReturnType<typeof lockConversation>>[number];

export type Person = { userId: number; side: Side };

export type ConversationCall = Pick<Call<'user'>, 'db' | 'clock' | 'language'> & {
  user: Pick<Call<'user'>['user'], 'id' | 'role'>;
};

/** Users have the side of their role in all their conversations. */
export const personOf = ({ user }: Pick<ConversationCall, 'user'>): Person => ({
  userId: user.id,
  side: user.role,
});

const ownerOf = (side: Side) => (side === 'buyer' ? conversations.buyerId : conversations.farmerId);
const isOwn = ({ userId, side }: Person) => eq(ownerOf(side), userId);

/** Empty if the conversation isn't the user's. By primary key. */
export async function lockConversation(
  db: Database,
  { conversationId, ...person }: Person & { conversationId: number },
) {
  return db
    .select(columns)
    .from(conversations)
    .where(and(eq(conversations.id, conversationId), isOwn(person)))
    .for('no key update');
}

export async function lockConversationAbout(
  db: Database,
  { buyerId, productId }: { buyerId: number; productId: number },
) {
  return db
    .select(columns)
    .from(conversations)
    .where(and(eq(conversations.buyerId, buyerId), eq(conversations.productId, productId)))
    .for('no key update');
}

export type NewConversation = {
  buyerId: number;
  farmerId: number;
  productId: number;
  productName: string;
  createdAt: Date;
};

export async function insertConversation(db: Database, values: NewConversation) {
  const [row] = await db.insert(conversations).values(values).returning(columns);
  if (!row) throw new Error('The conversation was not stored');
  return row;
}

export const countBegunSince = (db: Database, buyerId: number, since: Date) =>
  db.$count(
    conversations,
    and(eq(conversations.buyerId, buyerId), gte(conversations.createdAt, since)),
  );

const buyers = people('buyer');
const isBlocking = (blockerId: AnyColumn, blockedId: AnyColumn) =>
  sql<boolean>`exists (select from ${blocks} where ${blocks.blockerId} = ${blockerId} and ${blocks.blockedId} = ${blockedId})`;

const shownColumns = {
  ...columns,
  buyerFirstName: buyers.firstName,
  buyerLastName: buyers.lastName,
  farmName: farms.name,
  county: farms.pinCounty,
  crop: products.crop,
  lastText: messages.text,
  lastKind: messages.kind,
  lastFrom: messages.from,
  lastAt: messages.sentAt,
  isBlockedByBuyer: isBlocking(conversations.buyerId, conversations.farmerId),
  isBlockedByFarmer: isBlocking(conversations.farmerId, conversations.buyerId),
};

export type ShownConversation = Awaited<ReturnType<typeof listConversations>>[number];

type ConversationList = Person & {
  id?: number;
  beforeId?: number | null;
  /** The syntax of to_tsquery. */
  words?: string | null;
  limit: number;
};

/**
 * By conversations_buyer or conversations_farmer; words by messages_conversation or
 * messages_folded.
 */
export async function listConversations(
  db: Database,
  { id, beforeId = null, words = null, limit, ...person }: ConversationList,
) {
  const hasWords = sql`exists (select from ${messages} said where said.conversation_id = ${conversations.id}
    and to_tsvector('simple', fold_text(said.text)) @@ to_tsquery('simple', ${words}))`;
  return db
    .select(shownColumns)
    .from(conversations)
    .leftJoin(buyers, eq(buyers.id, conversations.buyerId))
    .leftJoin(farms, eq(farms.userId, conversations.farmerId))
    .leftJoin(products, eq(products.id, conversations.productId))
    .leftJoin(messages, eq(messages.id, conversations.lastMessageId))
    .where(
      and(
        isOwn(person),
        id === undefined ? undefined : eq(conversations.id, id),
        beforeId === null ? undefined : lt(conversations.lastMessageId, beforeId),
        words === null ? undefined : hasWords,
      ),
    )
    .orderBy(desc(conversations.lastMessageId), desc(conversations.id))
    .limit(limit);
}

export async function listUnread(db: Database, { userId, side }: Person) {
  const unread = side === 'buyer' ? conversations.buyerUnread : conversations.farmerUnread;
  // Literal SQL, to match the partial indexes.
  const hasUnread = side === 'buyer' ? sql`buyer_unread > 0` : sql`farmer_unread > 0`;
  return db
    .select({ unread })
    .from(conversations)
    .where(and(isOwn({ userId, side }), hasUnread))
    .orderBy(asc(conversations.id))
    .limit(UNREAD_MAX);
}

export async function insertBlock(db: Database, block: typeof blocks.$inferInsert) {
  await db.insert(blocks).values(block).onConflictDoNothing();
}

export async function deleteBlock(
  db: Database,
  { blockerId, blockedId }: { blockerId: number; blockedId: number },
) {
  await db
    .delete(blocks)
    .where(and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId)));
}

export async function isBlocked(db: Database, [one, other]: [number, number]) {
  const [row] = await db
    .select({ blockerId: blocks.blockerId })
    .from(blocks)
    .where(
      or(
        and(eq(blocks.blockerId, one), eq(blocks.blockedId, other)),
        and(eq(blocks.blockerId, other), eq(blocks.blockedId, one)),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Reaches every process, on commit. */
export async function notifyConversationChanged(
  db: Database,
  { id, buyerId, farmerId }: Pick<ConversationRow, 'id' | 'buyerId' | 'farmerId'>,
) {
  const changes = JSON.stringify([{ conversationId: id, userIds: [buyerId, farmerId] }]);
  await db
    .select({ sent: sql`pg_notify('conversation_changes', ${changes})` })
    .from(sql`(values (1)) as once`);
}

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

export const countHeld = (db: Database, buyerId: number) =>
  db.$count(priceOffers, and(eq(priceOffers.buyerId, buyerId), eq(priceOffers.status, 'accepted')));

const due = { id: priceOffers.id, buyerId: priceOffers.buyerId };

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
  const { id, buyerId, farmerId } = columns;
  const [row] = await db
    .select({ id, buyerId, farmerId })
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
