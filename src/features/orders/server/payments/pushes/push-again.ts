import {
  PHONE_BUSY_SECONDS,
  PUSHES_AGAIN_MAX,
  PUSHES_AGAIN_WINDOW_SECONDS,
  SAME_AMOUNT_SECONDS,
} from '#orders/rules/limits.ts';
import { PHONE_BUSY_CODE, SAME_AMOUNT_CODE } from '#orders/rules/payment.ts';
import { notifyOrderChanged, type OrderRow } from '#orders/server/orders/queries.ts';
import { findAmountDue } from '#orders/server/settlement/settle-order.ts';
import { secondsAfter } from '#server/clock.ts';
import { createPathToken, sha256 } from '#server/hashes.ts';
import { type AttemptRow, insertAttempt } from './attempt-queries.ts';
import { countPutOffAttempts, findLastPush, findLastTurn, lockPhone } from './phone-queries.ts';

const waits: Record<string, number> = {
  [SAME_AMOUNT_CODE]: SAME_AMOUNT_SECONDS,
  [PHONE_BUSY_CODE]: PHONE_BUSY_SECONDS,
};

type PushTurn = {
  phoneNumber: string;
  amountCents: number;
  /** This buyer's other waiting pushes go first; null if the push has already waited. */
  behindBuyerId: number | null;
};

/**
 * Two farms' orders with equal totals are pushed one after the other (docs/decisions/0052). Locks
 * the phone, so that two orders do not take the same turn. Null if the phone may be asked now.
 */
export async function findTurn(
  tx: Database,
  { phoneNumber, amountCents, behindBuyerId }: PushTurn,
  now: Date,
) {
  await lockPhone(tx, phoneNumber);
  const since = secondsAfter(now, -SAME_AMOUNT_SECONDS);
  const ask = { phoneNumber, amountCents, since };
  const waiting =
    behindBuyerId === null ? null : await findLastTurn(tx, { ...ask, buyerId: behindBuyerId });
  const last = waiting ?? (await findLastPush(tx, ask));
  return last && secondsAfter(last, SAME_AMOUNT_SECONDS);
}

type PutOff = {
  order: OrderRow;
  attempt: Pick<AttemptRow, 'phoneNumber' | 'pushedCents' | 'pushedWithId'>;
  resultCode: string | null;
};

/** Gives up after a few tries, and at once if the push asked for several orders. */
export async function pushAgainLater(
  tx: Database,
  { order, attempt, resultCode }: PutOff,
  now: Date,
) {
  const waitSeconds = waits[resultCode ?? ''];
  const { phoneNumber, pushedCents, pushedWithId } = attempt;
  if (pushedCents !== null || pushedWithId !== null) return false;
  if (waitSeconds === undefined || phoneNumber === null || order.isFarmerSuspended) return false;
  const amountCents = await findAmountDue(tx, order);
  if (amountCents === 0) return false;
  const since = secondsAfter(now, -PUSHES_AGAIN_WINDOW_SECONDS);
  if (
    (await countPutOffAttempts(tx, { orderId: order.id, codes: Object.keys(waits), since })) >
    PUSHES_AGAIN_MAX
  )
    return false;
  const soonest = secondsAfter(now, waitSeconds);
  const turn = await findTurn(tx, { phoneNumber, amountCents, behindBuyerId: order.buyerId }, now);
  const pushAt = turn && turn > soonest ? turn : soonest;
  await insertAttempt(tx, {
    orderId: order.id,
    phoneNumber,
    amountCents,
    resultCode,
    // A placeholder until the push, which makes the token of its callback.
    tokenHash: sha256(createPathToken()),
    requestedAt: pushAt,
    askAgainAt: pushAt,
    pushAt,
  });
  await notifyOrderChanged(tx, [{ orderId: order.id, userIds: [order.buyerId] }], { now });
  return true;
}
