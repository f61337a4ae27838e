/*
 * The only way in which an offer's status changes, besides the checkout that orders what is held
 * (server/cart/offer-queries.ts). The table of messages/rules/price-offer.ts decides whether the
 * step is possible, and the UPDATE names the status that it comes from.
 *
 * Rows are locked in one order: the buyer's account, the conversation, the offer, the product.
 * Whatever ends a held offer holds the buyer, as the checkout does, so that a cart that is being
 * ordered keeps what it was checked with.
 */

import {
  mayMoveOffer,
  type OfferActor,
  type OfferStatus,
} from '#features/messages/rules/price-offer.ts';
import { lockCart } from '#features/orders/server/cart.ts';
import { returnHeldStock } from '#features/orders/server/hold-stock.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { lockPerson, type Person } from '../conversations/queries.ts';
import { lockOwnConversation } from '../conversations/write-message.ts';
import { findOffer, findSides, lockOffer, type OfferRow, updateOfferStatus } from './queries.ts';

export type OwnOffer = Person & { offerId: number };

/**
 * A person's offer and its conversation, both locked, after the buyer.
 * @throws AppError PRICE_OFFER_NOT_FOUND, also for a stranger's
 */
export async function lockOwnOffer(tx: Database, { offerId, ...person }: OwnOffer) {
  const found = await findOffer(tx, offerId);
  if (!found) throw new AppError('PRICE_OFFER_NOT_FOUND');
  const { conversationId, buyerId } = found;
  const sides = await findSides(tx, conversationId);
  if ((person.side === 'buyer' ? sides?.buyerId : sides?.farmerId) !== person.userId)
    throw new AppError('PRICE_OFFER_NOT_FOUND');
  // One round trip: the database runs them in this order.
  const [, conversation, offer] = await Promise.all([
    buyerId === null ? null : lockBuyer(tx, { buyerId, person }),
    lockOwnConversation(tx, { conversationId, ...person }),
    lockOffer(tx, offerId),
  ]);
  if (!offer) throw new AppError('PRICE_OFFER_NOT_FOUND');
  return { offer, conversation };
}

/**
 * For a farmer, an account that was deleted meanwhile is not the caller's own: whatever needs the
 * buyer says so.
 */
const lockBuyer = (tx: Database, { buyerId, person }: { buyerId: number; person: Person }) =>
  person.side === 'buyer' ? lockCart(tx, buyerId) : lockPerson(tx, buyerId);

/** Who a person is to an offer. */
const actorOf = ({ by }: OfferRow, { side }: Pick<Person, 'side'>): OfferActor =>
  by === side ? 'maker' : 'other';

/**
 * Refuses an answer that does not fit, with the reason why.
 * @throws AppError PRICE_OFFER_ANSWERED, PRICE_OFFER_OWN, PRICE_OFFER_NOT_OWN; PRICE_OFFER_EXPIRED
 * for one whose time is over
 */
export function refuseStep(
  offer: OfferRow,
  { to, person, now }: { to: OfferStatus; person: Person; now: Date },
) {
  const actor = actorOf(offer, person);
  if (offer.status === 'expired') throw new AppError('PRICE_OFFER_EXPIRED');
  const mayBuyer = person.side === 'buyer' && mayMoveOffer(offer.status, to, 'buyer');
  if (!mayBuyer && !mayMoveOffer(offer.status, to, actor)) {
    if (offer.status !== 'open') throw new AppError('PRICE_OFFER_ANSWERED');
    throw new AppError(actor === 'maker' ? 'PRICE_OFFER_OWN' : 'PRICE_OFFER_NOT_OWN');
  }
  // An offer whose time is over may still be withdrawn: either way it ends.
  if (offer.status === 'open' && offer.expiresAt <= now && to !== 'withdrawn')
    throw new AppError('PRICE_OFFER_EXPIRED');
}

type Move = { to: OfferStatus; now: Date; heldUntil?: Date; seenAt?: Date };

/**
 * Moves an offer that is locked, and returns what it holds where it ends without an order. @returns
 * whether it moved
 */
export async function moveOffer(
  tx: Database,
  offer: OfferRow,
  { to, now, ...held }: Move,
): Promise<boolean> {
  const { id, status: from, productId, quantity, unit } = offer;
  const answered = from === 'open' ? { answeredAt: now } : {};
  const moved = await updateOfferStatus(tx, {
    id,
    from,
    change: { status: to, ...answered, ...held },
  });
  if (moved && from === 'accepted' && to === 'released' && productId !== null) {
    await returnHeldStock(tx, { productId, quantity, unit }, now);
  }
  return moved;
}
