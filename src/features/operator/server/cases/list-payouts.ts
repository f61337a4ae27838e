import { payoutStatuses } from '#features/orders/rules/payment.ts';
import { countPayouts, listPayouts } from '#features/orders/server/operator-work.ts';
import { centsOf } from '#platform/rules/money.ts';
import type { Database } from '#platform/server/db/database.ts';

export type PayoutPage = { isAll: boolean; afterId: number | null };

/** Those that are neither paid nor cancelled. */
export const OPEN_PAYOUTS = ['due', 'sent', 'failed', 'unknown'] as const;

/** A page of payouts, by their number, and how many follow it. */
export async function pageOfPayouts(tx: Database, { isAll, afterId }: PayoutPage) {
  const statuses = isAll ? payoutStatuses : OPEN_PAYOUTS;
  const after = afterId ?? 0;
  const payouts = await listPayouts(tx, statuses, after);
  return {
    payouts: payouts.map((payout) => ({
      id: payout.payoutId,
      orderId: payout.orderId,
      status: payout.status,
      cents: centsOf(payout.amount),
      who: payout.sentTo ?? payout.phoneNumber ?? payout.email ?? '',
      said: payout.receipt ?? payout.resultText ?? '',
      heldUntil: payout.heldUntil,
    })),
    more: (await countPayouts(tx, statuses, after)) - payouts.length,
  };
}
