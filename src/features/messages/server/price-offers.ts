import { isSuspended } from '#accounts/server/people-queries.ts';
import { HELD_OFFERS_MAX, OFFER_HELD_SECONDS } from '#orders/rules/limits.ts';
import { holdStock, refuseUnavailable } from '#orders/server/order-stock.ts';
import { insertOffer, type OfferRow } from '#orders/server/queries.ts';
import { unitText } from '#products/rules/product-texts.ts';
import { findGoods } from '#products/server/queries.ts';
import { centsOf, lineTotalCents, shillingsOf } from '#rules/amounts.ts';
import { dayInNairobi, daysAfter, endOfDayInNairobi } from '#rules/day.ts';
import { HOUR_SECONDS, MONEY_MAX_KES } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { retryTransaction } from '#server/database.ts';
import { OFFER_DAYS_DEFAULT, OFFER_HELD_UNSEEN_SECONDS } from '../rules/message.ts';
import { type CounterOffer, isWholeEnough, type MakeOffer } from '../rules/price-offer.ts';
import {
  type ConversationCall,
  type ConversationRow,
  countHeld,
  findOffer,
  findOpenOffer,
  type Person,
  personOf,
} from './conversations/queries.ts';
import {
  findOrBegin,
  lockOwnConversation,
  lockWriter,
  refuseSilenced,
  writeMessage,
} from './conversations/write-message.ts';
import { lockOwnOffer, moveOffer, refuseStep } from './move-offer.ts';
import { type PriceOffer, readOffer } from './read-conversations.ts';

/**
 * A conversation has at most one open offer. A buyer's offer for a product begins the conversation
 * if there is none.
 */
export async function makeOffer(
  call: Call<'user'>,
  {
    conversationId,
    productId,
    quantity,
    price,
    validDays = OFFER_DAYS_DEFAULT,
    validHours,
  }: MakeOffer,
): Promise<PriceOffer> {
  const now = call.clock();
  const person = personOf(call);
  // The other account may be deleted concurrently.
  return retryTransaction(call.db, async (tx) => {
    await lockWriter(tx, person.userId, now);
    const conversation =
      productId === undefined
        ? await lockOwnConversation(tx, { conversationId: conversationId ?? 0, ...person })
        : await findOrBegin(tx, { buyerId: buyerIdOf(person), productId, now });
    await refuseSilenced(tx, conversation, person);
    const open = await findOpenOffer(tx, conversation.id);
    if (open && open.expiresAt > now) throw new AppError('PRICE_OFFER_OPEN');
    if (open) await moveOffer(tx, open, { to: 'expired', now });
    const expiresAt = validHours
      ? endOfDayInNairobi(dayInNairobi(secondsAfter(now, validHours * HOUR_SECONDS)))
      : endOfOffer(now, validDays);
    const offer = await placeOffer(tx, {
      conversation,
      person,
      quantity,
      priceCents: centsOf(price),
      expiresAt,
      news: 'made',
      now,
    });
    return readOffer(offer, now);
  });
}

type Countering = Omit<CounterOffer, 'quantity'> & Partial<Pick<CounterOffer, 'quantity'>>;

/** Closes the first offer. The quantity stays if none is given. */
export const counterOffer = (
  call: ConversationCall,
  { offerId, quantity, price }: Countering,
): Promise<PriceOffer> =>
  retryTransaction(call.db, async (tx) => {
    const now = call.clock();
    const person = personOf(call);
    await lockWriter(tx, person.userId, now);
    const { offer, conversation } = await lockOwnOffer(tx, { offerId, ...person });
    await refuseSilenced(tx, conversation, person);
    refuseStep(offer, { to: 'countered', person, now });
    await moveOffer(tx, offer, { to: 'countered', now });
    const expiresAt = endOfOffer(now, OFFER_DAYS_DEFAULT);
    const terms = {
      quantity: quantity ?? offer.quantity,
      priceCents: centsOf(price),
      expiresAt,
    };
    return readOffer(
      await placeOffer(tx, { conversation, person, ...terms, news: 'countered', now }),
      now,
    );
  });

/** Offers end with a day, because nobody plans until 01:29. */
const endOfOffer = (now: Date, days: number): Date =>
  endOfDayInNairobi(daysAfter(dayInNairobi(now), days));

function buyerIdOf({ userId, side }: Person): number {
  if (side !== 'buyer') throw new AppError('BUYERS_ONLY');
  return userId;
}

type Placing = {
  conversation: ConversationRow;
  person: Person;
  quantity: number;
  priceCents: Cents;
  expiresAt: Date;
  news: 'made' | 'countered';
  now: Date;
};

async function placeOffer(
  tx: Database,
  { conversation, person, quantity, priceCents, expiresAt, news, now }: Placing,
): Promise<OfferRow> {
  const { id: conversationId, productId, productName, buyerId } = conversation;
  const goods = productId === null ? null : await findGoods(tx, productId);
  if (productId === null || buyerId === null || !goods)
    throw new AppError('OFFER_GONE', { inputs: { name: productName, by: 'offer' } });
  if (!isWholeEnough(quantity, goods.unit)) {
    throw new AppError('QUANTITY_NOT_WHOLE', {
      field: 'quantity',
      inputs: { unit: (options) => unitText(2, goods.unit, options) },
    });
  }
  if (lineTotalCents(priceCents, quantity) > centsOf(MONEY_MAX_KES)) {
    throw new AppError('ORDER_TOO_LARGE', {
      inputs: { limit: MONEY_MAX_KES.toLocaleString('en-KE') },
    });
  }
  await refuseUnavailable(
    tx,
    { ...goods, productId, quantity },
    { buyerId, today: dayInNairobi(now) },
  );
  const { name, ...sold } = goods;
  const agreed = { quantity, priceCents, productName: name, ...sold };
  const offer = await insertOffer(tx, {
    conversationId,
    buyerId,
    productId,
    by: person.side,
    ...agreed,
    createdAt: now,
    expiresAt,
  });
  const { unit, netWeightKg } = sold;
  const terms = { id: offer.id, quantity, unit, netWeightKg, price: shillingsOf(priceCents) };
  await writeMessage(tx, {
    conversation,
    person,
    kind: 'offer',
    text: '',
    offer: { id: offer.id, news, terms },
    now,
  });
  return offer;
}

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
  retryTransaction(call.db, async (tx) => {
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
    if (!after) throw new Error('A locked offer is gone');
    return readOffer(after, now);
  });

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
