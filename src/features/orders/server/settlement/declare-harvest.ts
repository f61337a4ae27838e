/*
 * The farmer declares an announced harvest (docs/decisions/0151). In one transaction its pre-orders
 * are confirmed, confirmed with less, or rejected, the oldest first. The rest is offered like any
 * other goods.
 *
 * Orders are locked before the product, as everywhere. Pre-orders that are placed meanwhile are
 * found once the product is locked. A checkout that still saw the announcement takes nothing then
 * (takeAcceptedStock), and begins again.
 */

import { isToAnswer } from '#orders/rules/order-facts.ts';
import type { DeclareHarvest } from '#orders/rules/order-input.ts';
import { shareHarvest } from '#orders/rules/settlement.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { roundedToHundredths } from '#platform/rules/decimal.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/unavailable.ts';
import type { PersonCall } from '#platform/server/trpc/context.ts';
import { bookHarvest, lockAnnounced } from '#products/server/announce-harvest.ts';
import { getOwnProduct } from '#products/server/list-own-products.ts';
import { type Move, moveOrder } from '../orders/move-order.ts';
import { lockOrder, type OrderRow, updateOrder } from '../orders/queries.ts';
import { listWaiting } from './refund-queries.ts';
import { acceptPart } from './shorten-order.ts';

type Own = { farmerId: number; productId: number };

export async function declareHarvest(
  { db, user, clock, priceRecords }: PersonCall<'clock' | 'priceRecords'>,
  { quantity, deliveryDate = null, productId }: DeclareHarvest,
) {
  const own = { productId, farmerId: user.id };
  const now = clock();
  if (deliveryDate && deliveryDate < dayInNairobi(now))
    throw new AppError('DELIVERY_DATE_PAST', { field: 'deliveryDate' });
  return retryTransaction(() =>
    db.transaction(async (tx) => {
      const shared = await shareLocked(tx, own, { harvested: quantity, now });
      const move = {
        to: 'confirmed',
        by: 'farmer',
        change: { deliveryDate },
        now,
        priceRecords,
      } as const;
      for (const one of shared.shares) await serve(tx, one, move);
      const { shares, left } = shared;
      return {
        productId,
        full: shares.filter(({ share, quantity: ordered }) => share === ordered).length,
        part: shares.filter(({ share, quantity: ordered }) => share > 0 && share < ordered).length,
        none: shares.filter(({ share }) => share === 0).length,
        left,
      };
    }),
  );
}

async function shareLocked(
  tx: Database,
  own: Own,
  { harvested, now }: { harvested: number; now: Date },
) {
  for (const { id } of await listWaiting(tx, own)) await lockOrder(tx, id);
  const product = await lockAnnounced(tx, own);
  const waiting: (Waiting & { order: OrderRow })[] = [];
  for (const one of await listWaiting(tx, own)) {
    const order = await lockOrder(tx, one.id);
    if (order && isToAnswer(order.status)) waiting.push({ ...one, order });
  }
  // Buyers who did not pay the deposit in time have no reservation left, and come last.
  waiting.sort((one, other) => Number(isReleased(one)) - Number(isReleased(other)));
  const taken = shareHarvest(
    waiting.map(({ quantity }) => quantity),
    harvested,
  );
  const shares = waiting.map((one, at) => ({ ...one, share: taken[at] ?? 0 }));
  const sumOf = (some: typeof shares) => some.reduce((sum, { share }) => sum + share, 0);
  // An order without a reservation takes its goods from the stock when it is confirmed.
  const reserved = shares.filter((one) => !isReleased(one));
  const onHand = roundedToHundredths(harvested - sumOf(reserved));
  await bookHarvest(tx, own.farmerId, { product, quantity: onHand, now });
  return { shares, left: roundedToHundredths(harvested - sumOf(shares)) };
}

const isReleased = ({ order }: { order: OrderRow }) => order.stockReleasedAt !== null;

type Waiting = Awaited<ReturnType<typeof listWaiting>>[number];
type Share = Waiting & { order: OrderRow; share: number };

async function serve(tx: Database, { order: before, lineId, quantity, share }: Share, move: Move) {
  await updateOrder(tx, before.id, { harvestBy: null });
  const order = { ...before, harvestBy: null };
  if (share === quantity) await moveOrder(tx, order, move);
  else await acceptPart(tx, order, { move, lines: [{ lineId, quantity: share }] });
}

export async function listPreOrders(
  { db, user, clock }: PersonCall<'clock'>,
  { productId }: { productId: number },
) {
  const own = { productId, farmerId: user.id };
  await getOwnProduct(db, own, { clock });
  const waiting = await listWaiting(db, own);
  const reserved = waiting.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    count: waiting.length,
    reserved: roundedToHundredths(reserved),
    paidDeposits: waiting.filter(({ isDepositPaid }) => isDepositPaid).length,
  };
}
