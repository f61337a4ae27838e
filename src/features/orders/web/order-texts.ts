import type { Unit } from '#products/rules/product.ts';
import { quantityText } from '#products/rules/product-texts.ts';
import { figureText } from '#rules/amounts.ts';
import { m } from '#text';
import type { BadgeTone } from '#ui/feedback.tsx';
import { weekdayText } from '#ui/format.ts';
import {
  type DayPart,
  type Fulfilment,
  isEnded,
  type OrderStatus,
  type PaymentMethod,
  type PaymentStatus,
} from '../rules/order-facts.ts';
import type { PaymentState, PayoutStatus } from '../rules/payment.ts';

type Said<Value extends string> = Record<Value, () => string>;

export const paymentStatusLabels: Said<PaymentStatus> = {
  pending: m.paymentStatusPending,
  processing: m.paymentStatusProcessing,
  paid: m.paymentStatusPaid,
  failed: m.paymentStatusFailed,
  refund_due: m.paymentStatusRefundDue,
  refunded: m.paymentStatusRefunded,
};
export const paymentStatusTones: Record<PaymentStatus, BadgeTone> = {
  pending: 'plain',
  processing: 'sky',
  paid: 'leaf',
  failed: 'soil',
  refund_due: 'maize',
  refunded: 'plain',
};

type WithDeposit = {
  harvestBy: string | null;
  depositPaidAt: string | null;
  paymentStatus: PaymentStatus;
};

export function depositText({ harvestBy, depositPaidAt, paymentStatus }: WithDeposit) {
  if (!harvestBy || !['pending', 'processing', 'failed'].includes(paymentStatus)) return null;
  return depositPaidAt ? m.depositPaid() : m.depositNotPaid();
}

export const paymentStateLabels: Said<PaymentState> = {
  received: m.paymentStateReceived,
  refund_due: m.paymentStateRefundDue,
  refunded: m.paymentStateRefunded,
};
export const paymentStateTones: Record<PaymentState, BadgeTone> = {
  received: 'leaf',
  refund_due: 'maize',
  refunded: 'plain',
};

export const paymentMethodLabels: Said<PaymentMethod> = {
  'M-Pesa': m.paymentMethodMpesa,
  'Cash on delivery': m.paymentMethodCash,
};

/** "Cash on delivery" is cash on collection if the buyer collects. */
export const paymentMethodText = (method: PaymentMethod, fulfilment: Fulfilment): string =>
  method === 'Cash on delivery' && fulfilment === 'collection'
    ? m.paymentMethodCashCollect()
    : paymentMethodLabels[method]();

export const fulfilmentLabels: Said<Fulfilment> = {
  delivery: m.fulfilmentDelivery,
  collection: m.fulfilmentCollection,
};

export const payoutStatusLabels: Said<PayoutStatus> = {
  due: m.payoutStatusDue,
  sent: m.payoutStatusSent,
  paid: m.payoutStatusPaid,
  failed: m.payoutStatusFailed,
  unknown: m.payoutStatusUnknown,
  cancelled: m.payoutStatusCancelled,
  credited: m.payoutStatusCredited,
};
export const payoutStatusTones: Record<PayoutStatus, BadgeTone> = {
  due: 'maize',
  sent: 'sky',
  paid: 'leaf',
  failed: 'soil',
  unknown: 'sky',
  cancelled: 'plain',
  credited: 'leaf',
};

type Packed = { quantity: number; unit: Unit; netWeightKg: number | null };

/** "2 bags of 90 kg", or "2 bags" if the weight is unknown, as in answers cached earlier. */
export function packedText({ quantity, unit, netWeightKg }: Packed): string {
  const text = quantityText(quantity, unit);
  if (!netWeightKg || unit === 'kg') return text;
  return m.quantityPacked({
    quantity: text,
    weight: figureText(netWeightKg),
  });
}

type Ordered = Packed & { orderedQuantity: number | null; weighedQuantity: number | null };

/**
 * "2 bags of 90 kg", "38 kg (ordered: 50 kg)" or "40 kg (weighed: 41.5 kg)". Answers cached
 * earlier have only the quantity.
 */
export function orderedText(line: Ordered): string {
  const { quantity, orderedQuantity, weighedQuantity, unit } = line;
  const text = packedText(line);
  if ((weighedQuantity ?? quantity) !== quantity)
    return `${text} (${m.weighedNow({ quantity: quantityText(weighedQuantity ?? 0, unit) })})`;
  if ((orderedQuantity ?? null) === null) return text;
  return `${text} (${m.orderedBefore({ quantity: quantityText(orderedQuantity ?? 0, unit) })})`;
}

type Wished = { status: OrderStatus; wishedDay: Day | null; wishedPart: DayPart | null };

const wishedParts: Said<DayPart> = { morning: m.wishedInMorning, afternoon: m.wishedInAfternoon };

/** "Saturday 21 November, in the morning"; null once the order has ended. */
export function wishText({ status, wishedDay, wishedPart }: Wished): string | null {
  if (!wishedDay || isEnded(status)) return null;
  const day = weekdayText(wishedDay);
  return wishedPart ? m.wishedDayPart({ day, part: wishedParts[wishedPart]() }) : day;
}
