/*
 * Only this code changes an offer's status, besides the checkout that orders reserved stock. Rows
 * are locked in one order: the buyer's account, the conversation, the offer, the product.
 * Everything that ends an offer with reserved stock locks the buyer, as the checkout does, so that
 * a cart doesn't change while it is ordered.
 */

import { lockPerson } from '#accounts/server/people-queries.ts';
import { mayMoveOffer, type OfferActor } from '#messages/rules/price-offer.ts';
import type { OfferStatus } from '#orders/rules/cart.ts';
import { lockCart } from '#orders/server/cart.ts';
import { returnHeldStock } from '#orders/server/hold-stock.ts';
import { lockOffer, type OfferRow, updateOfferStatus } from '#orders/server/queries.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { findOffer, findSides } from './offer-queries.ts';
import type { Person } from './queries.ts';
import { lockOwnConversation } from './write-message.ts';

type OwnOffer = Person & { offerId: number };

/** Both are locked after the buyer. */
export async function lockOwnOffer(tx: Database, { offerId, ...person }: OwnOffer) {
  const found = await findOffer(tx, offerId);
  if (!found) throw new AppError('PRICE_OFFER_NOT_FOUND');
  const { conversationId, buyerId } = found;
  const sides = await findSides(tx, conversationId);
  if ((person.side === 'buyer' ? sides?.buyerId : sides?.farmerId) !== person.userId)
    throw new AppError('PRICE_OFFER_NOT_FOUND');
  // One round trip: the database runs the statements in this order.
  const [, conversation, offer] = await Promise.all([
    buyerId === null ? null : lockBuyer(tx, { buyerId, person }),
    lockOwnConversation(tx, { conversationId, ...person }),
    lockOffer(tx, offerId),
  ]);
  if (!offer) throw new AppError('PRICE_OFFER_NOT_FOUND');
  return { offer, conversation };
}

/** A farmer's step may find the buyer's account deleted; a step that needs the buyer reports it. */
const lockBuyer = (tx: Database, { buyerId, person }: { buyerId: number; person: Person }) =>
  person.side === 'buyer' ? lockCart(tx, buyerId) : lockPerson(tx, buyerId);

const actorOf = ({ by }: OfferRow, { side }: Pick<Person, 'side'>): OfferActor =>
  by === side ? 'maker' : 'other';

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
  // An expired offer may still be withdrawn: either way it ends.
  if (offer.status === 'open' && offer.expiresAt <= now && to !== 'withdrawn')
    throw new AppError('PRICE_OFFER_EXPIRED');
}

type Move = { to: OfferStatus; now: Date; heldUntil?: Date; seenAt?: Date };

/** Returns the reserved stock if the offer ends without an order. */
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
