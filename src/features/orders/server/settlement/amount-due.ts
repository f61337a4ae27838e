import { awaitsMoney } from '#features/orders/rules/order.ts';
import { billedCents, settleOrder } from '#features/orders/rules/settlement.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { OrderRow } from '../orders/queries.ts';
import { sumReceived } from '../payments/statements/payment-queries.ts';

/**
 * What M-Pesa asks for if a locked order is paid now, also while money is on its way. A payment
 * counts for the order only if something is due. By payments_order.
 * @returns 0 if nothing is to be paid by M-Pesa
 */
export async function findAmountDue(tx: Database, order: OrderRow): Promise<Cents> {
  if (!awaitsMoney(order)) return 0;
  const totalCents = billedCents(order);
  return settleOrder({ ...order, totalCents, ...(await sumReceived(tx, order.id)) }).toPayCents;
}
