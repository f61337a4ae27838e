import { CONTACT_SHOWN_SECONDS } from '#orders/rules/limits.ts';
import { isEnded } from '#orders/rules/order-facts.ts';
import { listDisputes } from '#orders/server/reviews/read-dispute.ts';
import { type Day, dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import {
  listOrderPayments,
  listReceived,
  type OrderPayment,
} from '../payments/statements/payment-queries.ts';
import { listRefunds, type RefundRead } from '../settlement/refund-queries.ts';
import {
  listLatestAttempts,
  listOrderLines,
  listReasons,
  type OrderLineRead,
  type OrderRead,
} from './read-queries.ts';

export type RelatedRows = Awaited<ReturnType<typeof readRelatedRows>>;

export async function readRelatedRows(db: Database, orders: OrderRead[]) {
  const ids = orders.map(({ id }) => id);
  const query = <Row>(list: (db: Database, orderIds: number[]) => Promise<Row[]>) =>
    ids.length === 0 ? [] : list(db, ids);
  const lines = new Map<number, OrderLineRead[]>();
  for (const line of await query(listOrderLines))
    lines.set(line.orderId, [...(lines.get(line.orderId) ?? []), line]);
  const refunds = new Map<number, RefundRead[]>();
  for (const refund of await query(listRefunds))
    refunds.set(refund.orderId, [...(refunds.get(refund.orderId) ?? []), refund]);
  const payments = new Map<number, OrderPayment[]>();
  for (const payment of await query(listOrderPayments))
    payments.set(payment.orderId, [...(payments.get(payment.orderId) ?? []), payment]);
  return {
    lines,
    refunds,
    reasons: new Map((await query(listReasons)).map(({ orderId, reason }) => [orderId, reason])),
    attempts: new Map(
      (await query(listLatestAttempts)).map(({ orderId, ...attempt }) => [orderId, attempt]),
    ),
    received: await listReceived(
      db,
      orders.flatMap(({ id, weighing }) => (weighing > 0 ? [id] : [])),
    ),
    disputes: await listDisputes(db, ids),
    payments,
  };
}

/** Money in KES. */
export const readLine = ({
  id,
  productId,
  name,
  unit,
  netWeightKg,
  quantity,
  orderedQuantity,
  weighedQuantity,
  priceCents,
  totalCents,
}: OrderLineRead) => ({
  id,
  productId,
  name,
  unit,
  netWeightKg,
  quantity,
  /** Null if the buyer gets exactly this. */
  orderedQuantity,
  /** In kg; null if it weighs what was agreed. */
  weighedQuantity,
  price: shillingsOf(priceCents),
  total: shillingsOf(totalCents),
});

export const readPreOrder = ({ depositCents, depositPaidAt, harvestBy }: OrderRead) => ({
  deposit: shillingsOf(depositCents),
  depositPaidAt,
  harvestBy: harvestBy && lastDayBefore(harvestBy),
});

const lastDayBefore = (end: Date): Day => daysAfter(dayInNairobi(end), -1);

/**
 * Null before the confirmation, and from 30 days after the order's end. No other code shows these
 * columns to a buyer or farmer.
 */
export function contactOf(order: OrderRead, now: Date) {
  if (order.confirmedAt === null || isLongOver(order, now)) return null;
  const { deliveryAddress, dropOffLatitude, dropOffLongitude, fulfilment, contact } = order;
  return {
    buyerPhone: contact?.buyerPhone ?? null,
    farmerPhone: contact?.farmerPhone ?? null,
    farmPlace: fulfilment === 'collection' && contact ? farmPlaceOf(contact) : null,
    deliveryAddress,
    dropOff:
      dropOffLatitude === null || dropOffLongitude === null
        ? null
        : { latitude: dropOffLatitude, longitude: dropOffLongitude },
  };
}

/** Orders that an earlier version ended have no end time. */
const isLongOver = ({ status, endedAt, updatedAt }: OrderRead, now: Date) =>
  isEnded(status) && now >= secondsAfter(endedAt ?? updatedAt, CONTACT_SHOWN_SECONDS);

function farmPlaceOf({
  latitude,
  longitude,
  county,
  subcounty,
  addressDescription,
}: NonNullable<OrderRead['contact']>) {
  if (latitude === null || longitude === null) return null;
  return { latitude, longitude, county, subcounty, addressDescription };
}

export const reviewOf = ({ rating, reviewText, reviewAnswer }: OrderRead) =>
  rating === null ? null : { rating, text: reviewText ?? '', answer: reviewAnswer };
