import { and, asc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import { PHOTOS_PER_MESSAGE } from '#messages/rules/limits.ts';
import { conversations } from '#messages/server/tables/conversations.ts';
import { messages } from '#messages/server/tables/messages.ts';
import { messageMedia } from '#photos/server/private-media-queries.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Person } from './queries.ts';

/** Includes running uploads. By message_media_sender. */
export async function sumBytesSince(db: Database, senderId: number, since: Date): Promise<number> {
  const [row] = await db
    .select({
      bytes: sql<number>`coalesce(sum(${messageMedia.storedBytes}), 0)::float8`.mapWith(Number),
    })
    .from(messageMedia)
    .where(and(eq(messageMedia.senderId, senderId), gte(messageMedia.createdAt, since)));
  return row?.bytes ?? 0;
}

export type MediaRow = Awaited<ReturnType<typeof listMedia>>[number];

/** By message_media_message. */
export async function listMedia(db: Database, messageIds: number[]) {
  if (messageIds.length === 0) return [];
  return db
    .select({
      id: messageMedia.id,
      messageId: messageMedia.messageId,
      contentType: messageMedia.contentType,
      widthPixels: messageMedia.widthPixels,
      heightPixels: messageMedia.heightPixels,
      seconds: messageMedia.seconds,
    })
    .from(messageMedia)
    .where(inArray(messageMedia.messageId, messageIds))
    .orderBy(asc(messageMedia.messageId), asc(messageMedia.id))
    .limit(messageIds.length * PHOTOS_PER_MESSAGE);
}

type Wanted = { conversationId: number; mediaId: number };

export const findMedia = (db: Database, wanted: Wanted) => findWanted(db, wanted);

export const findOwnMedia = (db: Database, { userId, side, ...wanted }: Wanted & Person) =>
  findWanted(
    db,
    wanted,
    eq(side === 'buyer' ? conversations.buyerId : conversations.farmerId, userId),
  );

async function findWanted(db: Database, { conversationId, mediaId }: Wanted, isReaders?: SQL) {
  const [row] = await db
    .select({
      contentHash: messageMedia.contentHash,
      contentType: messageMedia.contentType,
      seconds: messageMedia.seconds,
    })
    .from(messageMedia)
    .innerJoin(messages, eq(messages.id, messageMedia.messageId))
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(and(eq(messageMedia.id, mediaId), eq(conversations.id, conversationId), isReaders));
  return row ?? null;
}
