import { messageMediaPath, wordlessText } from '#messages/rules/message.ts';
import type { EventNews } from '#messages/rules/price-offer.ts';
import type { OfferRow } from '#orders/server/queries.ts';
import { lineTotalCents, shillingsOf } from '#platform/rules/money.ts';
import { warningOf } from '#platform/rules/text/message-warning.ts';
import { swahiliNameOf } from '#products/rules/crops.ts';
import type { MediaRow, MessageRow } from './message-queries.ts';
import type { ConversationCall, ConversationRow, Person, ShownConversation } from './queries.ts';

/** A side with a deleted account has no name. */
export function readConversation(
  row: ShownConversation,
  { user: { role: side }, language }: Pick<ConversationCall, 'user' | 'language'>,
) {
  const { productName, crop, buyerFirstName, buyerLastName } = row;
  return {
    id: row.id,
    productId: row.productId,
    productName,
    swahiliName: swahiliNameOf({ name: productName, crop }),
    buyerName: buyerFirstName === null ? '' : `${buyerFirstName} ${buyerLastName ?? ''}`.trim(),
    farmId: row.farmerId,
    farmName: row.farmName ?? '',
    county: row.county ?? '',
    unread: side === 'buyer' ? row.buyerUnread : row.farmerUnread,
    lastText: row.lastText || wordlessText(row.lastKind, language),
    lastKind: row.lastKind,
    lastFrom: row.lastFrom,
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
    id: row.id,
    from: row.from,
    kind: row.kind,
    text: row.text,
    offer,
    news: row.kind === 'event' && offer ? newsOf(offer, firstEvents.includes(row.id)) : null,
    photos: shown.flatMap((medium) => readPhoto(conversation.id, medium)),
    voice: shown.flatMap((medium) => readVoice(conversation.id, medium))[0] ?? null,
    sentAt: row.sentAt,
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
    id: row.id,
    conversationId: row.conversationId,
    productName: row.productName,
    status: row.status === 'open' && row.expiresAt <= now ? ('expired' as const) : row.status,
    quantity: row.quantity,
    unit: row.unit,
    netWeightKg: row.netWeightKg,
    price: shillingsOf(row.priceCents),
    total: shillingsOf(lineTotalCents(row.priceCents, row.quantity)),
    by: row.by,
    expiresAt: row.expiresAt,
    heldUntil: row.status === 'accepted' ? row.heldUntil : null,
    orderId: row.orderId,
  };
}

export type PriceOffer = ReturnType<typeof readOffer>;
