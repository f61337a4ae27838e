import type { Clock } from '#server/clock.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import { announceOrder } from '#server/modules/trade/orders/announce-order.ts';
import { type HeldOrder, holdOrder } from '#server/modules/trade/orders/lock-order.ts';
import { findReceivedPayment, insertPayment } from '#server/modules/trade/payments/statements/payment-queries.ts';
import { DISPUTE_AFTER_CLOCK_SECONDS } from '#shared/limits.ts';
import { findPayee, findPayoutOfOrder, insertPayout, updatePayout } from './payments/payouts/payout-queries.ts';

/**
 * An order is completed: what the buyer paid by M-Pesa is due to the farmer, and cash that changed hands is written down. Done once,
 * however often it is asked for; an order that was disputed meanwhile is left alone.
 */
export async function recordCompletion(db: Database, { orderId }: { orderId: number }, { clock }: { clock: Clock }) {
  await db.transaction(async (tx) => {
    const order = await holdOrder(tx, orderId);
    if (order?.status !== 'completed') return;
    if (order.paymentMethod === 'Cash on delivery') await recordCash(tx, order, clock());
    else if (order.paymentStatus === 'paid') await owePayout(tx, order, clock());
  });
}

async function recordCash(tx: Database, order: HeldOrder, now: Date) {
  if (order.paymentStatus !== 'paid' || (await findReceivedPayment(tx, order.id))) return;
  await insertPayment(tx, {
    orderId: order.id,
    method: 'Cash on delivery',
    state: 'received',
    amountCents: order.totalCents,
    receivedAt: order.paidAt ?? now,
  });
}

async function owePayout(tx: Database, order: HeldOrder, now: Date) {
  const heldUntil = await holdEnd(tx, order, now);
  const payout = await findPayoutOfOrder(tx, order.id);
  // A dispute had called it off, and the operator has decided for the farmer.
  if (payout) await updatePayout(tx, { id: payout.id, from: ['cancelled'], change: { status: 'due', heldUntil } });
  else {
    const { id: orderId, farmerId, totalCents: amountCents } = order;
    await insertPayout(tx, { orderId, farmerId, amountCents, heldUntil, createdAt: now });
    await announceOrder(tx, { orderId, userIds: [farmerId] });
  }
}

/** The later of the farm's own hold and, where the clock completed the order, the end of the buyer's time to object. */
async function holdEnd(tx: Database, { farmerId, completedAt, completedByClock }: HeldOrder, now: Date): Promise<Date> {
  const payee = farmerId === null ? null : await findPayee(tx, farmerId);
  const objection = completedByClock && completedAt ? secondsAfter(completedAt, DISPUTE_AFTER_CLOCK_SECONDS) : now;
  return payee?.payoutsHeldUntil && payee.payoutsHeldUntil > objection ? payee.payoutsHeldUntil : objection;
}
