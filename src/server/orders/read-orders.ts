import type { Database } from '#server/db/connect.ts';
import { shillingsOf } from '#shared/money.ts';
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

/** Phone numbers, the farm's place and the drop-off are the two parties' alone, and only once the farmer has said yes. */
export const isDisclosed = ({ confirmedAt }: OrderRead) => confirmedAt !== null;

/** The buyer's word and the farmer's answer, null until each is given. */
export const reviewOf = ({ rating, reviewText, reviewAnswer }: OrderRead) =>
  rating === null ? null : { rating, text: reviewText ?? '', answer: reviewAnswer };
