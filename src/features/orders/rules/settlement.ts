/*
 * What an order costs, and what is owed between buyer, farmer and SokoShamba. It depends only on
 * the order's lines and its money, so every screen, letter, payout and refund has the same figures.
 *
 * The farmer can lower quantities: the harvest was short. The subtotal falls with them. The delivery
 * fee stays, because the trip is the same, and the minimum order does not apply again, because the
 * buyer ordered enough. An order of which nothing is left is rejected or cancelled, without a fee.
 */

import { type Cents, centsOf, lineTotalCents, roundedUpToShilling } from '#platform/rules/money.ts';

/** The price of a line's quantity; nothing for a line of which nothing is left. */
export const lineCents = (priceCents: Cents, quantity: number): Cents =>
  quantity === 0 ? 0 : lineTotalCents(priceCents, quantity);

export type OrderSums = { subtotalCents: Cents; deliveryFeeCents: Cents; totalCents: Cents };

/** An order's sums. The total is rounded up to the shilling. */
export function sumOrder(
  lines: readonly { totalCents: Cents }[],
  deliveryFeeCents: Cents,
): OrderSums {
  const subtotalCents = lines.reduce((sum, { totalCents }) => sum + totalCents, 0);
  return {
    subtotalCents,
    deliveryFeeCents,
    totalCents: roundedUpToShilling(subtotalCents + deliveryFeeCents),
  };
}

type Owed = { totalCents: Cents; creditCents: Cents };

/**
 * What a buyer pays by M-Pesa for an order. A credit is an earlier refund that was too small for
 * M-Pesa; it pays a part of the order, and the farmer still earns the whole total.
 */
export const askedCents = ({ totalCents, creditCents }: Owed): Cents => totalCents - creditCents;

export type ReceivedMoney = {
  /**
   * What counts of the order's M-Pesa payments: without the parts that go back to the buyer, and
   * with the credit that was used besides them.
   */
  receivedCents: Cents;
  /** The part of the order's credit that was used besides these payments. */
  usedCreditCents: Cents;
};

type Settlement = {
  /** What the buyer still has to pay. */
  toPayCents: Cents;
  /** What the buyer has paid too much. */
  toRefundCents: Cents;
};

export function settleOrder({
  totalCents,
  creditCents,
  receivedCents,
  usedCreditCents,
}: Owed & ReceivedMoney): Settlement {
  const leftCreditCents = creditCents - usedCreditCents;
  const owedCents = askedCents({ totalCents, creditCents: leftCreditCents }) - receivedCents;
  return {
    toPayCents: Math.max(0, owedCents),
    toRefundCents: Math.max(0, -owedCents),
  };
}

/** M-Pesa takes no payment below one shilling. */
const PAYMENT_MIN_CENTS = centsOf(1);

/**
 * The credits that an order uses, each as a whole, in the given order. At least a shilling of the
 * order is left to pay.
 */
export function creditsThatFit<Credit extends { amountCents: Cents }>(
  credits: readonly Credit[],
  totalCents: Cents,
): Credit[] {
  let leftCents = totalCents - PAYMENT_MIN_CENTS;
  return credits.filter(({ amountCents }) => {
    const fits = amountCents <= leftCents;
    if (fits) leftCents -= amountCents;
    return fits;
  });
}
