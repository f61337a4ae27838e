/*
 * Taking a lot is one checkout of another basket: one order for each farm, at the lot's price, from
 * the stock that its share holds. The farms have promised it, so their orders are accepted for them
 * after the commit, by the request or, if it dies, by the clock.
 *
 * One request to the phone pays all orders of a lot, as far as M-Pesa's limit allows; the clock
 * asks for the rest. A refusal stops it, and what is paid waits two hours for the rest. Then the
 * orders that are not paid are cancelled, and the paid ones stand.
 */

import type { PaymentMethod, PaymentStatus } from '#orders/rules/order-facts.ts';
import { type BasketLine, priceWantedLines, priceWork } from '#orders/server/cart.ts';
import { cancelAsBuyer, confirmOrder } from '#orders/server/order-steps.ts';
import { type Basket, countedNetworks, placeOrder } from '#orders/server/place-order.ts';
import { giveBackPush, requestPayment } from '#orders/server/request-payment.ts';
import { lineTotalCents } from '#rules/amounts.ts';
import { dayInNairobi } from '#rules/day.ts';
import { AppError, expected } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { m } from '#text';
import {
  isTakingRides,
  LOT_UNPAID_SECONDS,
  pointHours,
  pointText,
  promisedOf,
} from '../rules/lot.ts';
import {
  changeLot,
  endShare,
  type Locked,
  moveLineUp,
  moveLot,
  notifyAboutLot,
  type OfLot,
  requireLot,
} from './move-lot.ts';
import { findLot, type LotRow, listPoints, recordLot, updateLot } from './queries.ts';
import { getOwnLot } from './read-lots.ts';
import {
  isRideTaken,
  listBlockedShares,
  listRides,
  listShares,
  listToPay,
  listUnanswered,
  moveShare,
  type ShareRow,
  setRideOrder,
} from './share-queries.ts';

/** Also in part, from the buyer's minimum on. */
export async function takeLot(
  call: Call<'buyer'>,
  { lotId, paymentMethod }: OfLot & { paymentMethod: PaymentMethod },
) {
  const { user } = call;
  const { status } = await changeLot(call, { lotId, buyerId: user.id }, async (locked) => {
    await dropBlocked(locked);
    return locked.lot;
  });
  if (status !== 'taken')
    await orderShares(
      { ...call, networks: countedNetworks(call.clientAddress, call) },
      // The blank keeps it apart from the keys of clients.
      { lotId, buyerId: user.id, paymentMethod, key: `lot ${lotId}` },
    );
  await confirmPromised(call, lotId);
  return getOwnLot(call, { lotId });
}

/** The farm was suspended or its product hidden since. */
export async function dropBlocked(locked: Locked) {
  const blocked = await listBlockedShares(locked.tx, locked.lot.id);
  for (const share of blocked) await endShare(locked, share);
  if (blocked.length > 0) await moveLineUp(locked);
}

type Ordering = OfLot & { buyerId: number; paymentMethod: PaymentMethod; key: string };
type OrderCall = Services & { db: Database; networks: readonly string[] };

/** Makes orders of what farms or a carrier have promised. */
const orderPromised = (
  { db, networks, ...services }: OrderCall,
  { lotId, buyerId, paymentMethod, key }: Ordering,
  basket: Pick<Basket, 'read' | 'settle'>,
) =>
  placeOrder(
    db,
    {
      ...{ buyerId, networks, idempotencyKey: key },
      order: { fulfilment: 'collection', paymentMethod, note: `LOT ${lotId}` },
      basket: { areFarmsAgreed: true, ...basket },
    },
    services,
  );

/** Nothing is left to order if another request has ordered it. */
function orderShares(call: OrderCall, wanted: Ordering) {
  let lot: LotRow;
  let shares: ShareRow[] = [];
  return orderPromised(call, wanted, {
    async read(tx) {
      lot = await requireLot(tx, wanted.lotId, wanted.buyerId);
      shares = await listShares(tx, { lotId: lot.id, statuses: ['given'] });
      if (lot.status === 'taken' || lot.status === 'closed')
        return linesOf(tx, { lot, shares }, call);
      throw new AppError('LOT_STEP_NOT_ALLOWED');
    },
    settle: (tx, { orders }) =>
      settle({ tx, lot, now: call.clock() }, { ...wanted, shares, orders }),
  });
}

async function linesOf(
  tx: Database,
  { lot, shares }: { lot: LotRow; shares: ShareRow[] },
  services: Services,
): Promise<BasketLine[]> {
  const { id, buyerId, priceCents, closesAt } = lot;
  // Floating-point sums may fall short: 0.7 and 0.1 are less than 0.8.
  const given = promisedOf(shares);
  if (lot.status === 'closed' && (given === 0 || given < lot.leastQuantity))
    throw new AppError('LOT_BELOW_LEAST');
  const lines = shares.flatMap(({ productId, quantity }) =>
    productId ? [{ productId, quantity }] : [],
  );
  const priced = await priceWantedLines(tx, { buyerId, lines }, services);
  // The stock is reserved and the price agreed, so neither is checked again.
  return priced.map((line) => ({
    ...line,
    priceCents,
    acceptedPriceCents: priceCents,
    depositPercent: null,
    totalCents: lineTotalCents(priceCents, line.quantity),
    problem: line.isOwnFarm ? 'ownFarm' : null,
    heldUntil: closesAt,
    note: `LOT ${id}`,
    collectionPoint: pointText(shareOf(line, shares).point),
  }));
}

function shareOf({ farmId }: { farmId: number }, shares: ShareRow[]) {
  const share = shares.find(({ farmerId }) => farmerId === farmId);
  if (!share) throw new Error('A farm has no share');
  return share;
}

type Settled = Pick<Ordering, 'paymentMethod'> & {
  shares: ShareRow[];
  orders: { id: number; farmId: number }[];
};

async function settle(locked: Locked, { shares, orders, paymentMethod }: Settled) {
  const { tx, lot, now } = locked;
  if (orders.length < shares.length) throw new Error('A share has no order');
  const to = [];
  for (const order of orders) {
    const { id, farmerId: userId, quantity, point } = shareOf(order, shares);
    const change = { status: 'ordered', orderId: order.id } as const;
    await moveShare(tx, { id, from: 'given', change }, now);
    to.push({ userId, quantity, point: point.name, hours: pointHours(point) });
  }
  await notifyAboutLot(locked, 'taken', { to });
  if (lot.status === 'closed') await moveLot(locked, 'taken', { takenAt: now, paymentMethod });
}

/** Farms that waited in line and gave what others did not bring. */
export async function orderLateShares(call: Services & { db: Database }, lot: LotRow) {
  const { id: lotId, buyerId, paymentMethod } = lot;
  const shares = await listShares(call.db, { lotId, statuses: ['given'] });
  if (shares.length === 0 || !paymentMethod) return;
  const given = shares.map(({ id, changedAt }) => `${id} ${changedAt.getTime()}`);
  const key = `lot ${lotId}: ${given}`.slice(0, 255);
  await orderShares({ ...call, networks: [] }, { lotId, buyerId, paymentMethod, key });
}

/** Repeating it changes nothing. */
export async function takeRide(call: Call<'buyer'>, { lotId, rideId }: OfLot & { rideId: number }) {
  const { db, clock } = call;
  const buyerId = call.user.id;
  const lot = await requireLot(db, lotId, buyerId);
  const { paymentMethod } = lot;
  if (!paymentMethod) throw new AppError('LOT_STEP_NOT_ALLOWED');
  if (!(await isRideTaken(db, { lotId, rideId })))
    await orderPromised(
      { ...call, networks: countedNetworks(call.clientAddress, call) },
      { lotId, buyerId, paymentMethod, key: `lot ride ${rideId}` },
      {
        read: (tx) => readRide({ tx, lot, now: clock() }, rideId),
        async settle(tx, { orders: [order] }) {
          await setRideOrder(tx, rideId, order?.id);
          await recordLot(tx, { lotId, farmerIds: [] }, clock());
        },
      },
    );
  await confirmPromised(call, lotId);
  return getOwnLot(call, { lotId });
}

/** Empty if another request has ordered it. */
async function readRide({ tx, lot, now }: Locked, rideId: number) {
  const { id, buyerId, place, closesAt } = lot;
  await requireLot(tx, id);
  const ride = (await listRides(tx, id)).find((one) => one.id === rideId);
  if (ride && ride.orderId !== null) return [];
  if (!ride || !isTakingRides(lot, now)) throw new AppError('LOT_STEP_NOT_ALLOWED');
  const points = (await listPoints(tx, [id])).filter((point) => ride.pointIds.includes(point.id));
  const from = points.map(({ name }) => name).join(', ');
  // In one language, as the names of products.
  const name = m.lotRideName({ id, from, place }, { locale: 'en' });
  return priceWork(tx, { ...ride, buyerId, name, heldUntil: closesAt, collectionPoint: place });
}

/** Goods and transport. Repeating it changes nothing. */
export async function confirmPromised(call: Services & { db: Database }, lotId: number) {
  const lot = await findLot(call.db, lotId);
  if (!lot) return;
  const deliveryDate = lot.day >= dayInNairobi(call.clock()) ? lot.day : null;
  for (const { orderId, farmerId } of await listUnanswered(call.db, lotId)) {
    // Its account was deleted, which cancels the order.
    if (farmerId === null) continue;
    const farmer = { ...call, user: { id: farmerId } };
    // Its farmer or buyer may be faster.
    await confirmOrder(farmer, { orderId, deliveryDate }).catch(expected('STEP_NOT_ALLOWED'));
  }
}

/** Refused orders are asked for again. */
export async function payLot(
  call: Call<'buyer'>,
  { lotId, phoneNumber }: OfLot & { phoneNumber: string },
) {
  await changeLot(call, { lotId, buyerId: call.user.id }, async ({ tx, lot }) => {
    if (lot.status !== 'taken' || lot.paymentMethod !== 'M-Pesa') throw new AppError('NOT_PAYABLE');
    await updateLot(tx, lotId, { payingPhone: phoneNumber });
  });
  const { unpaid, isAsking } = await readPayment(call.db, lotId);
  // If another request is under way, the clock asks after it.
  if (!isAsking) await askFor(call, unpaid, phoneNumber).catch(expected('PAYMENT_UNDER_WAY'));
  return getOwnLot(call, { lotId });
}

async function readPayment(db: Database, lotId: number) {
  const orders = await listToPay(db, lotId);
  const is = (status: PaymentStatus) => orders.some((order) => order.paymentStatus === status);
  const unpaid = orders.filter(({ paymentStatus }) => paymentStatus !== 'paid');
  return { unpaid, isSomePaid: is('paid'), isAsking: is('processing'), isRefused: is('failed') };
}

type Orders = Awaited<ReturnType<typeof listToPay>>;

async function askFor(
  buyer: Parameters<typeof requestPayment>[0],
  unpaid: Orders,
  phoneNumber: string,
) {
  const [orderId, ...alsoOrderIds] = unpaid.map((order) => order.orderId);
  if (orderId !== undefined) await requestPayment(buyer, { orderId, phoneNumber, alsoOrderIds });
}

export async function payNext(call: Services & { db: Database }, lot: LotRow) {
  const { id, buyerId, payingPhone: phoneNumber } = lot;
  if (lot.paymentMethod !== 'M-Pesa') return;
  const { unpaid, isSomePaid, isAsking, isRefused } = await readPayment(call.db, id);
  if (isAsking) return;
  const buyer = { ...call, user: { id: buyerId } };
  const late = unpaid.filter(
    ({ orderedAt }) => call.clock() >= secondsAfter(orderedAt, LOT_UNPAID_SECONDS),
  );
  if (isSomePaid && late.length > 0) return cancelUnpaid(buyer, late);
  if (phoneNumber === null) return;
  try {
    if (unpaid.length > 0 && !isRefused) {
      if (isSomePaid) await giveBackPush(call, { buyerId, phoneNumber });
      return await askFor(buyer, unpaid, phoneNumber);
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A phone may ask for the same sum once in two minutes.
    if (error.code === 'PAYMENT_UNDER_WAY') return;
    // It was asked too often: the buyer asks again.
  }
  await updateLot(call.db, id, { payingPhone: null });
}

async function cancelUnpaid(buyer: PersonCall<keyof Services>, unpaid: Orders) {
  for (const { orderId } of unpaid) {
    // It may be paid or cancelled meanwhile.
    await cancelAsBuyer(buyer, { orderId }).catch(expected('STEP_NOT_ALLOWED'));
  }
}
