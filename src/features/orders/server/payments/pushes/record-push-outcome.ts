import { PHONE_BUSY_CODE } from '#orders/rules/payment.ts';
import { lockOrder } from '#orders/server/orders/queries.ts';
import type { PushOutcome } from '#platform/server/adapters/mpesa.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Logger } from '#platform/server/log.ts';
import type { Metrics } from '#platform/server/metrics.ts';
import { applyFailure, reportSettled } from './apply-result.ts';
import { isIdOfAnother, lockAttempt, moveAttempt, updateAttempt } from './attempt-queries.ts';

type CalledPush = { attemptId: number; orderId: number; outcome: PushOutcome };

/** If the callback came first, only missing ids are added. */
export async function recordPushOutcome(
  db: Database,
  { attemptId: id, orderId, outcome }: CalledPush,
  services: { clock: Clock; log: Logger; metrics: Metrics },
) {
  const settled = await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const attempt = await lockAttempt(tx, id);
    if (!order || !attempt) return null;
    if (outcome.outcome === 'unknown') {
      await moveAttempt(tx, { id, by: 'mpesa', to: 'unknown' });
      return null;
    }
    if (outcome.outcome !== 'accepted') {
      const result = readRefusal(outcome);
      if (outcome.outcome === 'misconfigured') {
        services.log.error(
          { attemptId: id, said: outcome.text },
          'M-Pesa does not take our settings, and rings no phone',
        );
      }
      return applyFailure(tx, { order, attempt, result }, services.clock());
    }
    const { merchantRequestId, checkoutRequestId } = outcome;
    const isForeign = await isIdOfAnother(tx, { checkoutRequestId, id });
    if (
      isForeign ||
      (attempt.checkoutRequestId !== null && attempt.checkoutRequestId !== checkoutRequestId)
    ) {
      services.log.error({ attemptId: id }, 'M-Pesa took a push under the id of another push');
      return null;
    }
    await updateAttempt(tx, {
      id,
      status: attempt.status,
      change: { merchantRequestId, checkoutRequestId },
    });
    await moveAttempt(tx, { id, by: 'mpesa', to: 'pushed' });
    return null;
  });
  reportSettled(settled, services);
}

function readRefusal(outcome: PushOutcome): {
  resultCode: string | null;
  resultText: string | null;
} {
  if (outcome.outcome === 'phoneBusy')
    return { resultCode: PHONE_BUSY_CODE, resultText: outcome.text };
  const isRefusal = outcome.outcome === 'refused' || outcome.outcome === 'misconfigured';
  return isRefusal
    ? { resultCode: outcome.code, resultText: outcome.text }
    : { resultCode: null, resultText: null };
}
