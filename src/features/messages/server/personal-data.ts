import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { listPriceOffers } from '#orders/server/queries.ts';
import { messageMedia } from '#photos/server/media-queries.ts';
import { pick } from '#server/database.ts';
import { exportedColumns, listOf, type Rows } from '#server/tables.ts';
import { endOffersOf } from './move-offer.ts';
import { conversations } from './tables/conversations.ts';
import { blocks, conversationReports, messages } from './tables/messages.ts';

/** Omits other people's messages, which are not this user's data. */
export const messageData: PersonalData = {
  lists: {
    messages: readMessages,
    messageMedia: readMedia,
    conversationReports: listOf(conversationReports, { orderBy: 'createdAt id' }),
    priceOffers: listPriceOffers,
    blocks: listOf(blocks, { orderBy: 'blockedId' }),
  },
  async erase(tx, userId, { clock }) {
    await endOffersOf(tx, userId, clock());
    await deleteLeftConversations(tx, userId);
  },
};

async function readMessages(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      conversationId: messages.conversationId,
      productName: conversations.productName,
      ...exportedColumns(messages),
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(eq(messages.senderId, userId))
    .orderBy(asc(messages.id))
    .limit(limit)
    .offset(offset);
}

/** Includes uploads for a message that was never written. */
async function readMedia(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      ...pick(
        messageMedia,
        'id messageId contentType contentHash widthPixels heightPixels seconds createdAt',
      ),
      conversationId: messages.conversationId,
    })
    .from(messageMedia)
    .leftJoin(messages, eq(messages.id, messageMedia.messageId))
    .where(eq(messageMedia.senderId, userId))
    .orderBy(asc(messageMedia.id))
    .limit(limit)
    .offset(offset);
}

/** By conversations_buyer and conversations_farmer. */
async function deleteLeftConversations(db: Database, userId: number) {
  await db
    .delete(conversations)
    .where(
      or(
        and(eq(conversations.buyerId, userId), isNull(conversations.farmerId)),
        and(eq(conversations.farmerId, userId), isNull(conversations.buyerId)),
      ),
    );
}
