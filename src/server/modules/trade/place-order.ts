/*
 * One act of ordering: everything in a buyer's cart becomes one order per farm, or nothing happens at all.
 *
 * In one transaction: the buyer is held, so that one checkout after the other looks at cart and key; then the products, in id
 * order; then prices and stock are read anew, and stock is taken by one conditional UPDATE (quantity >= what is wanted), which is
 * what keeps two buyers from having the last crate. Whatever is refused rolls all of it back, so failures are not kept.
 *
 * The Idempotency-Key: the answer is written beside it in the same transaction. A retry, or the same request 50 times at once,
 * waits for the buyer's row and then finds that answer; another body under the same key is refused.
 */

import type { Mpesa } from '#server/adapters/mpesa.ts';
import { AppError } from '#server/app-error.ts';
import { type Clock, secondsAfter } from '#server/clock.ts';
import type { Limits } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { insertIdempotencyKey } from '#server/db/idempotency-keys.ts';
import { retryDeadlock } from '#server/db/retry-deadlock.ts';
import { findKeptAnswer, hashInput } from '#server/idempotency.ts';
import { putAllInOutbox } from '#server/modules/notifications/put-in-outbox.ts';
import {
  groupByFarm,
  listCartLines,
  type PricedCartLine,
  withFreshProducts,
} from '#server/modules/trade/cart/list-cart-lines.ts';
import { lockCart } from '#server/modules/trade/cart/lock-cart.ts';
import { isBelowMinimumOrder } from '#shared/cart.ts';
import { dayInNairobi } from '#shared/day.ts';
import { kilometresWithTenths } from '#shared/geo.ts';
import { MONEY_MAX_KES, NOTICE_VALIDITY_SECONDS, PENDING_ORDER_SECONDS, PENDING_ORDERS_OF_ONE_FARM } from '#shared/limits.ts';
import { centsOf, shillingsOf } from '#shared/money.ts';
import { amountInFigures } from '#shared/money-text.ts';
import type { Fulfilment } from '#shared/order.ts';
import type { PlaceOrder } from '#shared/order-input.ts';
import { distanceFromFarm, type FarmPrice, priceFarmOrder } from './orders/price-farm-order.ts';
import {
  countUnacceptedOrders,
  deleteOrderedCartLines,
  insertOrderEvents,
  insertOrderLines,
  insertOrders,
  insertStockMovements,
  lockFarmers,
  lockOffers,
  notifyOrderChanged,
  reserveStock,
  type UnacceptedOrders,
} from './orders/queries.ts';
import { refuseProblems } from './orders/refuse-problems.ts';

export type PlacedOrder = { id: number; farmId: number; farmName: string; status: 'pending'; total: number };
export type PlaceOrderAnswer = { orders: PlacedOrder[] };

type Asked = { buyerId: number; idempotencyKey: string; order: PlaceOrder };
type Placing = { clock: Clock; limits: Limits; mpesa: Mpesa | null };

/**
 * @returns the orders that it became, in the order of the cart's farms; totals in KES
 * @throws AppError CART_EMPTY, OFFER_GONE, OWN_FARM, PRICE_CHANGED (with old and new prices, and what they are for), OUT_OF_STOCK, CART_CHANGED, BELOW_MINIMUM,
 * TOO_FAR, ORDER_TOO_LARGE, MPESA_NOT_AVAILABLE, MPESA_ORDER_TOO_LARGE, TOO_MANY_PENDING_ORDERS, TOO_MANY_ORDERS_OF_FARM, IDEMPOTENCY_KEY_REUSED
 */
export const placeOrder = (db: Database, asked: Asked, services: Placing): Promise<PlaceOrderAnswer> =>
  retryDeadlock(() => db.transaction((tx) => placeHeld(tx, asked, services)));

async function placeHeld(tx: Database, { buyerId, idempotencyKey, order }: Asked, services: Placing): Promise<PlaceOrderAnswer> {
  const now = services.clock();
  const keyed = { userId: buyerId, key: idempotencyKey, inputHash: hashInput(order) };
  // One round trip: the database takes them one after the other, so what follows the lock is read under it.
  const [, unaccepted, kept, seen] = await Promise.all([
    lockCart(tx, buyerId),
    countUnacceptedOrders(tx, { buyerId, since: secondsAfter(now, -PENDING_ORDER_SECONDS) }),
    findKeptAnswer(tx, { ...keyed, now }),
    listCartLines(tx, buyerId, services),
  ]);
  if (kept) return readAnswer(kept.answer);

  const lines = await holdCart(tx, seen, services);
  const parts = groupByFarm(lines).map((farmLines) => planPart(farmLines, order));
  refuseTooMany(parts, unaccepted, services);
  refuseTotals(parts, { order, services });
  const writing = { buyerId, order, now };
  const [, ids] = await Promise.all([
    takeStock(tx, lines, now),
    insertOrders(
      tx,
      parts.map((part) => orderValues(part, writing)),
    ),
  ]);
  const placed = parts.map((part, at) => ({ ...part, id: idAt(ids, at) }));
  const answer = { orders: placed.map(describe) };
  await Promise.all([
    writeParts(tx, placed, writing),
    deleteOrderedCartLines(tx, { buyerId, productIds: lines.map(({ productId }) => productId) }),
    insertIdempotencyKey(tx, { ...keyed, answer, createdAt: now }),
  ]);
  return answer;
}

/** The answer that was given before, to the letter: the database keeps an object's keys in an order of its own. */
function readAnswer(answer: unknown): PlaceOrderAnswer {
  // What this very file wrote there.
  const { orders } = answer as PlaceOrderAnswer;
  return { orders: orders.map(({ id, farmId, farmName, status, total }) => ({ id, farmId, farmName, status, total })) };
}

/** The cart's lines with the products held and read as they are then. */
async function holdCart(tx: Database, seen: PricedCartLine[], services: { clock: Clock }): Promise<PricedCartLine[]> {
  if (seen.length === 0) throw new AppError('CART_EMPTY');
  // Two hundred who want the last crate need not queue up for it once it is gone.
  refuseProblems(seen);
  const productIds = seen.map(({ productId }) => productId);
  const [, held] = await Promise.all([
    lockFarmers(tx, [...new Set(seen.map(({ farmId }) => farmId))]),
    lockOffers(tx, { productIds, today: dayInNairobi(services.clock()) }),
  ]);
  const lines = withFreshProducts(seen, held);
  refuseProblems(lines);
  return lines;
}

type Part = FarmPrice & { lines: PricedCartLine[]; farm: PricedCartLine; fulfilment: Fulfilment; distanceMetres: number | null };

/** A farm's part of the cart, as it is going to be ordered. @throws AppError BELOW_MINIMUM, TOO_FAR */
function planPart(lines: PricedCartLine[], { fulfilment: usual, farms, latitude, longitude }: PlaceOrder): Part {
  const [farm] = lines;
  if (!farm) throw new Error('A part without lines is of no farm');
  const fulfilment = farms?.find(({ farmId }) => farmId === farm.farmId)?.fulfilment ?? usual;
  const price = priceFarmOrder(lines, fulfilment);
  if (isBelowMinimumOrder(price.subtotalCents, farm.minimumOrderCents)) {
    const inputs = {
      ...{ farmName: farm.farmName, county: farm.county },
      minimum: amountInFigures(shillingsOf(farm.minimumOrderCents)),
      subtotal: amountInFigures(shillingsOf(price.subtotalCents)),
    };
    throw new AppError('BELOW_MINIMUM', { inputs, facts: { farmId: farm.farmId } });
  }
  if (fulfilment === 'collection') return { ...price, lines, farm, fulfilment, distanceMetres: null };
  // The input's schema has seen to it that a delivery has a place.
  const metres = distanceFromFarm(farm, { latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN });
  if (!(metres <= farm.coverageRadiusMetres)) {
    const [distanceKm, radiusKm] = [kilometresWithTenths(metres), kilometresWithTenths(farm.coverageRadiusMetres)];
    const inputs = { farmName: farm.farmName, county: farm.county, distance: distanceKm, radius: radiusKm };
    throw new AppError('TOO_FAR', { inputs, facts: { farmId: farm.farmId, distanceKm, coverageKm: radiusKm } });
  }
  return { ...price, lines, farm, fulfilment, distanceMetres: metres };
}

/**
 * Every waiting order holds stock. What a farm rejected, or its buyer cancelled before it said yes, counts against that farm for a
 * day as well: whoever takes its whole stock is stopped by a few rejections.
 */
function refuseTooMany(parts: Part[], unaccepted: UnacceptedOrders, { limits: { maxPendingOrders } }: Placing) {
  const waiting = unaccepted.reduce((sum, farm) => sum + farm.waiting, 0);
  if (waiting + parts.length > maxPendingOrders) throw new AppError('TOO_MANY_PENDING_ORDERS', { inputs: { count: waiting } });
  const most = Math.ceil(maxPendingOrders * PENDING_ORDERS_OF_ONE_FARM);
  for (const { farm } of parts) {
    const { farmId, farmName, county } = farm;
    const count = unaccepted.find(({ farmerId }) => farmerId === farmId)?.unaccepted ?? 0;
    if (count >= most) throw new AppError('TOO_MANY_ORDERS_OF_FARM', { inputs: { farmName, county, count }, facts: { farmId } });
  }
}

type Totals = { order: PlaceOrder; services: Placing };

/** What speaks against the sums. */
function refuseTotals(parts: Part[], { order, services: { limits, mpesa } }: Totals) {
  const total = parts.reduce((sum, { totalCents }) => sum + totalCents, 0);
  if (order.expectedTotal !== undefined && centsOf(order.expectedTotal) !== total) {
    throw new AppError('CART_CHANGED', { facts: { total: shillingsOf(total) } });
  }
  const largest = Math.max(...parts.map(({ totalCents }) => totalCents));
  if (largest > centsOf(MONEY_MAX_KES))
    throw new AppError('ORDER_TOO_LARGE', { inputs: { limit: MONEY_MAX_KES.toLocaleString('en-KE') } });
  if (order.paymentMethod !== 'M-Pesa') return;
  if (!mpesa) throw new AppError('MPESA_NOT_AVAILABLE', { field: 'paymentMethod' });
  if (largest > centsOf(limits.mpesaMaxKes)) {
    throw new AppError('MPESA_ORDER_TOO_LARGE', {
      field: 'paymentMethod',
      inputs: { limit: limits.mpesaMaxKes.toLocaleString('en-KE') },
    });
  }
}

async function takeStock(tx: Database, lines: PricedCartLine[], now: Date) {
  const [reserved] = await Promise.all([
    reserveStock(tx, lines),
    insertStockMovements(
      tx,
      lines.map(({ productId, quantity, unit }) => {
        return { productId, change: -quantity, unit, reason: 'reserved' as const, movedAt: now };
      }),
    ),
  ]);
  // The products are held, so this cannot be; if it were, nothing may be kept.
  if (reserved !== lines.length) throw new Error(`Of ${lines.length} products ${reserved} were reserved`);
}

function idAt(ids: number[], at: number): number {
  const id = ids[at];
  if (id === undefined) throw new Error('An order was not stored');
  return id;
}

type PlacedPart = Part & { id: number };
type Writing = { buyerId: number; order: PlaceOrder; now: Date };

/** What belongs to each order besides its row. */
async function writeParts(tx: Database, parts: PlacedPart[], { buyerId, now }: Writing) {
  await Promise.all([
    insertOrderLines(
      tx,
      parts.flatMap(({ id, lines }) =>
        lines.map(({ productId, name, unit, quantity, priceCents, totalCents }) => {
          return { orderId: id, productId, name, unit, quantity, priceCents, totalCents };
        }),
      ),
    ),
    insertOrderEvents(
      tx,
      parts.map(({ id }) => ({ orderId: id, actor: 'buyer', subject: 'status', to: 'pending', happenedAt: now })),
    ),
    putAllInOutbox(
      tx,
      parts.map(({ id: orderId }) => {
        const payload = { orderId, recipient: 'farmer', about: 'pending', by: 'buyer' } as const;
        return { kind: 'orderChanged', payload, validSeconds: NOTICE_VALIDITY_SECONDS };
      }),
      now,
    ),
    notifyOrderChanged(
      tx,
      parts.map(({ id, farm }) => ({ orderId: id, userIds: [buyerId, farm.farmId] })),
    ),
  ]);
}

function describe({ id, farm, totalCents }: PlacedPart): PlacedOrder {
  return { id, farmId: farm.farmId, farmName: farm.farmName, status: 'pending', total: shillingsOf(totalCents) };
}

function orderValues(part: Part, { buyerId, order, now }: Writing) {
  const { farm, fulfilment, distanceMetres, subtotalCents, deliveryFeeCents, totalCents } = part;
  const isDelivered = fulfilment === 'delivery';
  return {
    ...{ buyerId, farmerId: farm.farmId, paymentMethod: order.paymentMethod, fulfilment },
    deliveryAddress: isDelivered ? (order.deliveryAddress ?? null) : null,
    dropOffLatitude: isDelivered ? (order.latitude ?? null) : null,
    dropOffLongitude: isDelivered ? (order.longitude ?? null) : null,
    ...{ distanceMetres, subtotalCents, deliveryFeeCents, totalCents, note: order.note || null },
    ...{ createdAt: now, updatedAt: now },
  };
}
