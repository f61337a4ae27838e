import { createHash } from 'node:crypto';
import type { NoticeKind } from '#notifications/rules/notice.ts';
import { notifyOnce } from '#notifications/server/inbox.ts';
import { PAYOUT_MIN_KES } from '#orders/rules/limits.ts';
import { isCompleted } from '#orders/rules/order-facts.ts';
import { amountText, centsOf, shillingsOf } from '#rules/amounts.ts';
import type { PayoutOrder } from '#server/adapters/mpesa.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Limits } from '#server/config.ts';
import { createPathToken, hmac, sha256 } from '#server/hashes.ts';
import { m } from '#text';
import { lockOrder, notifyOrderChanged, type OrderRow } from '../orders/queries.ts';
import { insertPayoutTry } from './callback-queries.ts';
import {
  findPayee,
  lockPayout,
  lockSmallPayouts,
  movePayout,
  type PayoutRow,
  sendWith,
  updatePayout,
} from './payout-queries.ts';

type Taking = { payoutId: number; orderId: number; callbackBase: string };

/** Null if the payout may not be sent now. */
export async function takePayout(
  db: Database,
  { payoutId: id, orderId, callbackBase }: Taking,
  services: Services,
): Promise<PayoutOrder | null> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const payout = await lockPayout(tx, id);
    const now = services.clock();
    if (!order || payout?.status !== 'due' || payout.heldUntil > now) return null;
    // A held payout must not block others.
    const holdUntil = (heldUntil: Date) =>
      updatePayout(tx, { id, status: 'due', change: { heldUntil } });
    const nextRound = secondsAfter(now, services.limits.mpesaSweepSeconds);
    if (!isOwed(payout, order)) {
      await holdUntil(nextRound);
      return null;
    }
    const target = await findTarget(tx, payout, {
      now,
      needsVerifiedPhone: services.sms !== null,
    });
    if ('why' in target) {
      await holdUntil(target.until);
      if (target.why === 'unverified') await tellOfUnverifiedNumber(tx, payout, now);
      return null;
    }
    const small = withinLimit(
      payout,
      await lockSmallPayouts(tx, { with: payout, now }),
      services.limits.mpesaMaxKes,
    );
    if (sumOf([payout, ...small]) < centsOf(PAYOUT_MIN_KES)) {
      await holdUntil(nextRound);
      return null;
    }
    return markSent(tx, { order, payout, small, callbackBase, ...target }, { ...services, now });
  });
}

/**
 * Moving an order also calls its payout off; this guards against other changes of the order. A
 * refund is owed whatever becomes of its order.
 */
const isOwed = ({ paymentId }: PayoutRow, { status, paymentStatus }: OrderRow) =>
  paymentId !== null || (isCompleted(status) && paymentStatus === 'paid');

type Sending = {
  order: OrderRow;
  payout: PayoutRow;
  small: { id: number; orderId: number; amountCents: number }[];
  phoneNumber: string;
  callbackBase: string;
};

async function markSent(
  tx: Database,
  { order, payout, small, phoneNumber, callbackBase }: Sending,
  { limits, secret, now }: { limits: Limits; secret: string; now: Date },
): Promise<PayoutOrder> {
  const { id } = payout;
  const originatorConversationId = conversationIdOf(order, payout);
  const token = createPathToken();
  const tokenHash = sha256(token);
  const statusTokenHash = sha256(statusToken(secret, originatorConversationId));
  await movePayout(tx, {
    id,
    by: 'mpesa',
    to: 'sent',
    change: {
      originatorConversationId,
      tokenHash,
      statusTokenHash,
      phoneNumber,
      resultCode: null,
      resultText: null,
      sentAt: now,
      askAgainAt: secondsAfter(now, limits.mpesaSweepSeconds),
    },
  });
  await insertPayoutTry(tx, {
    payoutId: id,
    originatorConversationId,
    tokenHash,
    statusTokenHash,
    sentAt: now,
  });
  const smallIds = small.map((one) => one.id);
  await sendWith(tx, smallIds, { sentWithId: id, phoneNumber, sentAt: now });
  await notifyOrderChanged(
    tx,
    [order.id, ...small.map((one) => one.orderId)].map((changed) => ({
      orderId: changed,
      userIds: [payout.farmerId, payout.buyerId],
    })),
    { now },
  );
  return {
    originatorConversationId,
    amountCents: sumOf([payout, ...small]),
    phoneNumber,
    remarks: payout.paymentId === null ? `Order ${order.id}` : `Refund of order ${order.id}`,
    resultUrl: `${callbackBase}/api/payments/result/${token}`,
  };
}

function withinLimit<Small extends { amountCents: number }>(
  first: { amountCents: number },
  small: Small[],
  limitKes: number,
): Small[] {
  let sumCents = first.amountCents;
  return small.filter(({ amountCents }) => {
    const fits = sumCents + amountCents <= centsOf(limitKes);
    if (fits) sumCents += amountCents;
    return fits;
  });
}

export const sumOf = (parts: { amountCents: number }[]) =>
  parts.reduce((sum, { amountCents }) => sum + amountCents, 0);

const tellOfUnverifiedNumber = (
  tx: Database,
  { orderId, farmerId, amountCents }: PayoutRow,
  now: Date,
) =>
  notifyOnce(
    tx,
    {
      kind: unverifiedNotice,
      userIds: [farmerId],
      subject: unverifiedSubject,
      link: '/farmer/dashboard?tab=profile#phone',
      facts: { orderId, amountCents },
    },
    now,
  );

/**
 * The OriginatorConversationID, the same on every copy of the database, so that M-Pesa accepts each
 * try once. It depends on the order, because a restored database may make another payout row, and
 * on the order's creation time, because a new database numbers its orders from one. A refund's id also has its
 * amount, which a restored database may compute differently.
 */
export function conversationIdOf(
  { id, createdAt }: Pick<OrderRow, 'id' | 'createdAt'>,
  { part, amountCents, failedTries }: Pick<PayoutRow, 'part' | 'amountCents' | 'failedTries'>,
) {
  const purpose = part === 0 ? ['payout'] : ['refund', part, amountCents];
  const facts = JSON.stringify([...purpose, id, createdAt.toISOString(), failedTries]);
  const hash = createHash('sha256').update(facts).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** For a hold that only the operator can end. */
const BLOCKED_RETRY_SECONDS = 60 * 60;
/** For a hold that the farmer can end with a code or a PIN. */
const UNVERIFIED_RETRY_SECONDS = 5 * 60;

export type PayoutHold = {
  why: 'accountGone' | 'suspended' | 'unverified' | 'doubtful' | 'newNumber';
  until: Date;
};

type Payee = Awaited<ReturnType<typeof findPayee>>;
type Terms = { now: Date; needsVerifiedPhone: boolean };

function holdOf(payee: NonNullable<Payee>, { now, needsVerifiedPhone }: Terms): PayoutHold | null {
  const blockedUntil = secondsAfter(now, BLOCKED_RETRY_SECONDS);
  if (payee.suspendedAt) return { why: 'suspended', until: blockedUntil };
  if (needsVerifiedPhone && !payee.phoneVerifiedAt) {
    return { why: 'unverified', until: secondsAfter(now, UNVERIFIED_RETRY_SECONDS) };
  }
  // Nothing is sent to a released number, or to one whose SIM may belong to someone else.
  if (payee.phoneNumber === '' || payee.simChangedAt) {
    return { why: 'doubtful', until: secondsAfter(now, UNVERIFIED_RETRY_SECONDS) };
  }
  const { payoutsHeldUntil } = payee;
  return payoutsHeldUntil && payoutsHeldUntil > now
    ? { why: 'newNumber', until: payoutsHeldUntil }
    : null;
}

/** A refund goes to the number that paid, which the account's deletion erases. */
export async function findTarget(
  db: Database,
  { paymentId, farmerId, phoneNumber }: PayoutRow,
  terms: Terms,
): Promise<{ phoneNumber: string } | PayoutHold> {
  const until = secondsAfter(terms.now, BLOCKED_RETRY_SECONDS);
  const gone: PayoutHold = { why: 'accountGone', until };
  if (paymentId !== null) return phoneNumber === null ? gone : { phoneNumber };
  const payee = farmerId === null ? null : await findPayee(db, farmerId);
  if (!payee) return gone;
  return holdOf(payee, terms) ?? { phoneNumber: payee.phoneNumber };
}

/** The same for each question about a try, and secret. */
export const statusToken = (secret: string, originatorConversationId: string) =>
  hmac(secret, 'payout status', originatorConversationId);

/**
 * `otherOrders`: the other orders whose payouts are part of the sum. Notices of an earlier version
 * have only their number.
 */
export type Payout = {
  orderId: number;
  amountCents: number;
  otherOrders?: readonly number[] | number;
};

export const payoutValues = ({ orderId, amountCents }: Payout) => ({
  id: orderId,
  amount: amountText(shillingsOf(amountCents)),
});

/** About the first payout that waits until the farmer verifies their number. */
export const unverifiedNotice: NoticeKind<Payout> = {
  name: 'payoutUnverified',
  topic: 'money',
  mail: 'unread',
  text: (payout, options) => m.noticePayoutUnverified(payoutValues(payout), options),
};

const unverifiedSubject = 'payouts/unverified';
