import { and, eq, inArray, lt, notExists, or, sql } from 'drizzle-orm';
import { CALLBACK_KEPT_SECONDS } from '#orders/rules/limits.ts';
import { blockingAttemptStatuses } from '#orders/rules/payment.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { paymentAttempts, paymentCallbacks, payouts, payoutTries } from './tables.ts';

/**
 * Callbacks contain the paying number. Those of unsettled attempts and payouts are evidence and are
 * kept.
 */
export async function pruneCallbacks(db: Database, now: Date) {
  const openAttempt = db
    .select({ one: sql`1` })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.tokenHash, paymentCallbacks.tokenHash),
        inArray(paymentAttempts.status, [...blockingAttemptStatuses]),
      ),
    );
  const isOfPayout = or(
    eq(payouts.tokenHash, paymentCallbacks.tokenHash),
    eq(payouts.statusTokenHash, paymentCallbacks.tokenHash),
  );
  const openPayout = db
    .select({ one: sql`1` })
    .from(payouts)
    .where(and(isOfPayout, inArray(payouts.status, ['sent', 'unknown'])));
  const isOfTry = or(
    eq(payoutTries.tokenHash, paymentCallbacks.tokenHash),
    eq(payoutTries.statusTokenHash, paymentCallbacks.tokenHash),
  );
  const openTry = db
    .select({ one: sql`1` })
    .from(payoutTries)
    .innerJoin(payouts, eq(payouts.id, payoutTries.payoutId))
    .where(and(isOfTry, inArray(payouts.status, ['sent', 'unknown'])));
  const isOld = lt(paymentCallbacks.receivedAt, secondsAfter(now, -CALLBACK_KEPT_SECONDS));
  await db
    .delete(paymentCallbacks)
    .where(and(isOld, notExists(openAttempt), notExists(openPayout), notExists(openTry)));
}
