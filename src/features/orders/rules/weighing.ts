/*
 * The price of an order by the weight of its goods at the handover. Less lowers the total when the
 * order is completed. More counts only if the buyer takes it: in cash by giving the code of the
 * weighing, by M-Pesa by paying the difference. Otherwise the buyer gets what was agreed, for that
 * price.
 */

import { WEIGHING_PERCENT } from '#features/orders/rules/limits.ts';
import type { OrderFacts } from '#features/orders/rules/order-facts.ts';
import { lineCents, type OrderSums, sumOrder } from '#features/orders/rules/settlement.ts';
import type { Unit } from '#features/products/rules/product.ts';
import { roundedToHundredths } from '#platform/rules/decimal.ts';
import type { Cents } from '#platform/rules/money.ts';

/** Whether a line can be weighed: only a price per kilogram follows from a weight. */
export const isSoldByWeight = ({ unit, quantity }: { unit: Unit; quantity: number }) =>
  unit === 'kg' && quantity > 0;

/** The least and the most that an agreed quantity may weigh, in kg. */
export function weightLimits(quantity: number): { least: number; most: number } {
  const range = Math.floor((Math.round(quantity * 100) * WEIGHING_PERCENT) / 100) / 100;
  return {
    least: roundedToHundredths(quantity - range),
    most: roundedToHundredths(quantity + range),
  };
}

export type WeighedLine = {
  /** The quantity agreed, and after the completion the quantity that the buyer got. */
  quantity: number;
  /**
   * The weight at the handover in kg; null if not weighed, or if it weighs what was agreed.
   */
  weighedQuantity: number | null;
  priceCents: Cents;
};

type WeighedOrder = Pick<OrderFacts, 'paymentMethod'> & {
  totalCents: Cents;
  deliveryFeeCents: Cents;
  /** How often the goods were weighed. */
  weighing: number;
  /** The weighing of which the buyer leaves what is more than agreed; null if none. */
  weighingLeft: number | null;
};

type Agreement = {
  /** The part of the order's M-Pesa payments that counts (sumReceived). */
  receivedCents: Cents;
  /** Whether the buyer agrees to the weights, by the code or by confirming the receipt. */
  isAgreed: boolean;
};

type Weighed = {
  /** Whether the buyer takes what weighs more than was agreed. */
  takesMore: boolean;
  sums: OrderSums;
  /** The amount that an M-Pesa buyer still owes for more goods; 0 if it is paid or left. */
  differenceCents: Cents;
};

/** The total of a weighed order if it is completed now. */
export function settleWeighing(
  order: WeighedOrder,
  lines: readonly WeighedLine[],
  { receivedCents, isAgreed }: Agreement,
): Weighed {
  const { paymentMethod, deliveryFeeCents, weighing, weighingLeft, totalCents } = order;
  const sum = (takesMore: boolean) =>
    sumOrder(
      lines.map((line) => ({
        totalCents: lineCents(line.priceCents, finalQuantity(line, takesMore)),
      })),
      deliveryFeeCents,
    );
  const whole = sum(true);
  const isLeft = weighing === weighingLeft;
  const missingCents = Math.max(0, whole.totalCents - receivedCents);
  const isPaidFor = missingCents === 0 && (isAgreed || receivedCents > totalCents);
  const takesMore = !isLeft && (paymentMethod === 'M-Pesa' ? isPaidFor : isAgreed);
  return {
    takesMore,
    sums: takesMore ? whole : sum(false),
    differenceCents: isLeft || paymentMethod !== 'M-Pesa' ? 0 : missingCents,
  };
}

/** The quantity of a line that the buyer gets. */
export const finalQuantity = (
  { quantity, weighedQuantity }: Omit<WeighedLine, 'priceCents'>,
  takesMore: boolean,
): number => {
  if (weighedQuantity === null) return quantity;
  return takesMore ? weighedQuantity : Math.min(weighedQuantity, quantity);
};
