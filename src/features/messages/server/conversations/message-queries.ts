import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  min,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { people } from '#accounts/server/people-queries.ts';
import {
  PHOTOS_PER_MESSAGE,
  REPORTED_MESSAGES,
  type Side,
  UNREAD_MAX,
} from '#messages/rules/message.ts';
import { OPERATOR_LIST_MAX } from '#orders/rules/limits.ts';
import { messageMedia } from '#photos/server/media-queries.ts';
import { pick } from '#server/database.ts';
import { conversations } from '../tables/conversations.ts';
import { conversationReports, messages } from '../tables/messages.ts';
import type { Person } from './queries.ts';

/** The conversation is locked. */
export async function insertMessage(
  db: Database,
  values: Omit<typeof messages.$inferInsert, 'id'>,
) {
  const [row] = await db.insert(messages).values(values).returning({ id: messages.id });
  if (!row) throw new Error('The message was not stored');
  const unread =
    values.from === 'buyer'
      ? { farmerUnread: sql`least(${conversations.farmerUnread} + 1, ${UNREAD_MAX})` }
      : { buyerUnread: sql`least(${conversations.buyerUnread} + 1, ${UNREAD_MAX})` };
  await db
    .update(conversations)
    .set({ lastMessageId: row.id, ...unread })
    .where(eq(conversations.id, values.conversationId));
  return row.id;
}

/** Null if there are fewer. By messages_sender. */
export async function findSentAt(db: Database, userId: number, before: number) {
  const [row] = await db
    .select({ sentAt: messages.sentAt })
    .from(messages)
    .where(eq(messages.senderId, userId))
    .orderBy(desc(messages.id))
    .offset(before)
    .limit(1);
  return row?.sentAt ?? null;
}

export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number];

type MessageList = { conversationId: number; id?: number; beforeId?: number | null; limit: number };

/** Newest first. By messages_conversation. */
export async function listMessages(
  db: Database,
  { conversationId, id, beforeId = null, limit }: MessageList,
) {
  return db
    .select(pick(messages, 'id from kind text offerId sentAt'))
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        id === undefined ? undefined : eq(messages.id, id),
        beforeId === null ? undefined : lt(messages.id, beforeId),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(limit);
}

export async function listFirstEvents(db: Database, offerIds: number[]) {
  if (offerIds.length === 0) return [];
  const rows = await db
    .select({ id: min(messages.id) })
    .from(messages)
    .where(and(inArray(messages.offerId, offerIds), eq(messages.kind, 'event')))
    .groupBy(messages.offerId)
    .orderBy(asc(messages.offerId))
    .limit(offerIds.length);
  return rows.flatMap(({ id }) => id ?? []);
}

type ReadMark = { conversationId: number; side: Side; upTo: number };

/** The conversation is locked. By messages_conversation. */
export async function updateReadMark(db: Database, { conversationId, side, upTo }: ReadMark) {
  const other = side === 'buyer' ? 'farmer' : 'buyer';
  const later = db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        gt(messages.id, upTo),
        eq(messages.from, other),
      ),
    )
    .limit(UNREAD_MAX)
    .as('later');
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(later);
  const unread = row?.count ?? 0;
  await db
    .update(conversations)
    .set(
      side === 'buyer'
        ? { buyerReadId: upTo, buyerUnread: unread }
        : { farmerReadId: upTo, farmerUnread: unread },
    )
    .where(eq(conversations.id, conversationId));
}

/** A held offer has no other event than its acceptance. By messages_offer. */
export const isAcceptanceIn = (upTo: number) => (offerId: SQLWrapper) =>
  sql`exists (select from ${messages} where ${messages.offerId} = ${offerId}
    and ${messages.kind} = 'event' and ${messages.id} <= ${upTo})`;

/** Includes running uploads. By message_media_sender. */
export async function sumBytesSince(db: Database, senderId: number, since: Date) {
  const [row] = await db
    .select({
      bytes: sql<number>`coalesce(sum(${messageMedia.storedBytes}), 0)::float8`.mapWith(Number),
    })
    .from(messageMedia)
    .where(and(eq(messageMedia.senderId, senderId), gte(messageMedia.createdAt, since)));
  return row?.bytes ?? 0;
}

export type MediaRow = Awaited<ReturnType<typeof listMedia>>[number];

export async function listMedia(db: Database, messageIds: number[]) {
  if (messageIds.length === 0) return [];
  return db
    .select(pick(messageMedia, 'id messageId contentType widthPixels heightPixels seconds'))
    .from(messageMedia)
    .where(inArray(messageMedia.messageId, messageIds))
    .orderBy(asc(messageMedia.messageId), asc(messageMedia.id))
    .limit(messageIds.length * PHOTOS_PER_MESSAGE);
}

type Wanted = { conversationId: number; mediaId: number };

export const findOwnMedia = (db: Database, { userId, side, ...wanted }: Wanted & Person) =>
  findMedia(
    db,
    wanted,
    eq(side === 'buyer' ? conversations.buyerId : conversations.farmerId, userId),
  );

export async function findMedia(
  db: Database,
  { conversationId, mediaId }: Wanted,
  isReaders?: SQL,
) {
  const [row] = await db
    .select(pick(messageMedia, 'contentHash contentType seconds'))
    .from(messageMedia)
    .innerJoin(messages, eq(messages.id, messageMedia.messageId))
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(and(eq(messageMedia.id, mediaId), eq(conversations.id, conversationId), isReaders));
  return row ?? null;
}

/** False if the user has an open report about it. */
export async function insertReport(
  db: Database,
  report: Omit<typeof conversationReports.$inferInsert, 'id'>,
) {
  const stored = await db
    .insert(conversationReports)
    .values(report)
    .onConflictDoNothing()
    .returning({ id: conversationReports.id });
  return stored.length > 0;
}

/** Oldest first. By conversation_reports_reporter. */
export async function listReportTimes(
  db: Database,
  { reporterId, since, limit }: { reporterId: number; since: Date; limit: number },
) {
  return db
    .select({ createdAt: conversationReports.createdAt })
    .from(conversationReports)
    .where(
      and(
        eq(conversationReports.reporterId, reporterId),
        gte(conversationReports.createdAt, since),
      ),
    )
    .orderBy(asc(conversationReports.createdAt), asc(conversationReports.id))
    .limit(limit);
}

const isOpen = isNull(conversationReports.closedAt);
const [buyers, farmers, reporters] = [people('buyer'), people('farmer'), people('reporter')];

const named = (people: { email: AnyPgColumn; phoneNumber: AnyPgColumn }) =>
  sql<string | null>`coalesce(${people.email}, ${people.phoneNumber})`;

/** Oldest first. By conversation_reports_waiting. */
export async function listOpenReports(db: Database, id?: number) {
  return db
    .select({
      ...pick(conversationReports, 'id conversationId messageId reason'),
      since: conversationReports.createdAt,
      reporter: named(reporters),
      buyer: named(buyers),
      farmer: named(farmers),
      ...pick(conversations, 'buyerId farmerId productName'),
    })
    .from(conversationReports)
    .innerJoin(conversations, eq(conversations.id, conversationReports.conversationId))
    .innerJoin(reporters, eq(reporters.id, conversationReports.reporterId))
    .leftJoin(buyers, eq(buyers.id, conversations.buyerId))
    .leftJoin(farmers, eq(farmers.id, conversations.farmerId))
    .where(and(isOpen, id === undefined ? undefined : eq(conversationReports.id, id)))
    .orderBy(asc(conversationReports.id))
    .limit(OPERATOR_LIST_MAX);
}

const around = pick(messages, 'id from kind text offerId sentAt');

/** Oldest first, up to two later ones. By messages_conversation. */
export async function listMessagesAround(
  db: Database,
  { conversationId, messageId }: { conversationId: number; messageId: number },
) {
  const ofConversation = eq(messages.conversationId, conversationId);
  const later = await db
    .select(around)
    .from(messages)
    .where(and(ofConversation, gt(messages.id, messageId)))
    .orderBy(asc(messages.id))
    .limit(Math.floor(REPORTED_MESSAGES / 2));
  const earlier = await db
    .select(around)
    .from(messages)
    .where(and(ofConversation, lte(messages.id, messageId)))
    .orderBy(desc(messages.id))
    .limit(REPORTED_MESSAGES - later.length);
  return [...earlier.reverse(), ...later];
}

const CONVERSATIONS_SHOWN = 3;

export const listConversationsOfPair = (
  db: Database,
  { buyerId, farmerId }: { buyerId: number; farmerId: number },
) =>
  db
    .select({
      conversationId: conversations.id,
      messageId: conversations.lastMessageId,
      productName: conversations.productName,
    })
    .from(conversations)
    .where(
      and(
        eq(conversations.buyerId, buyerId),
        eq(conversations.farmerId, farmerId),
        gt(conversations.lastMessageId, 0),
      ),
    )
    .orderBy(desc(conversations.lastMessageId))
    .limit(CONVERSATIONS_SHOWN);

export async function closeOpenReport(db: Database, id: number, now: Date) {
  const closed = await db
    .update(conversationReports)
    .set({ closedAt: now })
    .where(and(eq(conversationReports.id, id), isOpen))
    .returning({ id: conversationReports.id });
  return closed.length > 0;
}
