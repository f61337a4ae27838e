import { payoutStatuses } from '#features/orders/rules/payment.ts';
import {
  countPayouts,
  countUnverifiedPayouts,
  listPayouts,
} from '#features/orders/server/operator-work.ts';
import { centsOf } from '#platform/rules/money.ts';
import type { Sms } from '#platform/server/adapters/sms.ts';
import type { Database } from '#platform/server/db/database.ts';

export type PayoutPage = { isAll: boolean; afterId: number | null };

/** Those that are neither paid nor cancelled. */
const OPEN_PAYOUTS = ['due', 'sent', 'failed', 'unknown'] as const;

/**
 * A page of payouts, by their number, how many follow it, and the sum of those that wait until the
 * farmers verify their numbers.
 */
export async function pageOfPayouts(
  tx: Database,
  { isAll, afterId }: PayoutPage,
  { sms }: { sms: Sms | null },
) {
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
      isUnverified: sms !== null && payout.status === 'due' && !payout.isVerified,
      heldUntil: payout.heldUntil,
    })),
    unverified: sms && (await countUnverifiedPayouts(tx)),
    more: (await countPayouts(tx, statuses, after)) - payouts.length,
  };
}
