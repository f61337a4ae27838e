/*
 * The price of an order and its debts, computed only from its lines and money, so that screens,
 * letters, payouts and refunds agree (docs/decisions/0149).
 *
 * A short harvest lowers quantities and the subtotal. The delivery fee stays, and the minimum order
 * does not apply again. An order with nothing left is rejected or cancelled, without a fee.
 *
 * A pre-order is paid in two parts: its deposit before the harvest, and the rest afterwards.
 *
 * Goods in kilograms can be weighed at the handover (below). Lines and total stay as
 * agreed until the order is completed.
 */

import type { Unit } from '#products/rules/product.ts';
import {
  centsOf,
  lineTotalCents,
  roundedToHundredths,
  roundedUpToShilling,
} from '#rules/amounts.ts';
import { WEIGHING_PERCENT } from './limits.ts';
import { isToAnswer, type OrderFacts, type OrderStatus } from './order-facts.ts';

export const lineCents = (priceCents: Cents, quantity: number): Cents =>
  quantity === 0 ? 0 : lineTotalCents(priceCents, quantity);

/** Fills the lines in order, and rounds each quantity up to hundredths. */
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

/** The total is rounded up to the shilling. */
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

/** Rounded up to the shilling. */
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

export const paidDepositCents = ({ depositCents, depositPaidAt }: Deposit): Cents =>
  depositPaidAt === null ? 0 : depositCents;

type Billed = { status: OrderStatus; totalCents: Cents; depositCents: Cents };

/** A pending order is billed only its deposit. */
export const billedCents = ({ status, totalCents, depositCents }: Billed): Cents =>
  isToAnswer(status) ? depositCents : totalCents;

type Owed = { totalCents: Cents; creditCents: Cents };

/** A credit is an earlier refund that was too small for M-Pesa. */
export const askedCents = ({ totalCents, creditCents }: Owed): Cents => totalCents - creditCents;

/** The row is enough, because an unpaid order has received at most its deposit. */
export const unpaidCents = (order: Billed & Owed & Deposit): Cents =>
  Math.max(0, askedCents({ ...order, totalCents: billedCents(order) }) - paidDepositCents(order));

export type ReceivedMoney = {
  /** Without the parts that go back to the buyer. */
  receivedCents: Cents;
  /** The credit that was used besides these payments. */
  usedCreditCents: Cents;
};

type Settlement = {
  toPayCents: Cents;
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

/** The oldest order is served first. `reserved` is in that order. */
export function shareHarvest(reserved: readonly number[], harvested: number): number[] {
  let left = harvested;
  return reserved.map((quantity) => {
    const share = Math.min(quantity, left);
    left = roundedToHundredths(left - share);
    return share;
  });
}

/** Uses each credit as a whole. At least a shilling of the order is left to pay. */
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

/**
 * The price of an order by its weight at the handover. Less lowers the total. More counts only if
 * the buyer takes it: in cash by giving the code of the weighing, by M-Pesa by paying the
 * difference.
 */
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
