/* Asks M-Pesa when something is due: waiting pushes, silent payments and payouts, new payouts. */

import { PUSH_DEADLINE_SECONDS, UNKNOWN_PUSH_SECONDS } from '#orders/rules/limits.ts';
import type { PayoutOutcome } from '#server/adapters/mpesa.ts';
import { repeatWhenDue, secondsAfter } from '#server/clock.ts';
import { findStanding } from '#server/db/live-database-queries.ts';
import { createPathToken, sha256 } from '#server/hashes.ts';
import { lockOrder, notifyOrderChanged } from '../orders/queries.ts';
import { findAmountDue } from '../settlement/settle-order.ts';
import { askAboutPayouts } from './payment-callbacks.ts';
import { listDuePayouts, movePayout } from './payout-queries.ts';
import { applyFailure, type SettledAttempt } from './pushes/apply-result.ts';
import {
  type AttemptRow,
  claimDueAttempts,
  findMoneyDue,
  listWaitingAttempts,
  lockAttempt,
  moveAttempt,
  updateAttempt,
} from './pushes/attempt-queries.ts';
import { findTurn } from './pushes/push-again.ts';
import { recordPushOutcome, reportSettled, settlePayment } from './pushes/settle-payment.ts';
import { takePayout } from './take-payout.ts';

const INTERVAL_MAX_SECONDS = 5;
const BATCH = 20;

export function startPaymentClock(db: Database, { live, listen, ...services }: RunningServices) {
  const { mpesa, limits, log, clock } = services;
  if (!mpesa) return { stop: async () => {} };
  const findDue = () => findMoneyDue(db, { areSent: mpesa.payouts !== null });
  const round = async () => {
    if (!(await live.isLive())) return null;
    const dueAt = await findDue();
    if (!dueAt || dueAt > clock()) return dueAt;
    for (const part of [pushWaiting, sweepAttempts, sendPayouts, askAboutPayouts]) {
      try {
        await part(db, services);
      } catch (error) {
        log.warn({ err: error }, 'payments could not be looked through');
      }
    }
    const nextAt = await findDue();
    // Some payouts stay due, such as those that are too small to send.
    const pauseSeconds = Math.min(limits.mpesaSweepSeconds, INTERVAL_MAX_SECONDS);
    const soonestAt = secondsAfter(clock(), pauseSeconds);
    return nextAt && nextAt < soonestAt ? soonestAt : nextAt;
  };
  const onError = { log, text: 'the payment clock missed a round' };
  return repeatWhenDue(round, { clock, listen, tables: ['payment_attempts', 'payouts'], onError });
}

export async function pushWaiting(db: Database, services: Services) {
  const { mpesa, clock, log } = services;
  if (!mpesa) return 0;
  let pushed = 0;
  for (const { id: attemptId, orderId } of await listWaitingAttempts(db, {
    now: clock(),
    limit: BATCH,
  })) {
    try {
      const token = createPathToken();
      const taken = await takeTurn(db, { attemptId, orderId, tokenHash: sha256(token) }, services);
      if (taken.outcome !== 'push') {
        reportSettled(taken.settled, services);
        continue;
      }
      pushed += 1;
      const callbackUrl = `${mpesa.callbackBase}/api/payments/callback/${token}`;
      const outcome = await mpesa.push({
        orderId,
        phoneNumber: taken.phoneNumber,
        amountCents: taken.amountCents,
        callbackUrl,
      });
      await recordPushOutcome(db, { attemptId, orderId, outcome }, services);
    } catch (error) {
      log.warn(
        { err: error, attemptId },
        'a payment that waited for its turn could not be asked for',
      );
    }
  }
  return pushed;
}

type Taking = { attemptId: number; orderId: number; tokenHash: string };
type Taken =
  | { outcome: 'push'; phoneNumber: string; amountCents: Cents }
  /** The push keeps waiting, or is no longer needed and `settled` as failed. */
  | { outcome: 'noPush'; settled: SettledAttempt | null };

async function takeTurn(
  db: Database,
  { attemptId: id, orderId, tokenHash }: Taking,
  services: Services,
): Promise<Taken> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const attempt = await lockAttempt(tx, id);
    const now = services.clock();
    if (!order || attempt?.status !== 'sending' || !attempt.pushAt || attempt.pushAt > now) {
      return { outcome: 'noPush', settled: null };
    }
    const { phoneNumber, amountCents } = attempt;
    const isNeeded = (await findAmountDue(tx, order)) > 0;
    if (!isNeeded || order.isFarmerSuspended || phoneNumber === null) {
      await updateAttempt(tx, { id, status: 'sending', change: { pushAt: null } });
      const settled = await applyFailure(
        tx,
        { order, attempt, result: { resultCode: null, resultText: null } },
        now,
      );
      return { outcome: 'noPush', settled };
    }
    const turn = await findTurn(tx, { phoneNumber, amountCents, behindBuyerId: null }, now);
    if (turn && turn > now) {
      await updateAttempt(tx, {
        id,
        status: 'sending',
        change: { pushAt: turn, requestedAt: turn, askAgainAt: turn },
      });
      await notifyOrderChanged(tx, [{ orderId, userIds: [order.buyerId] }], { now });
      return { outcome: 'noPush', settled: null };
    }
    const askAgainAt = secondsAfter(now, services.limits.mpesaSweepSeconds);
    const change = { tokenHash, pushAt: null, requestedAt: now, askAgainAt, resultCode: null };
    await updateAttempt(tx, { id, status: 'sending', change });
    await notifyOrderChanged(tx, [{ orderId, userIds: [order.buyerId] }], { now });
    return { outcome: 'push', phoneNumber, amountCents };
  });
}

/**
 * Callbacks get lost, so attempts without news are asked about. An attempt without an id waits for
 * its callback, which contains the id. In the end it is given up; a later success is still booked.
 */
export async function sweepAttempts(db: Database, services: Services) {
  const now = services.clock();
  const askAgainAt = secondsAfter(now, services.limits.mpesaSweepSeconds);
  const attempts = await claimDueAttempts(db, { now, askAgainAt, limit: BATCH });
  for (const attempt of attempts) {
    try {
      await sweep(db, { attempt, now }, services);
    } catch (error) {
      services.log.warn(
        { err: error, attemptId: attempt.id },
        'a payment could not be asked about',
      );
    }
  }
  return attempts.length;
}

async function sweep(
  db: Database,
  { attempt, now }: { attempt: AttemptRow; now: Date },
  services: Services,
) {
  const { id, orderId, requestedAt } = attempt;
  // The process that pushed it died before the answer came.
  if (now > secondsAfter(requestedAt, PUSH_DEADLINE_SECONDS)) {
    await moveAttempt(db, { id, by: 'mpesa', to: 'unknown' });
  }
  const settling = await settlePayment(db, { attemptId: id }, services);
  if (settling !== 'open' || now < secondsAfter(requestedAt, UNKNOWN_PUSH_SECONDS)) return;
  const settled = await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const locked = await lockAttempt(tx, id);
    if (!order || !locked) return null;
    return applyFailure(
      tx,
      { order, attempt: locked, result: { resultCode: null, resultText: null } },
      services.clock(),
    );
  });
  reportSettled(settled, services);
}

/**
 * A payout is sent automatically at most once: with its order locked it becomes `sent`, with an id
 * of ours under which M-Pesa pays once, and only then is M-Pesa called. Unless M-Pesa clearly
 * refuses, we then only ask for the result. Only the operator may send it again, after M-Pesa was
 * asked (docs/decisions/0050). A copied database sends nothing. Without M-Pesa payouts, the operator
 * pays.
 */
export async function sendPayouts(db: Database, services: Services) {
  const { mpesa, limits, clock, log } = services;
  if (!mpesa?.payouts) return 0;
  const due = await listDuePayouts(db, { now: clock(), limit: BATCH });
  if (due.length === 0 || !(await findStanding(db)).paysOut) return 0;
  let sent = 0;
  for (const { id: payoutId, orderId } of due) {
    try {
      const payout = await takePayout(
        db,
        { payoutId, orderId, callbackBase: mpesa.callbackBase },
        services,
      );
      if (!payout) continue;
      sent += 1;
      const outcome = await mpesa.payouts.send(payout);
      await recordOutcome(db, {
        id: payoutId,
        outcome,
        tryAgainAt: secondsAfter(clock(), limits.mpesaSweepSeconds),
      });
      log.info({ payoutId, orderId, outcome: outcome.outcome }, 'M-Pesa was asked to pay out');
    } catch (error) {
      log.warn({ err: error, payoutId }, 'a payout could not be sent');
    }
  }
  return sent;
}

type SentPayout = { id: number; outcome: PayoutOutcome; tryAgainAt: Date };

async function recordOutcome(db: Database, { id, outcome, tryAgainAt }: SentPayout) {
  switch (outcome.outcome) {
    case 'accepted':
      return;
    case 'unknown':
      await movePayout(db, { id, by: 'mpesa', to: 'unknown', from: 'sent' });
      return;
    // It never left this machine, so it is due as before.
    case 'unreachable':
      await movePayout(db, {
        id,
        by: 'mpesa',
        to: 'due',
        from: 'sent',
        change: { heldUntil: tryAgainAt },
      });
      return;
    case 'refused':
      await movePayout(db, {
        id,
        by: 'mpesa',
        to: 'failed',
        from: 'sent',
        change: { resultCode: outcome.code, resultText: outcome.text },
        isTryOver: true,
      });
  }
}
