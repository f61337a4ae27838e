/*
 * Taking a lot is one checkout of another basket: one order for each farm, at the lot's price, from
 * the stock that its share holds. The farms have promised it, so their orders are accepted for them
 * after the commit, by the request or, if it dies, by the clock.
 *
 * One request to the phone pays all orders of a lot, as far as M-Pesa's limit allows; the clock
 * asks for the rest. A refusal stops it, and what is paid waits two hours for the rest. Then the
 * orders that are not paid are cancelled, and the paid ones stand.
 */

import type { PaymentMethod } from '#orders/rules/order-facts.ts';
import { type BasketLine, priceWantedLines } from '#orders/server/cart.ts';
import { cancelAsBuyer, confirmOrder } from '#orders/server/order-steps.ts';
import { type Basket, countedNetworks, placeOrder } from '#orders/server/place-order.ts';
import { giveBackPush, requestPayment } from '#orders/server/request-payment.ts';
import { lineTotalCents } from '#rules/amounts.ts';
import { dayInNairobi } from '#rules/day.ts';
import { AppError, expected } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Call, PersonCall, Services } from '#server/trpc/context.ts';
import { LOT_UNPAID_SECONDS, pointHours, pointText, promisedOf } from '../rules/lot.ts';
import {
  changeLot,
  endShare,
  type Locked,
  moveLineUp,
  moveLot,
  type OfLot,
  requireLot,
  tell,
} from './move-lot.ts';
import { findLot, type LotRow, listPoints, updateLot } from './queries.ts';
import { getOwnLot } from './read-lots.ts';
import {
  listBlockedShares,
  listShares,
  listToPay,
  listUnanswered,
  moveShare,
  type ShareRow,
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

const orderShares = ({ db, networks, ...services }: OrderCall, wanted: Ordering) =>
  placeOrder(
    db,
    {
      buyerId: wanted.buyerId,
      networks,
      idempotencyKey: wanted.key,
      order: {
        fulfilment: 'collection',
        paymentMethod: wanted.paymentMethod,
        note: `LOT ${wanted.lotId}`,
      },
      basket: basketOf(wanted, services),
    },
    services,
  );

/** Empty if nothing is left to order, because another request has ordered it. */
function basketOf({ lotId, buyerId, paymentMethod }: Ordering, services: Services): Basket {
  let lot: LotRow;
  let shares: ShareRow[] = [];
  return {
    areFarmsAgreed: true,
    async read(tx) {
      lot = await requireLot(tx, lotId, buyerId);
      shares = await listShares(tx, { lotId, statuses: ['given'] });
      if (lot.status === 'taken' || lot.status === 'closed')
        return linesOf(tx, { lot, shares }, services);
      throw new AppError('LOT_STEP_NOT_ALLOWED');
    },
    settle: (tx, { orders }) =>
      settle({ tx, lot, now: services.clock() }, { shares, orders, paymentMethod }),
  };
}

type Given = { lot: LotRow; shares: ShareRow[] };

async function linesOf(
  tx: Database,
  { lot, shares }: Given,
  services: Services,
): Promise<BasketLine[]> {
  // Floating-point sums may fall short: 0.7 and 0.1 are less than 0.8.
  const given = promisedOf(shares);
  if (lot.status === 'closed' && (given === 0 || given < lot.leastQuantity))
    throw new AppError('LOT_BELOW_LEAST');
  const lines = shares.flatMap(({ productId, quantity }) =>
    productId ? [{ productId, quantity }] : [],
  );
  const priced = await priceWantedLines(tx, { buyerId: lot.buyerId, lines }, services);
  const findOf = await shareFinder(tx, { lot, shares });
  // The stock is reserved and the price agreed, so neither is checked again.
  return priced.map((line) => ({
    ...line,
    priceCents: lot.priceCents,
    acceptedPriceCents: lot.priceCents,
    depositPercent: null,
    totalCents: lineTotalCents(lot.priceCents, line.quantity),
    problem: line.isOwnFarm ? 'ownFarm' : null,
    heldUntil: lot.closesAt,
    note: `LOT ${lot.id}`,
    collectionPoint: pointText(findOf(line.farmId).point),
  }));
}

async function shareFinder(tx: Database, { lot, shares }: Given) {
  const points = await listPoints(tx, [lot.id]);
  return (farmId: number) => {
    const share = shares.find(({ farmerId }) => farmerId === farmId);
    const point = points.find(({ id }) => id === share?.pointId);
    if (!share || !point) throw new Error('A farm has no share or no collection point');
    return { share, point };
  };
}

type Settled = {
  shares: ShareRow[];
  orders: { id: number; farmId: number }[];
  paymentMethod: PaymentMethod;
};

async function settle(locked: Locked, { shares, orders, paymentMethod }: Settled) {
  const { tx, lot, now } = locked;
  const findOf = await shareFinder(tx, { lot, shares });
  const ordered = orders.map(({ id: orderId, farmId }) => ({ orderId, ...findOf(farmId) }));
  if (ordered.length < shares.length) throw new Error('A share has no order');
  for (const { share, orderId } of ordered) {
    const change = { status: 'ordered', orderId, changedAt: now } as const;
    await moveShare(tx, { id: share.id, from: 'given', change });
  }
  const to = ordered.map(({ share: { farmerId: userId, quantity }, point }) => ({
    ...{ userId, quantity, point: point.name, hours: pointHours(point) },
  }));
  await tell(locked, 'taken', { to });
  if (lot.status === 'closed') await moveLot(locked, 'taken', { takenAt: now, paymentMethod });
}

/** Farms that waited in line and gave what others did not bring. */
export async function orderLateShares(call: Services & { db: Database }, lot: LotRow) {
  const shares = await listShares(call.db, { lotId: lot.id, statuses: ['given'] });
  if (shares.length === 0 || !lot.paymentMethod) return;
  const { id: lotId, buyerId, paymentMethod } = lot;
  const key = `lot ${lotId}: ${shares.map(({ id, changedAt }) => `${id} ${changedAt.getTime()}`)}`;
  await orderShares(
    { ...call, networks: [] },
    { lotId, buyerId, paymentMethod, key: key.slice(0, 255) },
  );
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

type Asked = { lotId: number; phoneNumber: string };

/** Refused orders are asked for again. */
export async function payLot(call: Call<'buyer'>, { lotId, phoneNumber }: Asked) {
  await changeLot(call, { lotId, buyerId: call.user.id }, async ({ tx, lot }) => {
    if (lot.status !== 'taken' || lot.paymentMethod !== 'M-Pesa') throw new AppError('NOT_PAYABLE');
    await updateLot(tx, lotId, { payingPhone: phoneNumber });
  });
  const unpaid = await listToPay(call.db, lotId);
  const isUnderWay = unpaid.some(({ paymentStatus }) => paymentStatus === 'processing');
  // If another request is under way, the clock asks after it.
  if (!isUnderWay) await askFor(call, { unpaid, phoneNumber }).catch(expected('PAYMENT_UNDER_WAY'));
  return getOwnLot(call, { lotId });
}

type Unpaid = Awaited<ReturnType<typeof listToPay>>;
type AskedFor = { unpaid: Unpaid; phoneNumber: string };

async function askFor(
  buyer: Parameters<typeof requestPayment>[0],
  { unpaid, phoneNumber }: AskedFor,
) {
  const [orderId, ...alsoOrderIds] = unpaid.map((order) => order.orderId);
  if (orderId !== undefined) await requestPayment(buyer, { orderId, phoneNumber, alsoOrderIds });
}

export async function payNext(call: Services & { db: Database }, lot: LotRow) {
  const { id, buyerId, payingPhone: phoneNumber } = lot;
  if (lot.paymentMethod !== 'M-Pesa') return;
  const unpaid = await listToPay(call.db, id);
  const buyer = { ...call, user: { id: buyerId } };
  if (unpaid.some(({ paymentStatus }) => paymentStatus === 'processing')) return;
  const isSomePaid = unpaid.length < (unpaid[0]?.orders ?? 0);
  const late = unpaid.filter(
    ({ orderedAt }) => call.clock() >= secondsAfter(orderedAt, LOT_UNPAID_SECONDS),
  );
  if (isSomePaid && late.length > 0) return cancelUnpaid(buyer, late);
  if (phoneNumber === null) return;
  const isRefused = unpaid.some(({ paymentStatus }) => paymentStatus === 'failed');
  try {
    if (unpaid.length > 0 && !isRefused) {
      if (isSomePaid) await giveBackPush(call, { buyerId, phoneNumber });
      return await askFor(buyer, { unpaid, phoneNumber });
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A phone may ask for the same sum once in two minutes.
    if (error.code === 'PAYMENT_UNDER_WAY') return;
    // It was asked too often: the buyer asks again.
  }
  await updateLot(call.db, id, { payingPhone: null });
}

async function cancelUnpaid(buyer: PersonCall<keyof Services>, unpaid: Unpaid) {
  for (const { orderId } of unpaid) {
    // It may be paid or cancelled meanwhile.
    await cancelAsBuyer(buyer, { orderId }).catch(expected('STEP_NOT_ALLOWED'));
  }
}
