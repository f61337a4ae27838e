/*
 * A checkout: everything in a buyer's cart becomes one order per farm, or nothing happens at all.
 *
 * In one transaction: the buyer is locked, so that checkouts of one buyer read cart and key one at
 * a time. No other rows are locked until everything has been checked; only the last check of an
 * unproven buyer locks the products. Then the stock is taken of all products that are still offered
 * at the accepted price and have enough, so that two buyers cannot both get the last crate. The
 * commit is sent along with it: buyers of the same crate wait for each other only while the
 * database writes. If stock could not be taken, everything is rolled back and the checkout runs
 * again; it then finds the reason and refuses. Failures are not stored.
 *
 * The answer is stored with the Idempotency-Key in the same transaction. A retry, or the same
 * request 50 times at once, waits for the buyer's row and then finds that answer. Another body with
 * the same key is refused.
 */

import { isBelowMinimumOrder } from '#features/orders/rules/cart.ts';
import {
  PENDING_ORDER_SECONDS,
  PENDING_ORDERS_OF_ONE_FARM,
  WISHED_DAYS_AHEAD,
} from '#features/orders/rules/limits.ts';
import { type Fulfilment, wishableDays } from '#features/orders/rules/order.ts';
import type { PlaceOrder } from '#features/orders/rules/order-input.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { kilometresWithTenths } from '#platform/rules/geo/geo.ts';
import { amountInFigures, shillingsOf } from '#platform/rules/money.ts';
import type { Mpesa } from '#platform/server/adapters/mpesa.ts';
import { AppError } from '#platform/server/app-error.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Limits } from '#platform/server/config.ts';
import { commitWith, type Database } from '#platform/server/db/database.ts';
import { insertIdempotencyKey } from '#platform/server/db/idempotency-keys.ts';
import { proofOf } from '#platform/server/db/proof-of.ts';
import { retryTransaction } from '#platform/server/db/retry-transaction.ts';
import { findKeptAnswer, hashInput } from '#platform/server/idempotency.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { groupByFarm, listCartLines, type PricedCartLine } from './cart/list-cart-lines.ts';
import { orderHeldOffers } from './cart/offer-queries.ts';
import { deleteCartLines } from './cart/queries.ts';
import { lockCart } from './cart.ts';
import { distanceFromFarm, type FarmPrice, priceFarmOrder } from './orders/price-farm-order.ts';
import {
  countUnacceptedOrders,
  insertOrderEvents,
  insertOrderLines,
  insertOrders,
  insertStockMovements,
  isStockRefused,
  notifyOrderChanged,
  takeAcceptedStock,
  type UnacceptedOrders,
} from './orders/queries.ts';
import { refuseProblems } from './orders/refuse-problems.ts';
import { refuseTotals } from './orders/refuse-totals.ts';
import { tellOfOrders } from './orders/tell-of-orders.ts';
import {
  countedByNetwork,
  refuseUnprovenOrders,
  refuseUnprovenQuantities,
} from './orders/unproven-buyers.ts';

export type PlacedOrder = {
  id: number;
  farmId: number;
  farmName: string;
  status: 'pending';
  total: number;
};
export type PlaceOrderAnswer = { orders: PlacedOrder[] };

type PlaceOrderInput = {
  buyerId: number;
  clientAddress: string;
  idempotencyKey: string;
  order: PlaceOrder;
};
type Needs = { clock: Clock; limits: Limits; mpesa: Mpesa | null; rateLimits: RateLimits };

/**
 * @returns the orders, in the order of the cart's farms; totals in KES
 * @throws AppError CART_EMPTY, OFFER_GONE, OWN_FARM, PRICE_CHANGED (with old and new prices and
 * their units), OUT_OF_STOCK, CART_CHANGED, BELOW_MINIMUM, TOO_FAR, WISHED_DAY_NOT_NEAR,
 * ORDER_TOO_LARGE, MPESA_NOT_AVAILABLE, MPESA_ORDER_TOO_SMALL, MPESA_ORDER_TOO_LARGE,
 * TOO_MANY_PENDING_ORDERS, TOO_MANY_ORDERS_OF_FARM, IDEMPOTENCY_KEY_REUSED, UNAVAILABLE; for
 * unproven buyers also UNPROVEN_QUANTITY, TOO_MANY_UNPROVEN_ORDERS, TOO_MANY_ORDERS_OF_NETWORK
 */
export async function placeOrder(
  db: Database,
  input: PlaceOrderInput,
  services: Needs,
): Promise<PlaceOrderAnswer> {
  const isUnproven = (await proofOf(db, input.buyerId)) === 'nothing';
  const place = () => placeRetried(db, { ...input, isUnproven }, services);
  if (!isUnproven || (await findPlaced(db, input, services))) return place();
  try {
    return await countedByNetwork(input.clientAddress, place, services);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'TOO_MANY_ORDERS_OF_NETWORK')) throw error;
    // The same request may have been running at the same time and used up the budget.
    const kept = await db.transaction(async (tx) => {
      await lockCart(tx, input.buyerId);
      return findPlaced(tx, input, services);
    });
    if (!kept) throw error;
    return readAnswer(kept.answer);
  }
}

// A retry only fetches its answer, so it does not count towards a budget.
const findPlaced = (
  db: Database,
  { buyerId: userId, idempotencyKey: key, order }: PlaceOrderInput,
  { clock }: Needs,
) => findKeptAnswer(db, { userId, key, inputHash: hashInput(order), now: clock() });
type Placing = PlaceOrderInput & { isUnproven: boolean };
const placeRetried = (db: Database, placing: Placing, services: Needs): Promise<PlaceOrderAnswer> =>
  retryTransaction(
    () => db.transaction((tx) => placeLocked(tx, placing, services)),
    isStockRefused,
  ).catch((error) => {
    // Every attempt found the product as accepted and then could not take it, so the client should
    // try again later.
    if (isStockRefused(error)) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 1 }, error);
    throw error;
  });

async function placeLocked(
  tx: Database,
  { buyerId, idempotencyKey, order, isUnproven }: Placing,
  services: Needs,
): Promise<PlaceOrderAnswer> {
  const now = services.clock();
  const keyed = { userId: buyerId, key: idempotencyKey, inputHash: hashInput(order) };
  // One round trip: the database runs the statements in order, so the reads after the lock run
  // under it.
  const [, unaccepted, kept, seen] = await Promise.all([
    lockCart(tx, buyerId),
    countUnacceptedOrders(tx, { buyerId, since: secondsAfter(now, -PENDING_ORDER_SECONDS) }),
    findKeptAnswer(tx, { ...keyed, now }),
    listCartLines(tx, buyerId, services),
  ]);
  if (kept) return readAnswer(kept.answer);
  // Checked after the stored answer, because a retry on the next day must get the answer of the
  // placed order.
  refuseWishedDay(order, now);

  if (seen.length === 0) throw new AppError('CART_EMPTY');
  refuseProblems(seen);
  const parts = groupByFarm(seen).map((farmLines) => planPart(farmLines, order));
  refuseTooMany(parts, { unaccepted, isUnproven }, services);
  refuseTotals(parts, { order, services });
  const plain = seen.filter(({ offerId }) => offerId === null);
  if (isUnproven) await refuseUnprovenQuantities(tx, { buyerId, lines: plain });
  const writing = { buyerId, order, now };
  const ids = await insertOrders(
    tx,
    parts.map((part) => orderValues(part, writing)),
  );
  const placed = parts.map((part, at) => ({ ...part, id: idAt(ids, at) }));
  const answer = { orders: placed.map(describe) };
  for (const part of placed) await orderAgreed(tx, part);
  await commitWith(tx, () =>
    Promise.all([
      // The products are locked from here on.
      takeAcceptedStock(tx, { lines: plain, today: dayInNairobi(now) }),
      writeParts(tx, placed, writing),
      deleteCartLines(tx, { buyerId, productIds: plain.map(({ productId }) => productId) }),
      insertIdempotencyKey(tx, { ...keyed, answer, createdAt: now }),
    ]),
  );
  return answer;
}

/** @throws AppError WISHED_DAY_NOT_NEAR */
function refuseWishedDay({ wishedDay }: PlaceOrder, now: Date) {
  if (wishedDay && !wishableDays(now).includes(wishedDay)) {
    throw new AppError('WISHED_DAY_NOT_NEAR', {
      field: 'wishedDay',
      inputs: { days: WISHED_DAYS_AHEAD },
    });
  }
}

/** The stored answer in its original key order, because jsonb does not keep it. */
function readAnswer(answer: unknown): PlaceOrderAnswer {
  // placeLocked wrote it.
  const { orders } = answer as PlaceOrderAnswer;
  return {
    orders: orders.map(({ id, farmId, farmName, status, total }) => ({
      id,
      farmId,
      farmName,
      status,
      total,
    })),
  };
}

type Part = FarmPrice & {
  lines: PricedCartLine[];
  farm: PricedCartLine;
  fulfilment: Fulfilment;
  distanceMetres: number | null;
};

/**
 * A farm's part of the cart, as it will be ordered.
 * @throws AppError BELOW_MINIMUM, TOO_FAR
 */
function planPart(
  lines: PricedCartLine[],
  { fulfilment: usual, farms, latitude, longitude }: PlaceOrder,
): Part {
  const [farm] = lines;
  if (!farm) throw new Error('A part of the cart has no lines');
  const fulfilment = farms?.find(({ farmId }) => farmId === farm.farmId)?.fulfilment ?? usual;
  const price = priceFarmOrder(lines, fulfilment);
  if (
    fulfilment === 'delivery' &&
    isBelowMinimumOrder(price.subtotalCents, farm.minimumOrderCents)
  ) {
    const inputs = {
      farmName: farm.farmName,
      county: farm.county,
      minimum: amountInFigures(shillingsOf(farm.minimumOrderCents)),
      subtotal: amountInFigures(shillingsOf(price.subtotalCents)),
    };
    throw new AppError('BELOW_MINIMUM', { inputs, facts: { farmId: farm.farmId } });
  }
  if (fulfilment === 'collection')
    return { ...price, lines, farm, fulfilment, distanceMetres: null };
  // The input's schema guarantees that a delivery has a position.
  const metres = distanceFromFarm(farm, {
    latitude: latitude ?? Number.NaN,
    longitude: longitude ?? Number.NaN,
  });
  if (!(metres <= farm.coverageRadiusMetres)) {
    const [distanceKm, radiusKm] = [
      kilometresWithTenths(metres),
      kilometresWithTenths(farm.coverageRadiusMetres),
    ];
    const inputs = {
      farmName: farm.farmName,
      county: farm.county,
      distance: distanceKm,
      radius: radiusKm,
    };
    throw new AppError('TOO_FAR', {
      inputs,
      facts: { farmId: farm.farmId, distanceKm, coverageKm: radiusKm },
    });
  }
  return { ...price, lines, farm, fulfilment, distanceMetres: metres };
}

/**
 * Every pending order holds stock, so their number is limited. Orders that a farm rejected, or that
 * were cancelled before it accepted them, also count for that farm for a day. So someone who
 * reserves its whole stock is stopped by a few rejections.
 */
function refuseTooMany(
  parts: Part[],
  { unaccepted, isUnproven }: { unaccepted: UnacceptedOrders; isUnproven: boolean },
  { limits: { maxPendingOrders } }: Needs,
) {
  const waiting = unaccepted.reduce((sum, farm) => sum + farm.waiting, 0);
  if (isUnproven) refuseUnprovenOrders({ waiting, wanted: parts.length, maxPendingOrders });
  if (waiting + parts.length > maxPendingOrders)
    throw new AppError('TOO_MANY_PENDING_ORDERS', { inputs: { count: waiting } });
  const most = Math.ceil(maxPendingOrders * PENDING_ORDERS_OF_ONE_FARM);
  for (const { farm } of parts) {
    const { farmId, farmName, county } = farm;
    const count = unaccepted.find(({ farmerId }) => farmerId === farmId)?.unaccepted ?? 0;
    if (count >= most)
      throw new AppError('TOO_MANY_ORDERS_OF_FARM', {
        inputs: { farmName, county, count },
        facts: { farmId },
      });
  }
}

function idAt(ids: number[], at: number): number {
  const id = ids[at];
  if (id === undefined) throw new Error('An order was not stored');
  return id;
}

type PlacedPart = Part & { id: number };
type Writing = { buyerId: number; order: PlaceOrder; now: Date };

/**
 * Makes the agreed lines of a farm part of its order; their stock was taken at the time of the
 * agreement. Everything else that ends such an offer locks the buyer too, except the deletion of
 * the farmer's account.
 */
async function orderAgreed(tx: Database, { id: orderId, lines }: PlacedPart) {
  const agreed = lines.filter(({ offerId }) => offerId !== null);
  const offerIds = agreed.flatMap(({ offerId }) => offerId ?? []);
  const [line] = agreed;
  if (!line || (await orderHeldOffers(tx, { orderId, offerIds })) === offerIds.length) return;
  throw new AppError('OFFER_GONE', {
    inputs: { name: line.name },
    facts: { productId: line.productId },
  });
}

/** Writes each order's lines, stock movements, event and mail, and notifies open pages. */
async function writeParts(tx: Database, parts: PlacedPart[], { buyerId, now }: Writing) {
  const lines = parts.flatMap((part) => part.lines.map((line) => ({ ...line, orderId: part.id })));
  await Promise.all([
    insertOrderLines(
      tx,
      lines.map(({ orderId, productId, name, unit, quantity, priceCents, totalCents }) => {
        return { orderId, productId, name, unit, quantity, priceCents, totalCents };
      }),
    ),
    insertStockMovements(
      tx,
      lines.flatMap(({ productId, quantity, unit, offerId }) =>
        offerId === null
          ? [{ productId, change: -quantity, unit, reason: 'reserved' as const, movedAt: now }]
          : [],
      ),
    ),
    insertOrderEvents(
      tx,
      parts.map(({ id }) => ({
        orderId: id,
        actor: 'buyer',
        subject: 'status',
        to: 'pending',
        happenedAt: now,
      })),
    ),
    tellOfOrders(
      tx,
      parts.map(({ id, farm }) => {
        return {
          order: { id, buyerId, farmerId: farm.farmId },
          recipients: ['farmer'],
          about: 'pending',
          by: 'buyer',
        };
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
  return {
    id,
    farmId: farm.farmId,
    farmName: farm.farmName,
    status: 'pending',
    total: shillingsOf(totalCents),
  };
}

function orderValues(part: Part, { buyerId, order, now }: Writing) {
  const { farm, fulfilment, distanceMetres, subtotalCents, deliveryFeeCents, totalCents } = part;
  const isDelivered = fulfilment === 'delivery';
  return {
    buyerId,
    farmerId: farm.farmId,
    paymentMethod: order.paymentMethod,
    fulfilment,
    deliveryAddress: isDelivered ? (order.deliveryAddress ?? null) : null,
    dropOffLatitude: isDelivered ? (order.latitude ?? null) : null,
    dropOffLongitude: isDelivered ? (order.longitude ?? null) : null,
    distanceMetres,
    subtotalCents,
    deliveryFeeCents,
    totalCents,
    wishedDay: order.wishedDay ?? null,
    wishedPart: order.wishedPart ?? null,
    note: order.note || null,
    createdAt: now,
    updatedAt: now,
  };
}
