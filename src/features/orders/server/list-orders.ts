import { markOpened } from '#features/notifications/server/inbox.ts';
import { ORDERS_PAGE_SIZE, ORDERS_UNDER_WAY_MAX } from '#features/orders/rules/limits.ts';
import { orderSubject } from '#features/orders/rules/notices.ts';
import { orderGroups, reservingStatuses } from '#features/orders/rules/order-facts.ts';
import type { ListFarmOrders, ListOrders } from '#features/orders/rules/order-input.ts';
import { listPhotos } from '#features/photos/server/list-photos.ts';
import type { WebhookSource } from '#features/webhooks/server/sources.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import { decodeCursor, type ListOrder, pageOf } from '#platform/server/cursor.ts';
import type { Database } from '#platform/server/db/database.ts';
import { readBuyerOrder } from './orders/buyer-order.ts';
import { readFarmerOrder } from './orders/farmer-order.ts';
import { readRelatedRows } from './orders/read-orders.ts';
import { listOrderEvents, listOrders, type OrderRead, type Owner } from './orders/read-queries.ts';
import { readBuyerRatings } from './reviews/read-buyer-ratings.ts';

type Reading = { clock: Clock; secret: string };

/**
 * A page of a buyer's orders, newest first.
 * @throws AppError INVALID_INPUT for an invalid cursor
 */
export async function listBuyerOrders(
  db: Database,
  { buyerId, ...list }: ListOrders & { buyerId: number },
  services: Reading,
) {
  const { rows, nextCursor } = await readPage(db, { buyerId }, list);
  return { orders: await readBuyerOrders(db, rows, services), nextCursor };
}

async function readBuyerOrders(db: Database, rows: OrderRead[], { secret, clock }: Reading) {
  const related = await readRelatedRows(db, rows);
  const productIds = [...related.lines.values()].flatMap((lines) =>
    lines.flatMap(({ productId }) => (productId === null ? [] : [productId])),
  );
  const photos = await listPhotos(db, [...new Set(productIds)]);
  return rows.map((row) => readBuyerOrder(row, { related, photos, secret, now: clock() }));
}

/**
 * A page of a farm's orders, newest first or by turn.
 * @throws AppError INVALID_INPUT for an invalid cursor
 */
export async function listFarmerOrders(
  db: Database,
  { farmerId, ...list }: ListFarmOrders & { farmerId: number },
  services: Reading,
) {
  const { rows, nextCursor } = await readPage(db, { farmerId }, list);
  return { orders: await readFarmerOrders(db, rows, services), nextCursor };
}

/** A farm's active orders, newest first, up to a limit that no farm reaches. */
export async function listOrdersUnderWay(db: Database, farmerId: number, services: Reading) {
  const rows = await listOrders(db, {
    owner: { farmerId },
    statuses: reservingStatuses,
    limit: ORDERS_UNDER_WAY_MAX,
  });
  return readFarmerOrders(db, rows, services);
}

async function readFarmerOrders(db: Database, rows: OrderRead[], { secret, clock }: Reading) {
  const ratings = await readBuyerRatings(db, rows);
  const reading = { related: await readRelatedRows(db, rows), ratings, secret, now: clock() };
  return rows.map((row) => readFarmerOrder(row, reading));
}

/**
 * One order of a buyer, with its history.
 * @throws AppError ORDER_NOT_FOUND, also for another person's order
 */
export async function getBuyerOrder(
  db: Database,
  { orderId, buyerId }: { orderId: number; buyerId: number },
  services: Reading,
) {
  const [row] = await listOrders(db, { owner: { buyerId }, id: orderId, limit: 1 });
  if (!row) throw new AppError('ORDER_NOT_FOUND');
  const [order] = await readBuyerOrders(db, [row], services);
  if (!order) throw new Error('An order was read and then not there');
  return { ...order, events: await listOrderEvents(db, orderId) };
}

/**
 * One order of a farm, with its history.
 * @throws AppError ORDER_NOT_FOUND, also for another person's order
 */
export async function getFarmerOrder(
  db: Database,
  { orderId, farmerId }: { orderId: number; farmerId: number },
  services: Reading,
) {
  const [row] = await listOrders(db, { owner: { farmerId }, id: orderId, limit: 1 });
  if (!row) throw new AppError('ORDER_NOT_FOUND');
  const ratings = await readBuyerRatings(db, [row]);
  const reading = {
    related: await readRelatedRows(db, [row]),
    ratings,
    secret: services.secret,
    now: services.clock(),
  };
  return { ...readFarmerOrder(row, reading), events: await listOrderEvents(db, orderId) };
}

/**
 * The data of an order in webhooks: the buyer's or the farmer's view, with its history. It omits
 * the handover code, because the code completes the order, and the farmer is paid.
 */
export const orderSource: WebhookSource<Reading> = {
  kind: 'order',
  async read(db, { id: orderId, userId }, services) {
    const isOf = async (owner: Owner) =>
      (await listOrders(db, { owner, id: orderId, limit: 1 })).length > 0;
    if (await isOf({ farmerId: userId }))
      return { order: await getFarmerOrder(db, { orderId, farmerId: userId }, services) };
    if (await isOf({ buyerId: userId }))
      return {
        order: {
          ...(await getBuyerOrder(db, { orderId, buyerId: userId }, services)),
          handoverCode: null,
        },
      };
    return null;
  },
};

/**
 * Returns an order to its buyer and marks the notices about it as read.
 * @throws AppError ORDER_NOT_FOUND, also for another person's order
 */
export async function openBuyerOrder(
  db: Database,
  own: { orderId: number; buyerId: number },
  services: Reading,
) {
  const order = await getBuyerOrder(db, own, services);
  await markOpened(db, { userId: own.buyerId, subject: orderSubject(own.orderId) }, services);
  return order;
}

/**
 * The same for the farmer.
 * @throws AppError ORDER_NOT_FOUND, also for another person's order
 */
export async function openFarmerOrder(
  db: Database,
  own: { orderId: number; farmerId: number },
  services: Reading,
) {
  const order = await getFarmerOrder(db, own, services);
  await markOpened(db, { userId: own.farmerId, subject: orderSubject(own.orderId) }, services);
  return order;
}

const newestFirst: ListOrder = { name: 'orders', values: ['integer'] };
const byTurn: ListOrder = { name: 'orders by turn', values: ['integer', 'integer'] };

async function readPage(
  db: Database,
  owner: Owner,
  { status, group, isByTurn = false, cursor, limit = ORDERS_PAGE_SIZE }: ListFarmOrders,
) {
  const list = isByTurn ? byTurn : newestFirst;
  const [id, turn] = cursor ? decodeCursor(cursor, list) : [];
  const rows = await listOrders(db, {
    owner,
    statuses: status ? [status] : group && orderGroups[group],
    isByTurn,
    after: id === undefined ? undefined : { id, turn },
    limit: limit + 1,
  });
  const valuesOf = (last: OrderRead) => (isByTurn ? [last.id, last.turn] : [last.id]);
  return pageOf(rows, { size: limit, list, valuesOf });
}
