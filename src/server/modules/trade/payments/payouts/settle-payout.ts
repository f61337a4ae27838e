import type { Clock } from '#server/clock.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import type { Logger } from '#server/log.ts';
import { lockOrder, notifyOrderChanged } from '#server/modules/trade/orders/queries.ts';
import { isPayoutReceiptKnown } from '#server/modules/trade/payments/statements/operator-queries.ts';
import { findPayout, lockPayout, type PayoutRow, type PayoutTry, updatePayout } from './payout-queries.ts';
import type { PayoutResult } from './read-payout-result.ts';

type Needs = { clock: Clock; log: Logger };
type Settled = {
  payout: PayoutRow;
  result: PayoutResult;
  /** Whether M-Pesa speaks of the last try. */
  isLastTry: boolean;
};

/** Books what M-Pesa itself answers about one try of a payout. */
export async function settlePayout(
  db: Database,
  { payoutTry, result }: { payoutTry: PayoutTry; result: PayoutResult },
  services: Needs,
) {
  await db.transaction(async (tx) => {
    const found = await findPayout(tx, payoutTry.payoutId);
    if (!found) return;
    await lockOrder(tx, found.orderId);
    const payout = await lockPayout(tx, found.id);
    if (!payout) return;
    const isLastTry = payout.originatorConversationId === payoutTry.originatorConversationId;
    const settled = { payout, result, isLastTry };
    const { resultCode, resultText, transactionStatus } = result;
    if (resultCode === '0' && transactionStatus === 'Completed') return applyArrival(tx, settled, services);
    if (resultCode === '0' && transactionStatus !== null && FAILED.includes(transactionStatus)) {
      return applyFailedTry(tx, settled, services);
    }
    if (resultCode !== '0' && NOT_FOUND.test(resultText)) return applyUnknownTry(tx, settled, services);
    // The question failed, not the payout: it is asked again.
    services.log.info({ payoutId: payout.id }, 'M-Pesa does not know yet what became of a payout');
  });
}

const FAILED = ['Failed', 'Cancelled', 'Declined', 'Expired', 'Reversed'];
const NOT_FOUND = /not (be )?found|not exist/i;

/** The farmer has the money, whatever we thought of it. */
async function applyArrival(tx: Database, { payout, result, isLastTry }: Settled, { clock, log }: Needs) {
  const { amountCents, resultCode, resultText } = result;
  const { id, orderId, farmerId, status } = payout;
  const about = { payoutId: id, orderId };
  const receipt = result.receipt ?? result.transactionId;
  if (status === 'paid') return applySecondArrival(tx, { payout, result, isLastTry }, { log });
  if (amountCents !== null && amountCents !== payout.amountCents) {
    log.warn(about, 'a payout of another amount waits for the operator');
    const change = { status: 'unknown' as const, approvedAt: null, resultCode, resultText };
    await updatePayout(tx, { id, from: [status], change });
    return;
  }
  if (status === 'cancelled') log.error(about, 'a payout arrived that had been called off');
  const isFree = receipt !== null && !(await isPayoutReceiptKnown(tx, receipt));
  const change = { status: 'paid' as const, receipt: isFree ? receipt : null, approvedAt: null, settledAt: clock() };
  await updatePayout(tx, { id, from: [status], change: { ...change, resultCode, resultText } });
  await notifyOrderChanged(tx, [{ orderId, userIds: [farmerId] }]);
  log.info(about, 'a payout arrived');
}

/** It was paid before: by this same try, or a second time. */
async function applySecondArrival(tx: Database, { payout, result, isLastTry }: Settled, { log }: Pick<Needs, 'log'>) {
  const { id, orderId } = payout;
  const receipt = result.receipt ?? result.transactionId;
  if (receipt === payout.receipt || (receipt === null && isLastTry)) return;
  if (payout.receipt === null && receipt !== null && isLastTry) {
    if (!(await isPayoutReceiptKnown(tx, receipt))) await updatePayout(tx, { id, from: ['paid'], change: { receipt } });
    return;
  }
  log.error({ payoutId: id, orderId, receipt }, 'a payout arrived twice');
  await updatePayout(tx, { id, from: ['paid'], change: { resultText: `arrived twice, also by ${receipt ?? 'another try'}` } });
}

/** This try brought nothing. Where the operator has approved it, the next one may go out. */
async function applyFailedTry(tx: Database, { payout, result, isLastTry }: Settled, { clock, log }: Needs) {
  const { id, orderId, farmerId, approvedAt } = payout;
  if (!isLastTry) return;
  const change =
    approvedAt === null
      ? { status: 'failed' as const, resultText: result.transactionStatus ?? result.resultText, settledAt: clock() }
      : { status: 'due' as const, heldUntil: clock(), approvedAt: null };
  const isDone = await updatePayout(tx, { id, from: ['sent', 'unknown'], change, isTryOver: approvedAt === null });
  if (!isDone) return;
  await notifyOrderChanged(tx, [{ orderId, userIds: [farmerId] }]);
  if (approvedAt === null) log.warn({ payoutId: id, orderId }, 'a payout failed and waits for the operator');
}

/** M-Pesa does not know this try, and may still come to know a recent one. So it is sent again only if the operator has approved that. */
async function applyUnknownTry(tx: Database, settled: Settled, services: Needs) {
  const { payout, result } = settled;
  if (payout.approvedAt !== null && isOldEnough(payout, services.clock())) return applyFailedTry(tx, settled, services);
  const { resultCode, resultText } = result;
  await updatePayout(tx, { id: payout.id, from: ['sent', 'unknown'], change: { resultCode, resultText } });
  services.log.info({ payoutId: payout.id }, 'M-Pesa does not know of a payout');
}

const MPESA_BOOKS_SECONDS = 60;
const isOldEnough = ({ sentAt }: PayoutRow, now: Date) => sentAt === null || now >= secondsAfter(sentAt, MPESA_BOOKS_SECONDS);
