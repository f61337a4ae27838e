/*
 * A lot is paid in one go: one tap asks the phone for one order after the other, since a phone shows
 * one request at a time and M-Pesa limits each. A refusal stops it, and what is paid waits two hours
 * for the rest. Then the orders that are not paid are cancelled, and the paid ones stand.
 */

import { cancelAsBuyer } from '#orders/server/order-steps.ts';
import { giveBackPush, type PaymentCall, requestPayment } from '#orders/server/request-payment.ts';
import { AppError } from '#platform/server/app-error.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Call, Services } from '#platform/server/trpc/context.ts';
import { LOT_UNPAID_SECONDS } from '../rules/lot.ts';
import { changeLot, expected } from './move-lot.ts';
import { type LotRow, updateLot } from './queries.ts';
import { getOwnLot } from './read-lots.ts';
import { listToPay } from './share-queries.ts';

type Asked = { lotId: number; phoneNumber: string };

/** Refused orders are asked for again. */
export async function payLot(call: Call<'buyer'>, { lotId, phoneNumber }: Asked) {
  await changeLot(call, { lotId, buyerId: call.user.id }, async (tx, lot) => {
    if (lot.status !== 'taken' || lot.paymentMethod !== 'M-Pesa') throw new AppError('NOT_PAYABLE');
    await updateLot(tx, lotId, { payingPhone: phoneNumber });
  });
  const unpaid = await listToPay(call.db, lotId);
  const [first] = unpaid;
  const isUnderWay = unpaid.some(({ paymentStatus }) => paymentStatus === 'processing');
  if (first && !isUnderWay) await requestPayment(call, { orderId: first.orderId, phoneNumber });
  return getOwnLot(call, { lotId });
}

export async function payNext(call: Services & { db: Database }, lot: LotRow) {
  const { id, buyerId, payingPhone: phoneNumber } = lot;
  if (lot.paymentMethod !== 'M-Pesa') return;
  const unpaid = await listToPay(call.db, id);
  const buyer = { ...call, user: { id: buyerId } };
  if (unpaid.some(({ paymentStatus }) => paymentStatus === 'processing')) return;
  const isSomePaid = unpaid.length < (unpaid[0]?.orders ?? 0);
  const late = unpaid.filter(
    ({ orderedAt }) => call.clock() >= secondsAfter(orderedAt, LOT_UNPAID_SECONDS),
  );
  if (isSomePaid && late.length > 0) return cancelUnpaid(buyer, late);
  if (phoneNumber === null) return;
  const [next] = unpaid;
  const isRefused = unpaid.some(({ paymentStatus }) => paymentStatus === 'failed');
  try {
    if (next && !isRefused) {
      if (isSomePaid) await giveBackPush(call, { buyerId, phoneNumber });
      return await requestPayment(buyer, { orderId: next.orderId, phoneNumber });
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Another request is under way, or the phone was asked too often: the buyer asks again.
  }
  await updateLot(call.db, id, { payingPhone: null });
}

async function cancelUnpaid(buyer: PaymentCall & Services, unpaid: { orderId: number }[]) {
  for (const { orderId } of unpaid) {
    // It may be paid or cancelled meanwhile.
    await cancelAsBuyer(buyer, { orderId }).catch(expected('STEP_NOT_ALLOWED'));
  }
}
