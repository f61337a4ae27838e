/* Each use case returns all of the buyer's standing orders. */

import { lockPerson } from '#accounts/server/people-queries.ts';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { priceWantedLines } from '#orders/server/cart.ts';
import { countedNetworks } from '#orders/server/place-order.ts';
import { centsOf } from '#rules/amounts.ts';
import { daysAfter } from '#rules/day.ts';
import { AppError } from '#server/app-error.ts';
import { retryTransaction } from '#server/database.ts';
import {
  bitsOf,
  type ChangeProposal,
  type CreateStandingOrder,
  changeableUntil,
  type DeliveryFees,
  dayText,
  firstDayAfterToday,
  firstDayFrom,
  lastPlacedDay,
  STANDING_ORDERS_MAX,
  weekdaysOf,
} from '../rules.ts';
import {
  type BasketLine,
  deliveryFeesOf,
  linesOf,
  listStandingOrders,
  readBasket,
} from './list-standing-orders.ts';
import {
  countOwn,
  deleteStandingOrder,
  findDay,
  findProposed,
  findUpcoming,
  insertDay,
  insertStandingOrder,
  lockDay,
  lockStandingOrder,
  type StandingDayRow,
  type StandingOrderRow,
  updateProposed,
  updateStandingOrder,
} from './queries.ts';

type Own = { id: number; buyerId: number };

async function lockOwn(tx: Database, { id, buyerId }: Own): Promise<StandingOrderRow> {
  const order = await lockStandingOrder(tx, id);
  if (order?.buyerId !== buyerId) throw new AppError('STANDING_ORDER_NOT_FOUND');
  return order;
}

/** Skips a proposed day. */
export async function pauseStandingOrder(call: Call<'buyer'>, { id }: { id: number }) {
  await call.db.transaction(async (tx) => {
    const order = await lockOwn(tx, { id, buyerId: call.user.id });
    if (order.pausedAt) return;
    await updateStandingOrder(tx, id, { pausedAt: call.clock() });
    const proposed = await findProposed(tx, id);
    if (proposed) await updateProposed(tx, proposed.id, { status: 'skipped' });
  });
  return listStandingOrders(call);
}

/** Continues with the first of its days after today. */
export async function resumeStandingOrder(call: Call<'buyer'>, { id }: { id: number }) {
  await call.db.transaction(async (tx) => {
    const order = await lockOwn(tx, { id, buyerId: call.user.id });
    if (!order.pausedAt) return;
    const nextDay = firstDayAfterToday(weekdaysOf(order.weekdayBits), call.clock());
    await updateStandingOrder(tx, id, { pausedAt: null, nextDay });
  });
  return listStandingOrders(call);
}

/** Its orders stay. */
export async function endStandingOrder(call: Call<'buyer'>, { id }: { id: number }) {
  await deleteStandingOrder(call.db, { id, buyerId: call.user.id });
  return listStandingOrders(call);
}

type Skipped = { id: number; day?: Day | undefined };

/** `day`: as the buyer saw it; by default the proposed or else the next one. */
export async function skipStandingOrder(call: Call<'buyer'>, input: Skipped) {
  await call.db.transaction((tx) => skipDay(tx, { ...input, buyerId: call.user.id }, call));
  return listStandingOrders(call);
}

export async function skipDay(
  tx: Database,
  { day: given, ...own }: Own & Skipped,
  { clock }: { clock: Clock },
) {
  const order = await lockOwn(tx, own);
  // A repeated SMS names no day, and must not skip another one.
  const from = daysAfter(lastPlacedDay(clock()), 1);
  const day = given ?? (await findUpcoming(tx, own.id, from))?.day ?? order.nextDay;
  const row = await lockDay(tx, own.id, day);
  const skipped = { day, nextDay: order.nextDay };
  if (row?.status === 'skipped') return skipped;
  if (row) {
    refuseLate(row, clock());
    await updateProposed(tx, row.id, { status: 'skipped' });
    return skipped;
  }
  // Another device has skipped, paused or resumed it.
  if (day !== order.nextDay || order.pausedAt) throw new AppError('STANDING_ORDER_CHANGED');
  const nextDay = firstDayFrom(weekdaysOf(order.weekdayBits), daysAfter(day, 1));
  await insertDay(tx, { standingOrderId: own.id, day, status: 'skipped' });
  await updateStandingOrder(tx, own.id, { nextDay });
  return { day, nextDay };
}

const isOpen = ({ day, status }: StandingDayRow, now: Date) =>
  status === 'proposed' && now < changeableUntil(day);

export async function isChangeable(
  db: Database,
  { id, day }: { id: number; day: Day },
  { clock }: { clock: Clock },
) {
  const row = await findDay(db, id, day);
  return row !== null && isOpen(row, clock());
}

function refuseLate(row: StandingDayRow, now: Date) {
  const { day } = row;
  if (!isOpen(row, now))
    throw new AppError('STANDING_TOO_LATE', {
      inputs: { day: (options) => dayText(day, options) },
    });
}

/**
 * The answer shows the total, so the buyer then knows the delivery fees of farms that are new to
 * the day.
 */
export async function changeProposal(
  call: Call<'buyer'>,
  { id, day, version, lines }: ChangeProposal,
) {
  await call.db.transaction(async (tx) => {
    const order = await lockOwn(tx, { id, buyerId: call.user.id });
    const row = await lockDay(tx, id, day);
    if (!row) throw new AppError('STANDING_ORDER_CHANGED');
    refuseLate(row, call.clock());
    const own = await linesOf(tx, id);
    const known = new Set(own.map((line) => line.id));
    if (row.version !== version || lines.some(({ lineId }) => !known.has(lineId)))
      throw new AppError('STANDING_ORDER_CHANGED');
    const changes = lines.map(({ ceiling, deliveryFee: _, ...change }) => ({
      ...change,
      ...(ceiling !== undefined && { ceilingCents: centsOf(ceiling) }),
    }));
    const wanted = { order, lines: own, changes, deliveryFees: row.deliveryFees };
    const basket = await readBasket(tx, wanted, call);
    const told = deliveryFeesOf(order, basket);
    const deliveryFees = told && { ...told, ...row.deliveryFees, ...allowedFees(basket, lines) };
    await updateProposed(tx, row.id, { changes, deliveryFees, version: version + 1 });
  });
  return listStandingOrders(call);
}

function allowedFees(
  basket: readonly BasketLine[],
  changes: ChangeProposal['lines'],
): DeliveryFees {
  const allowed = changes.flatMap(({ lineId, deliveryFee }) => {
    const offer = basket.find(({ line }) => line.id === lineId)?.offer;
    return offer && deliveryFee !== undefined ? [[offer.farmId, centsOf(deliveryFee)]] : [];
  });
  return Object.fromEntries(allowed);
}

/** The first day is the first of its weekdays after today. */
export async function createStandingOrder(call: Call<'buyer'>, input: CreateStandingOrder) {
  await retryTransaction(call.db, (tx) => create({ ...call, db: tx }, input));
  return listStandingOrders(call);
}

async function create(call: Call<'buyer'>, input: CreateStandingOrder) {
  const { weekdays, lines, whenMissing, fulfilment, paymentMethod, note, wishedPart, ...place } =
    input;
  const { db: tx, clock, clientAddress } = call;
  const buyerId = call.user.id;
  if (!(await lockPerson(tx, buyerId))) throw new AppError('NOT_LOGGED_IN');
  if ((await countOwn(tx, buyerId)) >= STANDING_ORDERS_MAX)
    throw new AppError('TOO_MANY_STANDING_ORDERS', { inputs: { count: STANDING_ORDERS_MAX } });
  const products = await priceWantedLines(tx, { buyerId, lines }, call);
  const now = clock();
  const isDelivered = fulfilment === 'delivery';
  await insertStandingOrder(
    tx,
    {
      buyerId,
      weekdayBits: bitsOf(weekdays),
      nextDay: firstDayAfterToday(weekdays, now),
      fulfilment,
      deliveryAddress: isDelivered ? (place.deliveryAddress ?? null) : null,
      latitude: isDelivered ? (place.latitude ?? null) : null,
      longitude: isDelivered ? (place.longitude ?? null) : null,
      paymentMethod,
      wishedPart: wishedPart ?? null,
      note: note || null,
      whenMissing,
      networks: countedNetworks(clientAddress, call),
      createdAt: now,
    },
    lines.map(({ productId, quantity, ceiling, ...seen }) => {
      const product = products.find((one) => one.productId === productId);
      // It may be in stock or cheaper on the first day.
      if (!product?.isOffered) throw new AppError('PRODUCT_NOT_FOUND');
      if (product.isOwnFarm)
        throw new AppError('OWN_FARM', {
          inputs: { farm: (options) => farmTitle(product, options) },
          facts: { farmId: product.farmId, productId },
        });
      const { name, crop } = product;
      const unit = seen.unit ?? product.unit;
      const weightNow = unit === product.unit ? product.netWeightKg : null;
      const netWeightKg = seen.netWeightKg ?? weightNow;
      return { productId, name, crop, unit, netWeightKg, quantity, ceilingCents: centsOf(ceiling) };
    }),
  );
}
