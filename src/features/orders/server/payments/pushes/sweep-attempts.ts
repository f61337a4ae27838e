import { PUSH_DEADLINE_SECONDS, UNKNOWN_PUSH_SECONDS } from '#orders/rules/limits.ts';
import { lockOrder } from '#orders/server/orders/queries.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { applyFailure, reportSettled } from './apply-result.ts';
import { type AttemptRow, claimDueAttempts, lockAttempt, moveAttempt } from './attempt-queries.ts';
import { settlePayment } from './settle-payment.ts';

const BATCH = 20;

/**
 * Callbacks get lost, so attempts without news are asked about. An attempt without an id waits for
 * its callback, which contains the id. In the end it is given up; a later success is still booked.
 */
export async function sweepAttempts(db: Database, services: Services): Promise<number> {
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
