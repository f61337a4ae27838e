import { wholeKilometres } from '#shared/geo.ts';
import { HANDOVER_TRIES_MAX } from '#shared/limits.ts';
import { shillingsOf } from '#shared/money.ts';
import { mayMove } from '#shared/order.ts';
import { type Beside, isDisclosed, readLine, reviewOf } from './read-orders.ts';
import type { OrderLineRead, OrderRead } from './read-queries.ts';

type Reading = { beside: Beside; now: Date };

/** What a farmer may do with an order now. */
export type FarmerStep = 'confirm' | 'reject' | 'cancel' | 'dispatch' | 'complete' | 'answer';

/** An order as its farmer reads it, in the specification's shape (§3). `amount` in KES, distance in whole km. */
export function readFarmerOrder(order: OrderRead, { beside, now }: Reading) {
  const lines = beside.lines.get(order.id) ?? [];
  const disclosed = isDisclosed(order);
  return {
    id: order.id,
    /** Null once the buyer's account is gone. */
    buyerName: order.buyerFirstName === null ? null : `${order.buyerFirstName} ${order.buyerLastName}`,
    buyerPhone: disclosed ? order.buyerPhone : null,
    itemCount: lines.length,
    product: lines.map(({ name }) => name).join(', '),
    quantity: lines.map(quantityOf).join(', '),
    amount: shillingsOf(order.totalCents),
    deliveryFee: shillingsOf(order.deliveryFeeCents),
    status: order.status,
    date: order.createdAt,
    fulfilment: order.fulfilment,
    deliveryAddress: disclosed ? order.deliveryAddress : null,
    dropOff: disclosed ? dropOffOf(order) : null,
    distanceKm: order.distanceMetres === null ? null : wholeKilometres(order.distanceMetres),
    deliveryDate: order.deliveryDate,
    paymentStatus: order.paymentStatus,
    paymentMethod: order.paymentMethod,
    note: order.note,
    reason: beside.reasons.get(order.id) ?? null,
    lines: lines.map(readLine),
    handoverTriesLeft: HANDOVER_TRIES_MAX - order.handoverTries,
    payout:
      order.payoutStatus === null || order.payoutCents === null
        ? null
        : { status: order.payoutStatus, amount: shillingsOf(order.payoutCents), receipt: order.payoutReceipt },
    review: reviewOf(order),
    steps: stepsOf(order, now),
  };
}

const quantityOf = ({ quantity, unit }: OrderLineRead) => `${quantity} ${unit}`;

function dropOffOf({ dropOffLatitude: latitude, dropOffLongitude: longitude }: OrderRead) {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function stepsOf(order: OrderRead, now: Date): FarmerStep[] {
  const may = (to: 'confirmed' | 'rejected' | 'cancelled' | 'dispatched' | 'completed') =>
    mayMove(order, { to, by: 'farmer', now });
  const steps: [FarmerStep, boolean][] = [
    ['confirm', may('confirmed')],
    ['reject', may('rejected')],
    ['dispatch', may('dispatched')],
    ['complete', may('completed')],
    ['cancel', may('cancelled')],
    ['answer', order.rating !== null && order.reviewAnswer === null],
  ];
  return steps.flatMap(([step, isPossible]) => (isPossible ? [step] : []));
}
