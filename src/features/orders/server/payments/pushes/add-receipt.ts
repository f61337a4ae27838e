import type { Database } from '#platform/server/db/database.ts';
import type { Logger } from '#platform/server/log.ts';
import { findPaymentOfAttempt, isReceiptKnown, setReceipt } from '../statements/payment-queries.ts';
import type { AttemptRow } from './attempt-queries.ts';
import type { PushClaim } from './read-push-callback.ts';

/**
 * Adds the receipt of a later callback to a payment that a query settled without one. Never changes
 * an existing receipt.
 */
export async function addReceipt(
  db: Database,
  { attempt, claims }: { attempt: AttemptRow; claims: PushClaim[] },
  { log }: { log: Logger },
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
  await setReceipt(db, { id: payment.id, receipt });
}
