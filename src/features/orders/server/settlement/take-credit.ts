/*
 * A refund below M-Pesa's smallest payout waits until it can be sent with others, or until the
 * buyer's next M-Pesa order uses it as a credit. The farmer's earnings do not change.
 */

import { creditsThatFit, paidDepositCents } from '#orders/rules/settlement.ts';
import type { Database } from '#platform/server/db/database.ts';
import { type OrderRow, updateOrder } from '../orders/queries.ts';
import { lockCredits, releaseCredits, takeCredits } from './refund-queries.ts';

export async function takeCredit(tx: Database, order: OrderRow): Promise<OrderRow> {
  if (order.buyerId === null) return order;
  const costsCents = order.totalCents - paidDepositCents(order);
  const credits = creditsThatFit(await lockCredits(tx, order.buyerId), costsCents);
  const creditCents = credits.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (credits.length === 0) return order;
  await takeCredits(tx, { ids: credits.map(({ id }) => id), orderId: order.id });
  await updateOrder(tx, order.id, { creditCents });
  return { ...order, creditCents };
}

export async function giveBackCredit(tx: Database, orderId: number) {
  await releaseCredits(tx, orderId);
  await updateOrder(tx, orderId, { creditCents: 0 });
}

/** The credits of a paid order count like the payment, and the excess goes back as money. */
export async function limitCredit(tx: Database, order: OrderRow): Promise<OrderRow> {
  const { creditCents, totalCents, paymentStatus } = order;
  const costsCents = totalCents - paidDepositCents(order);
  const fits = creditsThatFit([{ amountCents: creditCents }], costsCents).length > 0;
  if (fits || paymentStatus === 'paid') return order;
  await giveBackCredit(tx, order.id);
  return takeCredit(tx, { ...order, creditCents: 0 });
}
