/*
 * Only this code changes an offer's status, besides the checkout that orders reserved stock. Rows
 * are locked in one order: the buyer's account, the conversation, the offer, the product.
 * Everything that ends an offer with reserved stock locks the buyer, as the checkout does, so that
 * a cart doesn't change while it is ordered.
 */

import { lockPerson } from '#accounts/server/people-queries.ts';
import { ORDER_CLOCK_SECONDS } from '#orders/rules/limits.ts';
import type { OfferStatus } from '#orders/rules/order-input.ts';
import { lockCart } from '#orders/server/cart.ts';
import { returnHeldStock } from '#orders/server/order-stock.ts';
import {
  lockOffer,
  lockOffersIn,
  type OfferRow,
  updateOfferStatus,
} from '#orders/server/queries.ts';
import { AppError } from '#server/app-error.ts';
import { repeatRounds } from '#server/clock.ts';
import { retryTransaction } from '#server/database.ts';
import { mayMoveOffer, type OfferActor } from '../rules/price-offer.ts';
import {
  conversationsOf,
  findOffer,
  findSides,
  listExpired,
  listOverdue,
  notifyConversationChanged,
  type Person,
} from './conversations/queries.ts';
import { lockOwnConversation, tellOfOffer } from './conversations/write-message.ts';

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
export async function moveOffer(tx: Database, offer: OfferRow, { to, now, ...held }: Move) {
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

export async function endOffersOf(tx: Database, userId: number, now: Date) {
  for (const offer of await lockOffersIn(tx, conversationsOf(userId))) {
    const to = offer.status === 'open' ? 'withdrawn' : 'released';
    await endOffer(tx, offer, { to, news: 'over', byUserId: userId, now });
  }
}

type End = {
  to: OfferStatus;
  news: 'over' | 'expired' | 'released';
  byUserId?: number;
  now: Date;
};

async function endOffer(tx: Database, offer: OfferRow, { to, news, byUserId, now }: End) {
  const moved = await moveOffer(tx, offer, { to, now });
  const sides = moved ? await findSides(tx, offer.conversationId) : null;
  if (!sides) return moved;
  const userIds = [sides.buyerId, sides.farmerId].filter((id) => id !== byUserId);
  await notifyConversationChanged(tx, sides);
  await tellOfOffer(tx, { ...sides, productName: offer.productName, userIds, news }, now);
  return moved;
}

type Due = { id: number; buyerId: number | null };

/**
 * Each due offer is locked and checked again, so that concurrent processes and users never end an
 * offer twice or return its stock twice. Offers of blocked, suspended or deleted users end like any
 * other.
 */
export async function runOfferClock(db: Database, { clock, log }: Pick<Services, 'clock' | 'log'>) {
  const now = clock();
  let ended = 0;
  for (const due of [...(await listExpired(db, now)), ...(await listOverdue(db, now))]) {
    try {
      if (await retryTransaction(db, (tx) => endDue(tx, due, now))) ended += 1;
    } catch (error) {
      log.warn({ err: error, offerId: due.id }, 'the offer clock could not end an offer');
    }
  }
  return ended;
}

async function endDue(tx: Database, { id, buyerId }: Due, now: Date) {
  // Before the offer, in the same order as a checkout.
  if (buyerId !== null) await lockPerson(tx, buyerId);
  const offer = await lockOffer(tx, id);
  if (!offer) return false;
  const { status, expiresAt, heldUntil } = offer;
  const end = status === 'open' ? expiresAt : heldUntil;
  if ((status !== 'open' && status !== 'accepted') || !end || end > now) return false;
  const news = status === 'open' ? 'expired' : 'released';
  return endOffer(tx, offer, { to: news, news, now });
}

export function startOfferClock(db: Database, { live, ...services }: RunningServices) {
  return repeatRounds(() => runOfferClock(db, services), {
    pauseMilliseconds: ORDER_CLOCK_SECONDS * 1000,
    mayRun: live.isLive,
    onError: { log: services.log, text: 'the offer clock missed a round' },
  });
}
