import { and, asc, desc, eq, gt, gte, isNull, lte, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { people } from '#accounts/server/people-queries.ts';
import { REPORTED_MESSAGES } from '#messages/rules/message.ts';
import { conversations } from '#messages/server/tables/conversations.ts';
import { conversationReports, messages } from '#messages/server/tables/messages.ts';
import { OPERATOR_LIST_MAX } from '#orders/rules/limits.ts';
import { type Database, pick } from '#server/db/database.ts';

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
