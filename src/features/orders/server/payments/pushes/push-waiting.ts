import { lockOrder, notifyOrderChanged } from '#orders/server/orders/queries.ts';
import { findAmountDue } from '#orders/server/settlement/amount-due.ts';
import type { Cents } from '#platform/rules/money.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { createPathToken, sha256 } from '#platform/server/hashes.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { applyFailure, reportSettled, type SettledAttempt } from './apply-result.ts';
import { listWaitingAttempts, lockAttempt, updateAttempt } from './attempt-queries.ts';
import { findTurn } from './push-again.ts';
import { recordPushOutcome } from './record-push-outcome.ts';

const BATCH = 20;

export async function pushWaiting(db: Database, services: Services): Promise<number> {
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
