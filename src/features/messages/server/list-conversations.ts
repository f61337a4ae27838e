import {
  CONVERSATIONS_PAGE_SIZE,
  MESSAGES_PAGE_SIZE,
  SEARCH_WORDS_MAX,
  UNREAD_MAX,
} from '#messages/rules/limits.ts';
import { foldedWords } from '#platform/rules/text/fold.ts';
import { AppError } from '#platform/server/app-error.ts';
import { decodeCursor, type ListOrder, pageOf } from '#platform/server/cursor.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import type { GetConversation, ListConversations } from '../rules/message.ts';
import {
  listFirstEvents,
  listMedia,
  listMessages,
  type MessageRow,
} from './conversations/message-queries.ts';
import {
  type ConversationCall,
  listOffers,
  listConversations as listRows,
  listToAnswer,
  listUnread,
  personOf,
} from './conversations/queries.ts';
import {
  type Conversation,
  readConversation,
  readMessage,
  readOffer,
} from './conversations/read-conversation.ts';

const byLastWord: ListOrder = { name: 'conversations', values: ['integer'] };
const newestFirst: ListOrder = { name: 'messages', values: ['integer'] };

const idBefore = (cursor: string | undefined, list: ListOrder) =>
  cursor ? (decodeCursor(cursor, list)[0] ?? null) : null;

export const listOffersToAnswer = ({ db, user, clock }: ConversationCall): Promise<number[]> =>
  listToAnswer(db, { farmerId: user.id, now: clock() });

export async function listConversations(
  call: ConversationCall,
  { search, cursor, limit = CONVERSATIONS_PAGE_SIZE }: ListConversations,
) {
  const words = wordsOf(search ?? '');
  if (search && words === null) return { conversations: [], nextCursor: null };
  const found = await listRows(call.db, {
    ...personOf(call),
    words,
    beforeId: idBefore(cursor, byLastWord),
    limit: limit + 1,
  });
  const { rows, nextCursor } = pageOf(found, {
    size: limit,
    list: byLastWord,
    valuesOf: ({ lastMessageId }) => [lastMessageId],
  });
  return { conversations: rows.map((row) => readConversation(row, call)), nextCursor };
}

/**
 * Each word as a prefix, in the syntax of to_tsquery. Only letters and digits, so that it contains
 * no operators.
 */
function wordsOf(search: string): string | null {
  const words = foldedWords(search).slice(0, SEARCH_WORDS_MAX);
  return words.length > 0 ? words.map((word) => `${word}:*`).join(' & ') : null;
}

export async function findConversation(
  call: ConversationCall,
  { conversationId }: { conversationId: number },
): Promise<Conversation> {
  return readConversation(await findRow(call, conversationId), call);
}

async function findRow(call: ConversationCall, id: number) {
  const [row] = await listRows(call.db, { ...personOf(call), id, limit: 1 });
  if (!row) throw new AppError('CONVERSATION_NOT_FOUND');
  return row;
}

export async function getConversation(
  call: ConversationCall,
  { conversationId, cursor, limit = MESSAGES_PAGE_SIZE }: GetConversation,
) {
  const { db, clock } = call;
  const row = await findRow(call, conversationId);
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
  const { side } = personOf(call);
  const offerIds = offerIdsOf(rows);
  const offers = (await listOffers(db, offerIds)).map((offer) => readOffer(offer, clock()));
  const firstEvents = await listFirstEvents(db, offerIds);
  const media = await listMedia(
    db,
    rows.map(({ id }) => id),
  );
  return {
    conversation: readConversation(row, call),
    messages: rows.map((message) =>
      readMessage(message, { conversation: row, side, offers, media, firstEvents }),
    ),
    nextCursor,
  };
}

const offerIdsOf = (rows: MessageRow[]) => [
  ...new Set(rows.flatMap(({ offerId }) => offerId ?? [])),
];

/** Counted up to UNREAD_MAX. */
export async function countUnread(call: Call<'user'>): Promise<{ unread: number }> {
  const rows = await listUnread(call.db, personOf(call));
  const sum = rows.reduce((count, { unread }) => count + unread, 0);
  return { unread: Math.min(sum, UNREAD_MAX) };
}
