/*
 * The attempt is committed before M-Pesa is called, so if the process dies or the answer is lost,
 * the callback and the sweep find its row, and no other push is made meanwhile.
 */

import { centsOf } from '#rules/amounts.ts';
import { HOUR_SECONDS } from '#rules/limits.ts';
import type { Mpesa } from '#server/adapters/mpesa.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter, secondsUntil } from '#server/clock.ts';
import { pick } from '#server/database.ts';
import {
  createPathToken,
  isLinkValid,
  type LinkSigning,
  sha256,
  signedOnce,
} from '#server/hashes.ts';
import { type Budget, type RateRule, withinBudgets } from '#server/rate-limits.ts';
import {
  ORDERS_PER_PUSH,
  PAYMENT_LINK_SECONDS,
  PHONES_PER_BUYER_AND_DAY,
  PHONES_PER_ORDER,
  PHONES_WINDOW_SECONDS,
  PUSHES_PER_HOUR,
  PUSHES_PER_HOUR_OF_CLAIMANTS,
} from '../rules/limits.ts';
import { type LinkedOrder, mayBringMoney, SAME_AMOUNT_CODE } from '../rules/payment.ts';
import { getBuyerOrder } from './list-orders.ts';
import { lockOwnOrder } from './orders/move-order.ts';
import { setPaymentStatus } from './orders/order-events.ts';
import { findOrderContacts, listLatestAttempts } from './orders/read-queries.ts';
import {
  findAttempt,
  findBlockingAttempt,
  insertAttempt,
} from './payments/pushes/attempt-queries.ts';
import {
  findOwnership,
  listPhonesOfBuyer,
  listPhonesOfOrder,
  lockBuyerPhones,
} from './payments/pushes/phone-queries.ts';
import { findTurn } from './payments/pushes/push-again.ts';
import { recordPushOutcome } from './payments/pushes/settle-payment.ts';
import { findAmountDue } from './settlement/settle-order.ts';

const mpesaPush: RateRule = { name: 'mpesaPush', points: PUSHES_PER_HOUR, seconds: HOUR_SECONDS };
const mpesaPushOwn: RateRule = {
  name: 'mpesaPushOwn',
  points: PUSHES_PER_HOUR,
  seconds: HOUR_SECONDS,
};
/** Per phone number: all buyers who have it in their profile but have never paid from it. */
export const mpesaPushClaimed: RateRule = {
  name: 'mpesaPushClaimed',
  points: PUSHES_PER_HOUR_OF_CLAIMANTS,
  seconds: HOUR_SECONDS,
};

type PaymentRequest = { orderId: number; buyerId: number; phoneNumber: string };
type PaymentCall = PersonCall<keyof Services>;
type Limits = PaymentCall['limits'];
type RequestPaymentInput = {
  orderId: number;
  phoneNumber: string;
  alsoOrderIds?: readonly number[];
};

/**
 * The result arrives later. The attempt is `pushed`, `unknown` (it is unclear whether the phone
 * rings), `failed`, or `sending` with `pushAt`, when the phone will be asked automatically.
 *
 * `alsoOrderIds`: the same push asks for these too, as far as they can be paid and M-Pesa's limit
 * allows. Such a push is refused instead of put off.
 */
export async function requestPayment(
  call: PaymentCall,
  { orderId, phoneNumber, alsoOrderIds = [] }: RequestPaymentInput,
) {
  const { db, user, mpesa, withoutSlot, rateLimits } = call;
  const request = { orderId, buyerId: user.id, phoneNumber, alsoOrderIds };
  if (!mpesa) throw new AppError('MPESA_NOT_AVAILABLE');
  const budgets = await budgetsOf(db, request);
  const token = createPathToken();
  const open = () => openAttempt(db, { ...request, tokenHash: sha256(token) }, call);
  const opened = await withinBudgets(rateLimits, budgets, open);
  if (opened.pushAt === null) {
    const outcome = await withoutSlot(() => push(mpesa, { ...opened, phoneNumber, token }));
    await recordPushOutcome(db, { ...opened, outcome }, call);
    if (outcome.outcome === 'unreachable') throw new AppError('MPESA_UNREACHABLE');
  }
  const attempt = await findAttempt(db, opened.attemptId);
  if (!attempt) throw new Error('The attempt is gone');
  const { id, status, resultCode, resultText, pushAt } = attempt;
  return {
    order: await getBuyerOrder(call, { orderId: opened.orderId }),
    attempt: { id, status, resultCode, resultText, pushAt },
  };
}

/** Of several orders: the one that may still bring money, or else the newest. */
export async function findLastRequest(db: Database, orderIds: number[]) {
  const requests = orderIds.length === 0 ? [] : await listLatestAttempts(db, orderIds);
  const last = requests.find(mayBringMoney) ?? requests.sort((one, other) => other.id - one.id)[0];
  if (!last) return null;
  const { orderId: _, ...request } = last;
  return request;
}

type Opening = PaymentRequest & { tokenHash: string; alsoOrderIds: readonly number[] };

async function openAttempt(
  db: Database,
  { orderId, buyerId, phoneNumber, tokenHash, alsoOrderIds }: Opening,
  { limits, clock }: PaymentCall,
) {
  return db.transaction(async (tx) => {
    const now = clock();
    const wanted = { orderIds: [orderId, ...alsoOrderIds], buyerId };
    const payable = await lockPayable(tx, wanted, limits);
    const [first, ...others] = payable;
    if (!first) throw new Error('Nothing can be paid');
    for (const { order } of payable)
      await refuseManyPhones(tx, { orderId: order.id, buyerId, phoneNumber }, now);
    const amountCents = payable.reduce((sum, { dueCents }) => sum + dueCents, 0);
    const turn = await findTurn(tx, { phoneNumber, amountCents, behindBuyerId: buyerId }, now);
    const pushAt = turn && turn > now ? turn : null;
    if (pushAt && others.length > 0) throw new AppError('PAYMENT_UNDER_WAY');
    const requestedAt = pushAt ?? now;
    const attemptId = await insertAttempt(tx, {
      orderId: first.order.id,
      tokenHash,
      phoneNumber,
      amountCents: first.dueCents,
      pushedCents: others.length > 0 ? amountCents : null,
      requestedAt,
      pushAt,
      resultCode: pushAt && SAME_AMOUNT_CODE,
      askAgainAt: secondsAfter(requestedAt, limits.mpesaSweepSeconds),
    });
    for (const { order, dueCents } of others)
      await insertAttempt(tx, {
        orderId: order.id,
        status: 'pushed',
        // No callback has it.
        tokenHash: sha256(createPathToken()),
        phoneNumber,
        amountCents: dueCents,
        pushedWithId: attemptId,
        requestedAt,
        askAgainAt: requestedAt,
      });
    for (const { order } of payable)
      await setPaymentStatus(tx, order, { to: 'processing', actor: 'buyer', now });
    return { attemptId, orderId: first.order.id, amountCents, pushAt };
  });
}

type Wanted = { orderIds: number[]; buyerId: number };
type Payable = { order: Awaited<ReturnType<typeof lockOwnOrder>>; dueCents: Cents };

/**
 * Locks in the order of their ids, so that two requests cannot deadlock. Refuses if none of them can
 * be paid.
 */
async function lockPayable(tx: Database, { orderIds, buyerId }: Wanted, limits: Limits) {
  const payable: Payable[] = [];
  let leftCents = centsOf(limits.mpesaMaxKes);
  let refusal: AppError | null = null;
  for (const orderId of orderIds.sort((one, other) => one - other)) {
    try {
      const order = await lockOwnOrder(tx, { orderId, buyerId });
      const dueCents = await findPayable(tx, order, limits);
      if (dueCents > leftCents || payable.length === ORDERS_PER_PUSH) continue;
      payable.push({ order, dueCents });
      leftCents -= dueCents;
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'PAYMENT_UNDER_WAY') throw error;
      refusal ??= error;
    }
  }
  if (refusal && payable.length === 0) throw refusal;
  return payable;
}

async function findPayable(tx: Database, order: Payable['order'], limits: Limits) {
  if (await findBlockingAttempt(tx, order.id)) throw new AppError('PAYMENT_UNDER_WAY');
  const dueCents = await findAmountDue(tx, order);
  if (dueCents === 0) throw new AppError('NOT_PAYABLE');
  if (order.isFarmerSuspended) throw new AppError('FARMER_SUSPENDED');
  if (dueCents > centsOf(limits.mpesaMaxKes)) {
    throw new AppError('MPESA_ORDER_TOO_LARGE', {
      inputs: { limit: limits.mpesaMaxKes.toLocaleString('en-KE') },
    });
  }
  return dueCents;
}

/**
 * Strangers' pushes do not count against a number's owner. Anyone can write any number into a
 * profile, so accounts that have never paid from it are also counted together.
 */
async function budgetsOf(db: Database, { buyerId, phoneNumber }: Paid): Promise<Budget[]> {
  const ownership = await findOwnership(db, { buyerId, phoneNumber });
  if (ownership === 'none') return [[mpesaPush, phoneNumber]];
  const own: Budget = [mpesaPushOwn, phoneNumber, String(buyerId)];
  return ownership === 'paidFrom' ? [own] : [own, [mpesaPushClaimed, phoneNumber]];
}

type Paid = { buyerId: number; phoneNumber: string };

/** A paid request shows that the phone's owner agrees, so it makes room for the next one. */
export async function giveBackPush(
  { db, rateLimits }: Pick<PaymentCall, 'db' | 'rateLimits'>,
  paid: Paid,
) {
  for (const budget of await budgetsOf(db, paid)) await rateLimits.giveBack(...budget);
}

/** Keeps a buyer from making many strangers' phones ring. */
async function refuseManyPhones(
  tx: Database,
  { orderId, buyerId, phoneNumber }: PaymentRequest,
  now: Date,
) {
  await lockBuyerPhones(tx, buyerId);
  const ofOrder = await listPhonesOfOrder(tx, orderId);
  if (!ofOrder.includes(phoneNumber) && ofOrder.length >= PHONES_PER_ORDER) {
    throw new AppError('TOO_MANY_PHONES_FOR_ORDER', {
      inputs: { count: PHONES_PER_ORDER },
      field: 'phoneNumber',
    });
  }
  const today = await listPhonesOfBuyer(tx, {
    buyerId,
    since: secondsAfter(now, -PHONES_WINDOW_SECONDS),
  });
  const [longestAgo] = today;
  if (
    today.some((one) => one.phoneNumber === phoneNumber) ||
    today.length < PHONES_PER_BUYER_AND_DAY
  )
    return;
  const freeAt = secondsAfter(longestAgo?.lastAskedAt ?? now, PHONES_WINDOW_SECONDS);
  throw new AppError('TOO_MANY_PHONES_TODAY', {
    inputs: { count: PHONES_PER_BUYER_AND_DAY },
    field: 'phoneNumber',
    retryAfterSeconds: Math.max(1, secondsUntil(freeAt, now)),
  });
}

type Pushed = { orderId: number; amountCents: Cents; phoneNumber: string; token: string };

const push = (mpesa: Mpesa, { token, ...asked }: Pushed) =>
  mpesa.push({ ...asked, callbackUrl: `${mpesa.callbackBase}/api/payments/callback/${token}` });
/**
 * The query of the link in a mail that asks for a payment. Anyone with the mail can pay
 * without logging in. The link shows goods and sums, and no address and no number.
 */
export const paymentLinkQuery = (orderId: number, signing: LinkSigning) =>
  signedOnce(
    { purpose: 'order payment', id: orderId, validSeconds: PAYMENT_LINK_SECONDS },
    signing,
  );

export async function getLinkedOrder(call: Call, link: LinkedOrder) {
  const order = await getBuyerOrder({ ...call, user: await buyerOf(call, link) }, link);
  const { lines, payment, steps } = order;
  return {
    ...pick(order, 'id status paymentStatus farmName county toPay deliveryFee total'),
    isPayable: steps.includes('pay'),
    lines: lines.map((line) =>
      pick(line, 'name unit netWeightKg quantity orderedQuantity weighedQuantity total'),
    ),
    /** Why the last request failed; null if it did not. */
    failure: payment?.status === 'failed' ? pick(payment, 'resultCode resultText') : null,
  };
}

export async function payLinkedOrder(
  call: Call,
  { phoneNumber, ...link }: LinkedOrder & { phoneNumber: string },
) {
  const { orderId } = link;
  await requestPayment({ ...call, user: await buyerOf(call, link) }, { orderId, phoneNumber });
  return getLinkedOrder(call, link);
}

async function buyerOf({ db, clock, secret }: Call, { orderId, until, signature }: LinkedOrder) {
  const link = { id: orderId, until, signature };
  const isValid = isLinkValid('order payment', link, { secret, now: clock() });
  const found = isValid ? await findOrderContacts(db, orderId) : null;
  if (!found?.buyerId) throw new AppError('NOT_FOUND');
  return { id: found.buyerId };
}
