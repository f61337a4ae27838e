import type { Database } from '#server/db/connect.ts';
import { announceOrder } from '#server/orders/announce-order.ts';
import type { Services } from '#server/services.ts';
import { askAboutPayout } from './ask-about-payouts.ts';
import { findCallback } from './attempt-queries.ts';
import { findPayoutByToken, type PayoutRow, updatePayout } from './payout-queries.ts';
import { type PayoutResult, readPayoutResult } from './read-payout-result.ts';

type Needs = Pick<Services, 'mpesa' | 'clock' | 'log' | 'secret'>;

/**
 * Makes something of what came for a payout (the outbox calls this, perhaps twice). A result is a word that nobody signed: it only
 * makes us ask. What comes to the address that a question named settles it: paid, or failed; anything else leaves it open.
 * @throws Error when M-Pesa didn't take the question, so that it is tried again
 */
export async function workOnPayoutResult(db: Database, { callbackId }: { callbackId: number }, services: Needs) {
  const callback = await findCallback(db, callbackId);
  const payout = callback && (await findPayoutByToken(db, callback.tokenHash));
  if (!payout || (payout.status !== 'sent' && payout.status !== 'unknown')) return;
  const about = { callbackId, payoutId: payout.id };
  const result = readPayoutResult(callback.body);
  if (!result) return services.log.warn(about, 'a payout result could not be read');
  if (callback.tokenHash === payout.statusTokenHash) return settle(db, { payout, result }, services);
  if (result.originatorConversationId !== payout.originatorConversationId) {
    return services.log.warn(about, 'a payout result names another payout');
  }
  const { resultCode, resultText, transactionId } = result;
  await updatePayout(db, { id: payout.id, from: ['sent', 'unknown'], change: { resultCode, resultText } });
  if (!(await askAboutPayout({ payout, transactionId }, services))) throw new Error('M-Pesa did not take the question');
}

async function settle(db: Database, { payout, result }: { payout: PayoutRow; result: PayoutResult }, { clock, log }: Needs) {
  const { transactionStatus, amountCents, receipt, resultCode, resultText } = result;
  const about = { payoutId: payout.id, orderId: payout.orderId };
  const from = ['sent', 'unknown'] as const;
  const settledAt = clock();
  if (resultCode === '0' && transactionStatus === 'Completed') {
    if (amountCents !== null && amountCents !== payout.amountCents) {
      log.warn(about, 'a payout of another amount waits for the operator');
      await updatePayout(db, { id: payout.id, from, change: { status: 'unknown', resultCode, resultText } });
      return;
    }
    await updatePayout(db, { id: payout.id, from, change: { status: 'paid', receipt, resultCode, resultText, settledAt } });
    await announceOrder(db, { orderId: payout.orderId, userIds: [payout.farmerId] });
    log.info(about, 'a payout arrived');
    return;
  }
  if (resultCode === '0' && transactionStatus !== null && FAILED.includes(transactionStatus)) {
    await updatePayout(db, { id: payout.id, from, change: { status: 'failed', resultText: transactionStatus, settledAt } });
    await announceOrder(db, { orderId: payout.orderId, userIds: [payout.farmerId] });
    log.warn(about, 'a payout failed and waits for the operator');
    return;
  }
  // The question failed, not the payout: it is asked again.
  log.info(about, 'M-Pesa does not know yet what became of a payout');
}

const FAILED = ['Failed', 'Cancelled', 'Declined', 'Expired', 'Reversed'];
