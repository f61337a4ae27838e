import { isSuspended, lockPerson } from '#accounts/server/people-queries.ts';
import { HELD_OFFERS_MAX, OFFER_HELD_SECONDS, ORDER_CLOCK_SECONDS } from '#orders/rules/limits.ts';
import type { OfferStatus } from '#orders/rules/order-input.ts';
import { lockCart } from '#orders/server/cart.ts';
import { holdStock, refuseUnavailable, returnHeldStock } from '#orders/server/order-stock.ts';
import {
  lockOffer,
  lockOffersIn,
  type OfferRow,
  updateOfferStatus,
} from '#orders/server/queries.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { AppError } from '#platform/server/app-error.ts';
import { repeatRounds, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/deadlines.ts';
import type { RunningServices } from '#platform/server/feature.ts';
import type { Call, Services } from '#platform/server/trpc/context.ts';
import { OFFER_HELD_UNSEEN_SECONDS } from '../rules/limits.ts';
import { mayMoveOffer, type OfferActor } from '../rules/price-offer.ts';
import {
  type ConversationCall,
  conversationsOf,
  countHeld,
  findOffer,
  findSides,
  listExpired,
  listOverdue,
  notifyConversationChanged,
  type Person,
  personOf,
} from './conversations/queries.ts';
import {
  lockOwnConversation,
  refuseSilenced,
  tellOfOffer,
  writeMessage,
} from './conversations/write-message.ts';
import { type PriceOffer, readOffer } from './read-conversations.ts';

type OfferId = { offerId: number };

/**
 * Reserves the stock and puts a line at the agreed price into the buyer's cart. The stock is
 * reserved for two hours; if the farmer accepts, for twelve hours until the buyer has seen it.
 */
export const acceptOffer = (call: ConversationCall, { offerId }: OfferId): Promise<PriceOffer> =>
  step(call, {
    offerId,
    to: 'accepted',
    async work(tx, { offer, now, conversation, person }) {
      const { buyerId, productId, productName: name, quantity, unit, netWeightKg } = offer;
      if (buyerId === null || productId === null)
        throw new AppError('OFFER_GONE', { inputs: { name } });
      const goods = { productId, name, quantity, unit, netWeightKg };
      const moment = { buyerId, today: dayInNairobi(now), now };
      // Early, so that latecomers don't wait for the product's lock.
      await Promise.all([
        refuseSilenced(tx, conversation, person),
        refuseSuspended(tx, person, buyerId),
        refuseTooMany(tx, buyerId),
        refuseUnavailable(tx, goods, moment),
      ]);
      const seen = person.side === 'buyer' ? { seenAt: now } : {};
      const heldUntil = secondsAfter(
        now,
        person.side === 'buyer' ? OFFER_HELD_SECONDS : OFFER_HELD_UNSEEN_SECONDS,
      );
      if (!(await moveOffer(tx, offer, { to: 'accepted', now, heldUntil, ...seen })))
        throw new AppError('PRICE_OFFER_ANSWERED');
      // Last, because other transactions need the same product.
      await holdStock(tx, goods, moment);
    },
  });

/** Allowed even if one side has blocked the other. */
export const declineOffer = (call: ConversationCall, { offerId }: OfferId) =>
  end(call, { offerId, to: 'declined' });

/** Allowed even if one side has blocked the other. */
export const withdrawOffer = (call: ConversationCall, { offerId }: OfferId) =>
  end(call, { offerId, to: 'withdrawn' });

export const releaseOffer = (call: Call<'buyer'>, { offerId }: OfferId) =>
  end(call, { offerId, to: 'released' });

type Ending = OfferId & { to: 'accepted' | 'declined' | 'withdrawn' | 'released' };

const end = (call: ConversationCall, ending: Ending) =>
  step(call, {
    ...ending,
    async work(tx, { offer, now }) {
      if (!(await moveOffer(tx, offer, { to: ending.to, now })))
        throw new AppError('PRICE_OFFER_ANSWERED');
    },
  });

type Locked = Awaited<ReturnType<typeof lockOwnOffer>> & { person: Person; now: Date };
type Step = Ending & { work: (tx: Database, locked: Locked) => Promise<void> };

const step = (call: ConversationCall, { offerId, to, work }: Step): Promise<PriceOffer> =>
  retryTransaction(() =>
    call.db.transaction(async (tx) => {
      const now = call.clock();
      const person = personOf(call);
      const { offer, conversation } = await lockOwnOffer(tx, { offerId, ...person });
      refuseStep(offer, { to, person, now });
      await work(tx, { offer, conversation, person, now });
      await writeMessage(tx, {
        conversation,
        person,
        kind: 'event',
        text: '',
        offer: { id: offer.id, news: to },
        now,
      });
      const after = await findOffer(tx, offer.id);
      if (!after) throw new Error('An offer is gone that is locked');
      return readOffer(after, now);
    }),
  );

async function refuseTooMany(tx: Database, buyerId: number) {
  if ((await countHeld(tx, buyerId)) < HELD_OFFERS_MAX) return;
  throw new AppError('TOO_MANY_HELD_OFFERS', { inputs: { count: HELD_OFFERS_MAX } });
}

/**
 * A suspension ends sessions, but a request may have started before. The buyer must be able to
 * order what is reserved.
 */
async function refuseSuspended(tx: Database, { userId }: Person, buyerId: number) {
  if (await isSuspended(tx, userId)) throw new AppError('SUSPENDED');
  if (await isSuspended(tx, buyerId)) throw new AppError('CONVERSATION_OVER');
}

export async function endOffersOf(tx: Database, userId: number, now: Date) {
  for (const offer of await lockOffersIn(tx, conversationsOf(userId))) {
    const moved = await moveOffer(tx, offer, {
      to: offer.status === 'open' ? 'withdrawn' : 'released',
      now,
    });
    const sides = moved ? await findSides(tx, offer.conversationId) : null;
    if (!sides) continue;
    const userIds = [sides.buyerId, sides.farmerId].filter((id) => id !== userId);
    await notifyConversationChanged(tx, sides);
    await tellOfOffer(tx, { ...sides, productName: offer.productName, userIds, news: 'over' }, now);
  }
}

/*
 * Each due offer is locked and checked again, so that concurrent processes and users never end an
 * offer twice or return its stock twice. Offers of blocked, suspended or deleted users end like any
 * other.
 */

type Due = { id: number; buyerId: number | null };

export async function runOfferClock(
  db: Database,
  { clock, log }: Pick<Services, 'clock' | 'log'>,
): Promise<number> {
  const now = clock();
  let ended = 0;
  for (const due of [...(await listExpired(db, now)), ...(await listOverdue(db, now))]) {
    try {
      if (await retryTransaction(() => endDue(db, due, now))) ended += 1;
    } catch (error) {
      log.warn({ err: error, offerId: due.id }, 'the offer clock could not end an offer');
    }
  }
  return ended;
}

const endDue = (db: Database, { id, buyerId }: Due, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    // Before the offer, in the same order as a checkout.
    if (buyerId !== null) await lockPerson(tx, buyerId);
    const offer = await lockOffer(tx, id);
    if (!offer) return false;
    const { status, expiresAt, heldUntil } = offer;
    const end = status === 'open' ? expiresAt : heldUntil;
    if ((status !== 'open' && status !== 'accepted') || !end || end > now) return false;
    const news = status === 'open' ? 'expired' : 'released';
    const moved = await moveOffer(tx, offer, { to: news, now });
    const sides = moved ? await findSides(tx, offer.conversationId) : null;
    if (!sides) return moved;
    await notifyConversationChanged(tx, sides);
    await tellOfOffer(
      tx,
      { ...sides, productName: offer.productName, userIds: [sides.buyerId, sides.farmerId], news },
      now,
    );
    return moved;
  });

export function startOfferClock(db: Database, { live, ...services }: RunningServices) {
  return repeatRounds(() => runOfferClock(db, services), {
    pauseMilliseconds: ORDER_CLOCK_SECONDS * 1000,
    mayRun: live.isLive,
    onError: { log: services.log, text: 'the offer clock missed a round' },
  });
}

/*
 * Only this code changes an offer's status, besides the checkout that orders reserved stock. Rows
 * are locked in one order: the buyer's account, the conversation, the offer, the product.
 * Everything that ends an offer with reserved stock locks the buyer, as the checkout does, so that
 * a cart doesn't change while it is ordered.
 */

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
