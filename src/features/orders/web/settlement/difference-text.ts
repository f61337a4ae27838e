import { isOnTheWay } from '#features/orders/rules/order-facts.ts';
import { cashText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { buyerText } from '../farmer/order-cells.tsx';
import type { FarmerOrder } from '../farmer/use-orders.ts';

/**
 * Whether the buyer has paid for what weighs more than was agreed, for the farmer at the handover;
 * null if there is no such difference.
 */
export function differenceText(order: FarmerOrder): string | null {
  const { status, difference } = order;
  // Answers that the device stored earlier have none.
  if (!isOnTheWay(status) || !difference) return null;
  const values = { buyer: buyerText(order), amount: cashText(difference.amount) };
  switch (difference.status) {
    case 'open':
      return m.differenceOpenFarmer(values);
    case 'left':
      return m.differenceLeftFarmer(values);
    case 'paid':
      return m.differencePaidFarmer(values);
  }
}
