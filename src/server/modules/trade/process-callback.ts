import type { Mpesa } from '#server/adapters/mpesa.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import type { Logger } from '#server/log.ts';
import type { Metrics } from '#server/metrics.ts';
import { findAttemptByToken, findCallback } from './payments/pushes/attempt-queries.ts';
import { readPushCallback } from './payments/pushes/read-push-callback.ts';
import { settlePayment } from './payments/pushes/settle-payment.ts';

/**
 * Makes of a kept callback what M-Pesa confirms of it (the outbox calls this, perhaps twice).
 * @throws Error while M-Pesa doesn't say, so that it is tried again
 */
export async function workOnCallback(
  db: Database,
  { callbackId }: { callbackId: number },
  services: { mpesa: Mpesa | null; clock: Clock; log: Logger; metrics: Metrics },
) {
  const callback = await findCallback(db, callbackId);
  const attempt = callback && (await findAttemptByToken(db, callback.tokenHash));
  if (!attempt) return;
  const claim = readPushCallback(callback.body);
  const about = { callbackId, attemptId: attempt.id };
  if (!claim) return services.log.warn(about, 'a payment callback could not be read');
  if (attempt.checkoutRequestId !== null && attempt.checkoutRequestId !== claim.checkoutRequestId) {
    return services.log.warn(about, 'a payment callback names another push');
  }
  const settling = await settlePayment(db, { attemptId: attempt.id }, services);
  if (settling !== 'settled') throw new Error('M-Pesa has not confirmed the callback yet');
}
