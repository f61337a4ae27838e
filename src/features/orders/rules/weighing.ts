/*
 * The price of an order by its weight at the handover. Less lowers the total. More counts only if
 * the buyer takes it: in cash by giving the code of the weighing, by M-Pesa by paying the
 * difference.
 */

import { WEIGHING_PERCENT } from '#orders/rules/limits.ts';
import type { OrderFacts } from '#orders/rules/order-facts.ts';
import { lineCents, type OrderSums, sumOrder } from '#orders/rules/settlement.ts';
import { roundedToHundredths } from '#platform/rules/decimal.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { Unit } from '#products/rules/product.ts';

/** Only a price per kilogram follows from a weight. */
export const isSoldByWeight = ({ unit, quantity }: { unit: Unit; quantity: number }) =>
  unit === 'kg' && quantity > 0;

export function weightLimits(quantity: number): { least: number; most: number } {
  const range = Math.floor((Math.round(quantity * 100) * WEIGHING_PERCENT) / 100) / 100;
  return {
    least: roundedToHundredths(quantity - range),
    most: roundedToHundredths(quantity + range),
  };
}

export type WeighedLine = {
  quantity: number;
  /** In kg; null if not weighed, or if it weighs what was agreed. */
  weighedQuantity: number | null;
  priceCents: Cents;
};

type WeighedOrder = Pick<OrderFacts, 'paymentMethod'> & {
  totalCents: Cents;
  deliveryFeeCents: Cents;
  weighing: number;
  weighingLeft: number | null;
};

type Agreement = {
  receivedCents: Cents;
  /** By the code, or by confirming the receipt. */
  isAgreed: boolean;
};

type Weighed = {
  takesMore: boolean;
  sums: OrderSums;
  /** 0 if the buyer has paid or left the extra goods. */
  differenceCents: Cents;
};

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

export const finalQuantity = (
  { quantity, weighedQuantity }: Omit<WeighedLine, 'priceCents'>,
  takesMore: boolean,
): number => {
  if (weighedQuantity === null) return quantity;
  return takesMore ? weighedQuantity : Math.min(weighedQuantity, quantity);
};
