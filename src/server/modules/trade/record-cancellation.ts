import type { Database } from '#server/db/connect.ts';
import { holdOrder } from '#server/modules/trade/orders/lock-order.ts';
import { findPayoutOfOrder, updatePayout } from '#server/modules/trade/payments/payouts/payout-queries.ts';
import { findReceivedPayment, updatePayment } from '#server/modules/trade/payments/statements/payment-queries.ts';

/** An order is cancelled: what was paid for it is due back, and nothing is paid out. Done once, however often it is asked for. */
export async function recordCancellation(db: Database, { orderId }: { orderId: number }) {
  await db.transaction(async (tx) => {
    const order = await holdOrder(tx, orderId);
    if (order?.status !== 'cancelled') return;
    const payment = await findReceivedPayment(tx, orderId);
    if (payment) await updatePayment(tx, { id: payment.id, from: 'received', change: { state: 'refund_due' } });
    await callOffPayout(tx, orderId);
  });
}

/** The buyer objects to what the clock completed: the payout is called off until the operator has decided. */
export async function holdPayout(db: Database, { orderId }: { orderId: number }) {
  await db.transaction(async (tx) => {
    const order = await holdOrder(tx, orderId);
    if (order?.status === 'disputed') await callOffPayout(tx, orderId);
  });
}

async function callOffPayout(tx: Database, orderId: number) {
  const payout = await findPayoutOfOrder(tx, orderId);
  if (payout) await updatePayout(tx, { id: payout.id, from: ['due', 'failed'], change: { status: 'cancelled' } });
}
