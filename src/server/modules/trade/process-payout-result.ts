import type { Mpesa } from '#server/adapters/mpesa.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import type { Logger } from '#server/log.ts';
import { askAboutPayout } from './payments/payouts/ask-about-payouts.ts';
import { findPayout, findPayoutTryByToken, type PayoutTry, updatePayout } from './payments/payouts/payout-queries.ts';
import { type PayoutResult, readPayoutResult } from './payments/payouts/read-payout-result.ts';
import { settlePayout } from './payments/payouts/settle-payout.ts';
import { findCallback } from './payments/pushes/attempt-queries.ts';

type Needs = { mpesa: Mpesa | null; clock: Clock; log: Logger; secret: string };

/**
 * Makes something of what came for a payout (the outbox calls this, perhaps twice), however the payout stands by then: money may have
 * left by a try that was taken for lost. Results are unsigned, so they only make us ask. What comes to the address that a
 * question named settles it: paid, or failed; anything else leaves it open.
 * @throws Error when M-Pesa didn't take the question, so that it is tried again
 */
export async function workOnPayoutResult(db: Database, { callbackId }: { callbackId: number }, services: Needs) {
  const callback = await findCallback(db, callbackId);
  const payoutTry = callback && (await findPayoutTryByToken(db, callback.tokenHash));
  if (!payoutTry) return;
  const { payoutId, originatorConversationId } = payoutTry;
  const about = { callbackId, payoutId };
  const result = readPayoutResult(callback.body);
  if (!result) return services.log.warn(about, 'a payout result could not be read');
  if (callback.tokenHash === payoutTry.statusTokenHash) return settlePayout(db, { payoutTry, result }, services);
  if (result.originatorConversationId !== originatorConversationId) {
    return services.log.warn(about, 'a payout result names another payout');
  }
  if (!(await isWorthAQuestion(db, { payoutTry, result }))) {
    return services.log.info(about, 'a payout result says what is known');
  }
  const { transactionId } = result;
  if (!(await askAboutPayout({ originatorConversationId, transactionId }, services))) {
    throw new Error('M-Pesa did not take the question');
  }
}

/** Notes what a result claims, and says whether it could change anything. */
async function isWorthAQuestion(db: Database, { payoutTry, result }: { payoutTry: PayoutTry; result: PayoutResult }) {
  const { resultCode, resultText, transactionId } = result;
  const payout = await findPayout(db, payoutTry.payoutId);
  if (!payout) return false;
  const { id, status } = payout;
  const isSuccess = resultCode === '0';
  if (status === 'sent' || status === 'unknown') {
    await updatePayout(db, { id, from: [status], change: { resultCode, resultText } });
    return true;
  }
  if (!isSuccess) return false;
  // It was about to be sent again; that waits until M-Pesa has answered.
  const { originatorConversationId } = payoutTry;
  await updatePayout(db, { id, from: ['due'], change: { status: 'unknown', originatorConversationId } });
  return status !== 'paid' || transactionId === null || transactionId !== payout.receipt;
}
