import type { PushOutcome } from '#server/adapters/mpesa.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import type { Logger } from '#server/log.ts';
import type { Metrics } from '#server/metrics.ts';
import { lockOrder } from '#server/modules/trade/orders/queries.ts';
import { PHONE_BUSY_CODE } from '#shared/payment.ts';
import { applyFailure } from './apply-result.ts';
import { isIdOfAnother, lockAttempt, updateAttempt } from './attempt-queries.ts';

type Recorded = { attemptId: number; orderId: number; outcome: PushOutcome };

/**
 * Writes down what became of the call that pushed. Its callback may have been here before, and settled the attempt: then only the ids
 * are added that it may lack.
 */
export async function recordPushOutcome(
  db: Database,
  { attemptId: id, orderId, outcome }: Recorded,
  services: { clock: Clock; log: Logger; metrics: Metrics },
) {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const attempt = await lockAttempt(tx, id);
    if (!order || !attempt) return;
    if (outcome.outcome === 'unknown') {
      await updateAttempt(tx, { id, from: ['sending'], change: { status: 'unknown' } });
      return;
    }
    if (outcome.outcome !== 'accepted') {
      const result = readRefusal(outcome);
      if (outcome.outcome === 'misconfigured') {
        services.log.error({ attemptId: id, said: outcome.text }, 'M-Pesa does not take our settings, and rings no phone');
      }
      await applyFailure(tx, { order, attempt, result }, services);
      return;
    }
    const { merchantRequestId, checkoutRequestId } = outcome;
    const isForeign = await isIdOfAnother(tx, { checkoutRequestId, id });
    if (isForeign || (attempt.checkoutRequestId !== null && attempt.checkoutRequestId !== checkoutRequestId)) {
      services.log.error({ attemptId: id }, 'M-Pesa took a push under an id that is known by another');
      return;
    }
    await updateAttempt(tx, { id, from: [attempt.status], change: { merchantRequestId, checkoutRequestId } });
    await updateAttempt(tx, { id, from: ['sending', 'unknown'], change: { status: 'pushed' } });
  });
}

function readRefusal(outcome: PushOutcome): { resultCode: string | null; resultText: string | null } {
  if (outcome.outcome === 'phoneBusy') return { resultCode: PHONE_BUSY_CODE, resultText: outcome.text };
  const isRefusal = outcome.outcome === 'refused' || outcome.outcome === 'misconfigured';
  return isRefusal ? { resultCode: outcome.code, resultText: outcome.text } : { resultCode: null, resultText: null };
}
