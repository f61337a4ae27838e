import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Logger } from '#platform/server/log.ts';
import { lockOrder, notifyOrderChanged } from '../../orders/queries.ts';
import { findPaymentOfAttempt, isReceiptKnown, setReceipt } from '../statements/payment-queries.ts';
import type { AttemptRow } from './attempt-queries.ts';
import type { PushClaim } from './read-push-callback.ts';

/**
 * Adds the receipt of a later callback to a payment that a query settled without one, and tells
 * open pages. Never changes an existing receipt.
 */
export async function addReceipt(
  db: Database,
  { attempt, claims }: { attempt: AttemptRow; claims: PushClaim[] },
  { log, clock }: { log: Logger; clock: Clock },
) {
  const payment = await findPaymentOfAttempt(db, attempt.id);
  const successes = claims.filter(({ isSuccess }) => isSuccess);
  if (
    successes.some(({ amountCents }) => amountCents !== null && amountCents !== attempt.amountCents)
  ) {
    log.warn(
      { attemptId: attempt.id },
      'a callback names another amount than the payment that is settled',
    );
  }
  if (!payment || payment.receipt !== null) return;
  const receipt = successes.find(({ amountCents }) => amountCents === attempt.amountCents)?.receipt;
  if (!receipt) return;
  if (await isReceiptKnown(db, receipt)) {
    log.warn({ attemptId: attempt.id }, 'a callback names the receipt of another payment');
    return;
  }
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, attempt.orderId);
    await setReceipt(tx, { id: payment.id, receipt });
    const userIds = [order?.buyerId ?? null, order?.farmerId ?? null];
    await notifyOrderChanged(tx, [{ orderId: attempt.orderId, userIds }], { now: clock() });
  });
}
