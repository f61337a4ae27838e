import { and, asc, eq, inArray, isNull, lt } from 'drizzle-orm';
import { PAYOUT_MIN_KES } from '#orders/rules/limits.ts';
import { payouts } from '#orders/server/tables/payments.ts';
import { centsOf } from '#platform/rules/money.ts';
import type { Database } from '#platform/server/db/database.ts';
import { isAllConfirmed } from '../payments/statements/payment-queries.ts';

const CREDITS_MAX = 100;

/** Skips one that is being sent with others. By payouts_buyer. */
export async function lockCredits(tx: Database, buyerId: number) {
  return tx
    .select({ id: payouts.id, amountCents: payouts.amountCents })
    .from(payouts)
    .where(
      and(
        eq(payouts.buyerId, buyerId),
        eq(payouts.status, 'due'),
        lt(payouts.amountCents, centsOf(PAYOUT_MIN_KES)),
        // M-Pesa may still report that an earlier try arrived.
        isNull(payouts.originatorConversationId),
        isAllConfirmed(payouts.orderId),
      ),
    )
    .orderBy(asc(payouts.id))
    .limit(CREDITS_MAX)
    .for('no key update', { skipLocked: true });
}

export async function takeCredits(
  tx: Database,
  { ids, orderId }: { ids: number[]; orderId: number },
) {
  await tx
    .update(payouts)
    .set({ status: 'credited', creditedOrderId: orderId })
    .where(and(inArray(payouts.id, ids), eq(payouts.status, 'due')));
}

/** By payouts_credited. */
export async function releaseCredits(tx: Database, orderId: number) {
  await tx
    .update(payouts)
    .set({ status: 'due', creditedOrderId: null })
    .where(and(eq(payouts.creditedOrderId, orderId), eq(payouts.status, 'credited')));
}
