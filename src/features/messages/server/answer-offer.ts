import { isSuspended } from '#accounts/server/people-queries.ts';
import { HELD_OFFERS_MAX, OFFER_HELD_SECONDS } from '#orders/rules/limits.ts';
import { holdStock, refuseUnavailable } from '#orders/server/order-stock.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { AppError } from '#platform/server/app-error.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/deadlines.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { OFFER_HELD_UNSEEN_SECONDS } from '../rules/message.ts';
import {
  type ConversationCall,
  countHeld,
  findOffer,
  type Person,
  personOf,
} from './conversations/queries.ts';
import { refuseSilenced, writeMessage } from './conversations/write-message.ts';
import { lockOwnOffer, moveOffer, refuseStep } from './move-offer.ts';
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
