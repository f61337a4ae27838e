/*
 * A checkout: everything in a buyer's cart, or in another basket, becomes one order per farm and
 * per announced harvest, or nothing happens.
 *
 * One transaction locks the buyer, so that a buyer's checkouts run one at a time, and checks
 * everything. Only the last check of an unproven buyer locks products, and counts the checkout.
 * Then the stock is taken of products that are still offered as accepted and have enough. The
 * commit is sent along with it, so that buyers of the same crate wait for each other only while the
 * database writes. If stock could not be taken, the checkout is rolled back and runs again to find
 * the reason.
 *
 * The answer is stored with the Idempotency-Key in the same transaction. A retry waits for the
 * buyer's row and then finds that answer.
 */

import { farmTitle } from '#farms/rules/farm-texts.ts';
import { isStockRefused, takeAcceptedStock } from '#products/server/stock-queries.ts';
import { shillingsOf } from '#rules/amounts.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { retryTransaction } from '#server/database.ts';
import { insertIdempotencyKey } from '#server/db/request-queries.ts';
import { findStoredAnswer, hashInput } from '#server/idempotency.ts';
import { PENDING_ORDER_SECONDS, WISHED_DAYS_AHEAD, wishableDays } from '../rules/order-facts.ts';
import type { CartLine, PlaceOrder } from '../rules/order-input.ts';
import {
  orderAgreed,
  orderValues,
  type Part,
  type PlacedPart,
  planPart,
  refuseProblems,
  refuseTotals,
  tellOfParts,
} from './cart/checkout-parts.ts';
import {
  type BasketLine,
  groupByOrder,
  listCartLines,
  type PricedCartLine,
  priceWantedLines,
} from './cart/price-cart.ts';
import { deleteCartLines } from './cart/queries.ts';
import { type BuyerStanding, readStanding } from './cart/reservation-queries.ts';
import { refuseUnproven, refuseUnprovenOrders } from './cart/unproven-buyers.ts';
import { lockCart, sumByProduct } from './cart.ts';
import { insertOrders } from './orders/queries.ts';

type PlacedOrder = {
  id: number;
  farmId: number;
  farmName: string;
  status: 'pending';
  total: number;
};

export { countedNetworks } from './cart/unproven-buyers.ts';

type PlaceOrderAnswer = { orders: PlacedOrder[] };

export type Basket = {
  /** Every farm has promised its goods, so no order waits for an answer. */
  areFarmsAgreed?: true;
  /** Runs again if the stock could not be taken. */
  read: (tx: Database) => Promise<BasketLine[]>;
  /** Must send its statements at once, together with the commit. */
  settle: (
    tx: Database,
    ordered: { lines: BasketLine[]; orders: PlacedOrder[] },
  ) => Promise<unknown>;
};

type PlaceOrderInput = {
  buyerId: number;
  networks: readonly string[];
  idempotencyKey: string;
  order: PlaceOrder;
  basket?: Basket;
};

/** In the order of the cart's farms; totals in KES. */
export const placeOrder = (
  db: Database,
  input: PlaceOrderInput,
  services: Services,
): Promise<PlaceOrderAnswer> =>
  retryTransaction(db, (tx) => placeLocked(tx, input, services), isStockRefused).catch((error) => {
    if (isStockRefused(error)) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 1 }, error);
    throw error;
  });

const cartOf = (buyerId: number, services: Services): Basket => ({
  read: (tx) => listCartLines(tx, buyerId, services),
  settle: (tx, { lines }) => {
    const productIds = lines.filter(isPlain).map(({ productId }) => productId);
    return deleteCartLines(tx, { buyerId, productIds });
  },
});

const basketOf = (buyerId: number, wanted: CartLine[], services: Services): Basket => ({
  async read(tx) {
    const lines = sumByProduct(wanted);
    const priced = await priceWantedLines(tx, { buyerId, lines }, services);
    if (priced.length < lines.length) throw new AppError('PRODUCT_NOT_FOUND');
    return priced;
  },
  settle: async () => {},
});

/** Goods of an agreed offer or a lot are reserved already. */
const isPlain = (line: BasketLine): line is PricedCartLine => line.heldUntil === null;

async function placeLocked(
  tx: Database,
  { buyerId, networks, idempotencyKey, order, basket }: PlaceOrderInput,
  services: Services,
): Promise<PlaceOrderAnswer> {
  const { read, settle, areFarmsAgreed } =
    basket ??
    (order.basket ? basketOf(buyerId, order.basket, services) : cartOf(buyerId, services));
  const now = services.clock();
  const keyed = { userId: buyerId, key: idempotencyKey, inputHash: hashInput(order) };
  // One round trip: the database runs the statements in order, so the reads run under the lock.
  const [, history, kept, seen] = await Promise.all([
    lockCart(tx, buyerId),
    readStanding(tx, { buyerId, since: secondsAfter(now, -PENDING_ORDER_SECONDS) }),
    findStoredAnswer(tx, { ...keyed, now }),
    read(tx),
  ]);
  if (kept) return readAnswer(kept.answer);
  // A retry on the next day must get the stored answer.
  refuseWishedDay(order, now);

  if (seen.length === 0) throw new AppError('CART_EMPTY');
  refuseProblems(seen);
  const parts = groupByOrder(seen).map((farmLines) => planPart(farmLines, order));
  if (!areFarmsAgreed) refuseTooMany(parts, history, services);
  refuseTotals(parts, { order, services });
  const plain = seen.filter(isPlain);
  await refuseUnproven(tx, { buyerId, networks, history, lines: plain }, services);
  const writing = { buyerId, order, now };
  const ids = await insertOrders(
    tx,
    parts.map((part) => orderValues(part, writing)),
  );
  const placed = parts.map((part, at) => ({ ...part, id: idAt(ids, at) }));
  const answer = { orders: placed.map(describe) };
  for (const part of placed) await orderAgreed(tx, part);
  await Promise.all([
    // The products are locked from here on.
    takeAcceptedStock(tx, { lines: plain, now }),
    tellOfParts(tx, placed, writing),
    settle(tx, { lines: seen, orders: answer.orders }),
    insertIdempotencyKey(tx, { ...keyed, answer, createdAt: now }),
  ]);
  return answer;
}

function refuseWishedDay({ wishedDay }: PlaceOrder, now: Date) {
  if (wishedDay && !wishableDays(now).includes(wishedDay)) {
    throw new AppError('WISHED_DAY_NOT_NEAR', {
      field: 'wishedDay',
      inputs: { days: WISHED_DAYS_AHEAD },
    });
  }
}

/** jsonb does not keep the order of the keys. */
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

/** 5 of 20, counting orders of one day that the farm has not accepted. */
const PENDING_ORDERS_SHARE_OF_ONE_FARM = 1 / 4;

/**
 * Every pending order holds stock. Orders that a farm did not accept count for that farm for a day,
 * so a few rejections stop a buyer who reserves its whole stock.
 */
function refuseTooMany(parts: Part[], { unaccepted, isProven }: BuyerStanding, services: Services) {
  const { maxPendingOrders } = services.limits;
  const waiting = unaccepted.reduce((sum, farm) => sum + farm.waiting, 0);
  if (!isProven) refuseUnprovenOrders({ waiting, wanted: parts.length }, services);
  if (waiting + parts.length > maxPendingOrders)
    throw new AppError('TOO_MANY_PENDING_ORDERS', { inputs: { count: waiting } });
  const most = Math.ceil(maxPendingOrders * PENDING_ORDERS_SHARE_OF_ONE_FARM);
  for (const { farm } of parts) {
    const { farmId } = farm;
    const count = unaccepted.find(({ farmerId }) => farmerId === farmId)?.unaccepted ?? 0;
    if (count >= most)
      throw new AppError('TOO_MANY_ORDERS_OF_FARM', {
        inputs: { farm: (options) => farmTitle(farm, options), count },
        facts: { farmId },
      });
  }
}

function idAt(ids: number[], at: number): number {
  const id = ids[at];
  if (id === undefined) throw new Error('An order was not stored');
  return id;
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
