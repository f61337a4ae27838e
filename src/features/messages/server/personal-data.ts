import { and, asc, eq, isNull, ne, or } from 'drizzle-orm';
import { conversations } from '#features/messages/server/tables/conversations.ts';
import {
  blocks,
  conversationReports,
  messages,
} from '#features/messages/server/tables/messages.ts';
import { priceOffers } from '#features/orders/server/queries.ts';
import { deleteMediaOf, messageMedia } from '#features/photos/server/private-media-queries.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { PersonalData, Rows } from '#platform/server/personal-data.ts';
import { endOffersOf } from './answer-offer.ts';

/**
 * A user's messages to others, their reports to the operator, and their blocks. Other people's
 * messages are not this user's data, and omitted.
 */
export const messageData: PersonalData<{ clock: Clock }> = {
  lists: {
    messages: readMessages,
    messageMedia: readMedia,
    conversationReports: readReports,
    priceOffers: readOffers,
    blocks: readBlocks,
  },
  async erase(tx, userId, { clock }) {
    await endOffersOf(tx, userId, clock());
    await clearWords(tx, userId);
  },
};

async function readMessages(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      conversationId: messages.conversationId,
      productName: conversations.productName,
      kind: messages.kind,
      text: messages.text,
      sentAt: messages.sentAt,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(eq(messages.senderId, userId))
    .orderBy(asc(messages.id))
    .limit(limit)
    .offset(offset);
}

/**
 * Photos and voice notes that the user sent, including uploads for a message that was never
 * written. The files are available in the conversation.
 */
async function readMedia(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      id: messageMedia.id,
      conversationId: messages.conversationId,
      messageId: messageMedia.messageId,
      contentType: messageMedia.contentType,
      contentHash: messageMedia.contentHash,
      widthPixels: messageMedia.widthPixels,
      heightPixels: messageMedia.heightPixels,
      seconds: messageMedia.seconds,
      createdAt: messageMedia.createdAt,
    })
    .from(messageMedia)
    .leftJoin(messages, eq(messages.id, messageMedia.messageId))
    .where(eq(messageMedia.senderId, userId))
    .orderBy(asc(messageMedia.id))
    .limit(limit)
    .offset(offset);
}

async function readReports(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      conversationId: conversationReports.conversationId,
      reason: conversationReports.reason,
      createdAt: conversationReports.createdAt,
      closedAt: conversationReports.closedAt,
    })
    .from(conversationReports)
    .where(eq(conversationReports.reporterId, userId))
    .orderBy(asc(conversationReports.createdAt), asc(conversationReports.id))
    .limit(limit)
    .offset(offset);
}

/** Offers in the user's conversations, of both sides, because both could agree to them. */
async function readOffers(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      conversationId: priceOffers.conversationId,
      by: priceOffers.by,
      status: priceOffers.status,
      productName: priceOffers.productName,
      quantity: priceOffers.quantity,
      unit: priceOffers.unit,
      priceCents: priceOffers.priceCents,
      createdAt: priceOffers.createdAt,
      answeredAt: priceOffers.answeredAt,
      orderId: priceOffers.orderId,
    })
    .from(priceOffers)
    .innerJoin(conversations, eq(conversations.id, priceOffers.conversationId))
    .where(or(eq(conversations.buyerId, userId), eq(conversations.farmerId, userId)))
    .orderBy(asc(priceOffers.id))
    .limit(limit)
    .offset(offset);
}

async function readBlocks(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({ blockedId: blocks.blockedId, createdAt: blocks.createdAt })
    .from(blocks)
    .where(eq(blocks.blockerId, userId))
    .orderBy(asc(blocks.blockedId))
    .limit(limit)
    .offset(offset);
}

/**
 * Clears a user's texts in conversations, and deletes their photos and voice notes, whose files are
 * deleted later. The conversations stay for the other side; those that the other side has already
 * left are deleted. Reports and blocks are deleted with the account. By messages_sender,
 * conversations_buyer and conversations_farmer.
 */
async function clearWords(db: Database, userId: number) {
  await db
    .update(messages)
    .set({ text: '' })
    .where(and(eq(messages.senderId, userId), ne(messages.text, '')));
  await deleteMediaOf(db, userId);
  await db
    .delete(conversations)
    .where(
      or(
        and(eq(conversations.buyerId, userId), isNull(conversations.farmerId)),
        and(eq(conversations.farmerId, userId), isNull(conversations.buyerId)),
      ),
    );
}
