import type { OfferRow } from '#orders/server/queries.ts';
import { swahiliNameOf } from '#products/rules/crops.ts';
import { lineTotalCents, shillingsOf } from '#rules/amounts.ts';
import { foldedWords } from '#rules/text/fold.ts';
import { warningOf } from '#rules/text/message-warning.ts';
import { AppError } from '#server/app-error.ts';
import { pageById } from '#server/cursor.ts';
import { pick } from '#server/database.ts';
import {
  CONVERSATIONS_PAGE_SIZE,
  type GetConversation,
  type ListConversations,
  MESSAGES_PAGE_SIZE,
  messageMediaPath,
  SEARCH_WORDS_MAX,
  UNREAD_MAX,
  wordlessText,
} from '../rules/message.ts';
import type { EventNews } from '../rules/price-offer.ts';
import {
  listFirstEvents,
  listMedia,
  listMessages,
  type MediaRow,
  type MessageRow,
} from './conversations/message-queries.ts';
import {
  type ConversationCall,
  type ConversationRow,
  listOffers,
  listConversations as listRows,
  listToAnswer,
  listUnread,
  type Person,
  personOf,
  type ShownConversation,
} from './conversations/queries.ts';

export const listOffersToAnswer = ({ db, user, clock }: ConversationCall) =>
  listToAnswer(db, { farmerId: user.id, now: clock() });

export async function listConversations(
  call: ConversationCall,
  { search, cursor, limit = CONVERSATIONS_PAGE_SIZE }: ListConversations,
) {
  const words = wordsOf(search ?? '');
  if (search && words === null) return { conversations: [], nextCursor: null };
  const { rows, nextCursor } = await pageById(
    (part) => listRows(call.db, { ...personOf(call), words, ...part }),
    { name: 'conversations', cursor, size: limit, idOf: ({ lastMessageId }) => lastMessageId },
  );
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
  const { rows, nextCursor } = await pageById(
    (part) => listMessages(db, { conversationId, ...part }),
    { name: 'messages', cursor, size: limit, idOf: ({ id }) => id },
  );
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

export async function countUnread(call: Call<'user'>) {
  const rows = await listUnread(call.db, personOf(call));
  const sum = rows.reduce((count, { unread }) => count + unread, 0);
  return { unread: Math.min(sum, UNREAD_MAX) };
}

/** A side with a deleted account has no name. */
function readConversation(
  row: ShownConversation,
  { user: { role: side }, language }: Pick<ConversationCall, 'user' | 'language'>,
) {
  const { productName, crop, buyerFirstName, buyerLastName } = row;
  return {
    ...pick(row, 'id productId lastKind lastFrom'),
    productName,
    swahiliName: swahiliNameOf({ name: productName, crop }),
    buyerName: buyerFirstName === null ? '' : `${buyerFirstName} ${buyerLastName ?? ''}`.trim(),
    farmId: row.farmerId,
    farmName: row.farmName ?? '',
    county: row.county ?? '',
    unread: side === 'buyer' ? row.buyerUnread : row.farmerUnread,
    lastText: row.lastText || wordlessText(row.lastKind, language),
    lastAt: row.lastAt ?? row.createdAt,
    isBlocked: row.isBlockedByBuyer || row.isBlockedByFarmer,
    isBlockedByMe: side === 'buyer' ? row.isBlockedByBuyer : row.isBlockedByFarmer,
    isOver: row.buyerId === null || row.farmerId === null,
  };
}

export type Conversation = ReturnType<typeof readConversation>;

type Reading = Pick<Person, 'side'> & {
  conversation: Pick<ConversationRow, 'id' | 'buyerReadId' | 'farmerReadId'>;
  offers: PriceOffer[];
  media: MediaRow[];
  firstEvents: number[];
};

/** `news`: what an event says about the offer. `warning`: only for the recipient. */
export function readMessage(
  row: MessageRow,
  { conversation, side, offers, media, firstEvents }: Reading,
) {
  const offer = offers.find(({ id }) => id === row.offerId) ?? null;
  const shown = media.filter(({ messageId }) => messageId === row.id);
  return {
    ...pick(row, 'id from kind text sentAt'),
    offer,
    news: row.kind === 'event' && offer ? newsOf(offer, firstEvents.includes(row.id)) : null,
    photos: shown.flatMap((medium) => readPhoto(conversation.id, medium)),
    voice: shown.flatMap((medium) => readVoice(conversation.id, medium))[0] ?? null,
    isRead: row.id <= conversation[row.from === 'buyer' ? 'farmerReadId' : 'buyerReadId'],
    warning: row.from === side ? null : warningOf(row.text),
  };
}

/**
 * An offer's first event is its answer, which is still its status unless it was accepted. A second
 * event releases the agreement.
 */
function newsOf({ status }: PriceOffer, isFirst: boolean): EventNews {
  if (!isFirst) return 'released';
  return status === 'declined' || status === 'withdrawn' ? status : 'accepted';
}

/** In pixels of the largest size. */
const readPhoto = (
  conversationId: number,
  { id, widthPixels: width, heightPixels: height }: MediaRow,
) =>
  width === null || height === null
    ? []
    : [{ id, width, height, url: messageMediaPath(conversationId, id) }];

const readVoice = (conversationId: number, { id, seconds, contentType }: MediaRow) =>
  seconds === null || contentType === 'image/jpeg'
    ? []
    : [{ id, seconds, contentType, url: messageMediaPath(conversationId, id) }];

export type Message = ReturnType<typeof readMessage>;

/**
 * As the product was at the time of the offer. Money in KES. An offer past its expiry is shown as
 * expired, even before the offer clock has ended it.
 */
export function readOffer(row: OfferRow, now: Date) {
  return {
    ...pick(row, 'id conversationId productName quantity unit netWeightKg by expiresAt orderId'),
    status: row.status === 'open' && row.expiresAt <= now ? ('expired' as const) : row.status,
    price: shillingsOf(row.priceCents),
    total: shillingsOf(lineTotalCents(row.priceCents, row.quantity)),
    heldUntil: row.status === 'accepted' ? row.heldUntil : null,
  };
}

export type PriceOffer = ReturnType<typeof readOffer>;
