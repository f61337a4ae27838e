/*
 * The price of an order, and the debts between buyer, farmer and SokoShamba. They depend only on
 * the order's lines and its money, so every screen, letter, payout and refund has the same figures.
 *
 * The farmer can lower quantities: the harvest was short. The subtotal falls with them. The
 * delivery fee stays, because the trip is the same, and the minimum order does not apply again,
 * because the buyer ordered enough. An order of which nothing is left is rejected or cancelled,
 * without a fee.
 *
 * A pre-order is paid in two parts: its deposit while it waits for the harvest, and the rest once
 * the harvest has confirmed it. A deposit is never lost: it counts, or it goes back.
 *
 * Goods in kilograms can be weighed at the handover (rules/weighing.ts). Until the order is
 * completed its lines and total stay as agreed.
 */

import { isToAnswer, type OrderStatus } from '#features/orders/rules/order-facts.ts';
import { roundedToHundredths } from '#platform/rules/decimal.ts';
import { type Cents, centsOf, lineTotalCents, roundedUpToShilling } from '#platform/rules/money.ts';

/** The price of a line's quantity; nothing for a line of which nothing is left. */
export const lineCents = (priceCents: Cents, quantity: number): Cents =>
  quantity === 0 ? 0 : lineTotalCents(priceCents, quantity);

/**
 * Converts an amount into quantities: fills the lines in order, and rounds each up to hundredths.
 */
export function quantitiesWorth(
  cents: Cents,
  lines: readonly { priceCents: Cents; finalQuantity: number }[],
): number[] {
  let left = cents;
  return lines.map(({ priceCents, finalQuantity }) => {
    const quantity = Math.min(finalQuantity, Math.ceil((left * 100) / priceCents) / 100);
    left = Math.max(0, left - lineCents(priceCents, quantity));
    return quantity;
  });
}

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

/** The deposit of goods with these totals and percentages, rounded up to the shilling. */
export const depositOf = (
  lines: readonly { totalCents: Cents; depositPercent: number | null }[],
): Cents =>
  roundedUpToShilling(
    lines.reduce(
      (sum, { totalCents, depositPercent }) =>
        sum + Math.ceil((totalCents * (depositPercent ?? 0)) / 100),
      0,
    ),
  );

type Deposit = { depositCents: Cents; depositPaidAt: Date | null };

/** The paid deposit of an order; 0 before it is paid. */
export const paidDepositCents = ({ depositCents, depositPaidAt }: Deposit): Cents =>
  depositPaidAt === null ? 0 : depositCents;

type Billed = { status: OrderStatus; totalCents: Cents; depositCents: Cents };

/** The amount that the buyer is billed: the deposit while the order is pending, later the total. */
export const billedCents = ({ status, totalCents, depositCents }: Billed): Cents =>
  isToAnswer(status) ? depositCents : totalCents;

type Owed = { totalCents: Cents; creditCents: Cents };

/**
 * The amount that a buyer pays by M-Pesa for an order. A credit is an earlier refund that was too
 * small for M-Pesa; it pays a part of the order, and the farmer still earns the whole total.
 */
export const askedCents = ({ totalCents, creditCents }: Owed): Cents => totalCents - creditCents;

/**
 * The amount still due for an unpaid order, from its row alone: an unpaid order has received at
 * most its deposit. 0 if the deposit covers what was harvested.
 */
export const unpaidCents = (order: Billed & Owed & Deposit): Cents =>
  Math.max(0, askedCents({ ...order, totalCents: billedCents(order) }) - paidDepositCents(order));

export type ReceivedMoney = {
  /**
   * The part of the order's M-Pesa payments that counts: without the parts that go back to the
   * buyer, and with the credit that was used besides them.
   */
  receivedCents: Cents;
  /** The part of the order's credit that was used besides these payments. */
  usedCreditCents: Cents;
};

type Settlement = {
  /** The amount that the buyer still has to pay. */
  toPayCents: Cents;
  /** The amount that the buyer has overpaid. */
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
 * Shares a harvest: the oldest order is served in full first, and the newest gets the rest.
 * @param reserved the ordered quantities, in the order in which they were ordered
 */
export function shareHarvest(reserved: readonly number[], harvested: number): number[] {
  let left = harvested;
  return reserved.map((quantity) => {
    const share = Math.min(quantity, left);
    left = roundedToHundredths(left - share);
    return share;
  });
}

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
