import { PAYOUT_MIN_KES } from '#orders/rules/limits.ts';
import { isToPay, mayPayDifference, stepsOfBuyer } from '#orders/rules/order.ts';
import { autoCancelsAt, autoCompletesAt } from '#orders/rules/order-clock.ts';
import { isOnTheWay, isToAnswer, isToSend } from '#orders/rules/order-facts.ts';
import { unpaidCents } from '#orders/rules/settlement.ts';
import { cancellableUntil, notCollectedDisputableUntil } from '#orders/rules/transitions.ts';
import { disputeOf } from '#orders/server/reviews/read-dispute.ts';
import type { PhotoRead } from '#photos/rules/photo.ts';
import { centsOf, shillingsOf } from '#platform/rules/money.ts';
import { swahiliNameOf } from '#products/rules/crops.ts';
import type { OrderPayment } from '../payments/statements/payment-queries.ts';
import type { RefundRead } from '../settlement/refund-queries.ts';
import { asWeighed } from '../settlement/weighed-order.ts';
import { handoverCode } from './handover-code.ts';
import { contactOf, type RelatedRows, readLine, readPreOrder, reviewOf } from './read-orders.ts';
import type { OrderLineRead, OrderRead } from './read-queries.ts';

type Photos = ReadonlyMap<number, PhotoRead[]>;
type Reading = { related: RelatedRows; photos: Photos; secret: string; now: Date };

/** In the specification's words. Money in KES. */
export function readBuyerOrder(row: OrderRead, { related, photos, secret, now }: Reading) {
  const { order, lines, difference } = asWeighed(
    row,
    related.lines.get(row.id) ?? [],
    related.received.get(row.id) ?? 0,
  );
  const isDifferenceOpen = mayPayDifference(order) && difference?.status === 'open';
  const contact = contactOf(order, now);
  return {
    id: order.id,
    farmId: order.farmerId,
    farmName: order.farmName,
    county: order.county,
    status: order.status,
    paymentStatus: order.paymentStatus,
    paymentMethod: order.paymentMethod,
    fulfilment: order.fulfilment,
    deliveryAddress: order.deliveryAddress,
    latitude: order.dropOffLatitude,
    longitude: order.dropOffLongitude,
    deliveryDate: order.deliveryDate,
    wishedDay: order.wishedDay,
    wishedPart: order.wishedPart,
    note: order.note,
    subtotal: shillingsOf(order.subtotalCents),
    deliveryFee: shillingsOf(order.deliveryFeeCents),
    total: shillingsOf(order.totalCents),
    /** Paid by a small earlier refund. */
    credit: shillingsOf(order.creditCents),
    ...readPreOrder(order),
    toPay: isToPay(order)
      ? shillingsOf(unpaidCents(order))
      : isDifferenceOpen
        ? difference.amount
        : 0,
    weighing: order.weighing,
    /** By M-Pesa, for goods above the agreed weight. */
    difference,
    refunds: (related.refunds.get(order.id) ?? []).map(readRefund),
    itemCount: lines.length,
    lines: lines.map((line) => ({ ...readLine(line), ...readLook(line, photos) })),
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    reason: related.reasons.get(order.id) ?? null,
    handoverCode: order.dispatchedAt === null ? null : handoverCode(secret, order),
    completesAt: isOnTheWay(order.status) ? autoCompletesAt(order) : null,
    cancelsAt: isOnTheWay(order.status) ? autoCancelsAt(order) : null,
    notCollectedDisputableUntil: notCollectedDisputableUntil(order),
    /** The order's hour is over, so it reserves nothing. */
    isStockReleased: isToAnswer(order.status) && order.stockReleasedAt !== null,
    isFarmerSuspended: order.isFarmerSuspended,
    cancellableUntil: isToSend(order.status) ? cancellableUntil(order) : null,
    farmPhone: contact?.farmerPhone ?? null,
    farmPlace: contact?.farmPlace ?? null,
    payment: related.attempts.get(order.id) ?? null,
    ...readPayments(related.payments.get(order.id) ?? []),
    review: reviewOf(order),
    dispute: disputeOf(order, related.disputes.get(order.id), { secret, now }),
    steps: stepsOfBuyer(order, { isDifferenceOpen, now }),
  };
}

const readRefund = (refund: RefundRead) => {
  const { status, amountCents, receipt, phoneNumber, heldUntil, settledAt } = refund;
  return {
    status,
    amount: shillingsOf(amountCents),
    receipt,
    phoneNumber,
    heldUntil: status === 'due' ? heldUntil : null,
    refundedAt: status === 'paid' ? settledAt : null,
    isKept: status === 'due' && amountCents < centsOf(PAYOUT_MIN_KES),
  };
};

/** Receipts of payments that count, or else of all, joined with commas. */
function readPayments(payments: readonly OrderPayment[]) {
  const received = payments.filter(({ state }) => state === 'received');
  const counting = received.length > 0 ? received : payments;
  const listed = (receipts: (string | null)[]) => receipts.filter(Boolean).join(', ') || null;
  return {
    payments: payments.map((payment) => {
      const { state, amountCents, countedCents, receipt, refundReceipt, refundedAt } = payment;
      return {
        status: state,
        amount: shillingsOf(amountCents),
        receipt,
        refundAmount: state === 'received' ? null : shillingsOf(countedCents),
        refundReceipt,
        refundedAt,
      };
    }),
    receipt: listed(counting.map(({ receipt }) => receipt)),
    refundReceipt: listed(counting.map(({ refundReceipt }) => refundReceipt)),
  };
}

/** A hidden product shows no photo. */
const readLook = (
  { productId, name, category, crop, isHidden }: OrderLineRead,
  photos: Photos,
) => ({
  category,
  crop,
  swahiliName: swahiliNameOf({ name, crop }),
  photo: (!isHidden && productId !== null && photos.get(productId)?.[0]) || null,
});
