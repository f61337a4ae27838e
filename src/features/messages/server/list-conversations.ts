import {
  CONVERSATIONS_PAGE_SIZE,
  MESSAGES_PAGE_SIZE,
  SEARCH_WORDS_MAX,
  UNREAD_MAX,
} from '#features/messages/rules/limits.ts';
import type { GetConversation, ListConversations } from '#features/messages/rules/message.ts';
import { foldedWords } from '#platform/rules/text/fold.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import { decodeCursor, type ListOrder, pageOf } from '#platform/server/cursor.ts';
import type { Database } from '#platform/server/db/database.ts';
import { listFirstEvents, listMessages, type MessageRow } from './conversations/message-queries.ts';
import { listConversations as listRows, listUnread, type Person } from './conversations/queries.ts';
import {
  type Conversation,
  readConversation,
  readMessage,
} from './conversations/read-conversation.ts';
import { listMedia } from './media/queries.ts';
import { listOffers, listToAnswer } from './offers/queries.ts';
import { readOffer } from './offers/read-offer.ts';

const byLastWord: ListOrder = { name: 'conversations', values: ['integer'] };
const newestFirst: ListOrder = { name: 'messages', values: ['integer'] };

const idBefore = (cursor: string | undefined, list: ListOrder) =>
  cursor ? (decodeCursor(cursor, list)[0] ?? null) : null;

/** The ids of the offers that a farmer can answer now, the newest first. */
export const listOffersToAnswer = (
  db: Database,
  farmerId: number,
  { clock }: { clock: Clock },
): Promise<number[]> => listToAnswer(db, { farmerId, now: clock() });

/**
 * A page of a user's conversations, latest message first. With a search, only those that contain
 * all words.
 * @throws AppError INVALID_INPUT for an invalid cursor
 */
export async function listConversations(
  db: Database,
  { search, cursor, limit = CONVERSATIONS_PAGE_SIZE, ...person }: ListConversations & Person,
) {
  const words = wordsOf(search ?? '');
  if (search && words === null) return { conversations: [], nextCursor: null };
  const found = await listRows(db, {
    ...person,
    words,
    beforeId: idBefore(cursor, byLastWord),
    limit: limit + 1,
  });
  const { rows, nextCursor } = pageOf(found, {
    size: limit,
    list: byLastWord,
    valuesOf: ({ lastMessageId }) => [lastMessageId],
  });
  return { conversations: rows.map((row) => readConversation(row, person)), nextCursor };
}

/**
 * The search in the syntax of to_tsquery: all words, each as a prefix. Only letters and digits, so
 * that it contains no operators.
 */
function wordsOf(search: string): string | null {
  const words = foldedWords(search).slice(0, SEARCH_WORDS_MAX);
  return words.length > 0 ? words.map((word) => `${word}:*`).join(' & ') : null;
}

export type OwnConversation = Conversation;

type Own = Person & { conversationId: number };

/**
 * A user's conversation.
 * @throws AppError CONVERSATION_NOT_FOUND, also for another user's
 */
export async function findConversation(
  db: Database,
  { conversationId, ...person }: Own,
): Promise<Conversation> {
  const [row] = await listRows(db, { ...person, id: conversationId, limit: 1 });
  if (!row) throw new AppError('CONVERSATION_NOT_FOUND');
  return readConversation(row, person);
}

/**
 * A conversation with a page of its messages, newest first.
 * @throws AppError CONVERSATION_NOT_FOUND; INVALID_INPUT for an invalid cursor
 */
export async function getConversation(
  db: Database,
  { conversationId, cursor, limit = MESSAGES_PAGE_SIZE, ...person }: GetConversation & Person,
  { clock }: { clock: Clock },
) {
  const [row] = await listRows(db, { ...person, id: conversationId, limit: 1 });
  if (!row) throw new AppError('CONVERSATION_NOT_FOUND');
  const found = await listMessages(db, {
    conversationId,
    beforeId: idBefore(cursor, newestFirst),
    limit: limit + 1,
  });
  const { rows, nextCursor } = pageOf(found, {
    size: limit,
    list: newestFirst,
    valuesOf: ({ id }) => [id],
  });
  const offerIds = offerIdsOf(rows);
  const offers = (await listOffers(db, offerIds)).map((offer) => readOffer(offer, clock()));
  const firstEvents = await listFirstEvents(db, offerIds);
  const media = await listMedia(
    db,
    rows.map(({ id }) => id),
  );
  return {
    conversation: readConversation(row, person),
    messages: rows.map((message) =>
      readMessage(message, { side: person.side, marks: row, offers, media, firstEvents }),
    ),
    nextCursor,
  };
}

/** An offer's message and its events refer to the same offer. */
const offerIdsOf = (rows: MessageRow[]) => [
  ...new Set(rows.flatMap(({ offerId }) => offerId ?? [])),
];

/** How many messages a user has not read, counted up to UNREAD_MAX. */
export async function countUnread(db: Database, person: Person): Promise<{ unread: number }> {
  const rows = await listUnread(db, person);
  const sum = rows.reduce((count, { unread }) => count + unread, 0);
  return { unread: Math.min(sum, UNREAD_MAX) };
}
