import { secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import { CONTACT_SHOWN_SECONDS } from '#shared/limits.ts';
import { shillingsOf } from '#shared/money.ts';
import { isEnded } from '#shared/order.ts';
import {
  listLatestAttempts,
  listOrderLines,
  listReasons,
  listReceipts,
  type OrderLineRead,
  type OrderRead,
} from './read-queries.ts';

/** What goes with orders and stands in other tables, by order. */
export type Beside = Awaited<ReturnType<typeof readBeside>>;

/** One query for each kind, whatever the number of orders. */
export async function readBeside(db: Database, orders: OrderRead[]) {
  const ids = orders.map(({ id }) => id);
  // Of no orders there is nothing to ask.
  const ask = <Row>(list: (db: Database, orderIds: number[]) => Promise<Row[]>) => (ids.length === 0 ? [] : list(db, ids));
  const lines = new Map<number, OrderLineRead[]>();
  for (const line of await ask(listOrderLines)) lines.set(line.orderId, [...(lines.get(line.orderId) ?? []), line]);
  return {
    lines,
    reasons: new Map((await ask(listReasons)).map(({ orderId, reason }) => [orderId, reason])),
    attempts: new Map((await ask(listLatestAttempts)).map(({ orderId, ...attempt }) => [orderId, attempt])),
    receipts: new Map((await ask(listReceipts)).map(({ orderId, ...receipts }) => [orderId, receipts])),
  };
}

/** A line as both sides read it. Money in KES. */
export const readLine = ({ productId, name, unit, quantity, priceCents, totalCents }: OrderLineRead) => ({
  ...{ productId, name, unit, quantity },
  price: shillingsOf(priceCents),
  total: shillingsOf(totalCents),
});

/**
 * What the two parties of an order may see of each other, as it was when it was confirmed: phone numbers, the farm where it is
 * collected, the drop-off where it is delivered. Null before it is confirmed and from 30 days after its end. Nothing else reads
 * these columns for a buyer or farmer.
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
      dropOffLatitude === null || dropOffLongitude === null ? null : { latitude: dropOffLatitude, longitude: dropOffLongitude },
  };
}

/** An order that an older version ended says when it was last changed. */
const isLongOver = ({ status, endedAt, updatedAt }: OrderRead, now: Date) =>
  isEnded(status) && now >= secondsAfter(endedAt ?? updatedAt, CONTACT_SHOWN_SECONDS);

/** Null once the farmer's account is gone. */
function farmPlaceOf({ latitude, longitude, county, subcounty, addressDescription }: NonNullable<OrderRead['contact']>) {
  if (latitude === null || longitude === null) return null;
  return { latitude, longitude, county, subcounty, addressDescription };
}

/** The buyer's word and the farmer's answer, null until each is given. */
export const reviewOf = ({ rating, reviewText, reviewAnswer }: OrderRead) =>
  rating === null ? null : { rating, text: reviewText ?? '', answer: reviewAnswer };
