import { isShortenable } from '#orders/rules/order.ts';
import { type Actor, isToAnswer } from '#orders/rules/order-facts.ts';
import type { DeclareHarvest, ShortHarvest } from '#orders/rules/order-input.ts';
import { lineCents, shareHarvest, sumOrder } from '#orders/rules/settlement.ts';
import { mayMove } from '#orders/rules/transitions.ts';
import { unitText } from '#products/rules/product-texts.ts';
import { getOwnProduct } from '#products/server/list-own-products.ts';
import { bookHarvest, lockAnnounced } from '#products/server/set-quantities.ts';
import type { StockLine } from '#products/server/stock-queries.ts';
import { roundedToHundredths } from '#rules/amounts.ts';
import { dayInNairobi } from '#rules/day.ts';
import { AppError } from '#server/app-error.ts';
import { retryTransaction } from '#server/database.ts';
import { getFarmerOrder } from '../list-orders.ts';
import { giveBackLines } from '../order-stock.ts';
import {
  lockOwnOrder,
  type Move,
  moveOrder,
  refusePreOrder,
  stepNotAllowed,
} from '../orders/move-order.ts';
import { notifyOrderEvent } from '../orders/order-events.ts';
import { insertOrderEvents, lockOrder, type OrderRow, updateOrder } from '../orders/queries.ts';
import {
  type ChangeableLine,
  listChangeableLines,
  listWaiting,
  updateLine,
} from './refund-queries.ts';
import { settleLowerTotal } from './settle-order.ts';

type ShortenCall = PersonCall<'clock' | 'secret' | 'priceRecords'>;
type Shortening = ShortHarvest & { orderId: number };

/** The buyer is notified and may cancel. An order of which nothing is left is cancelled. */
export async function shortenOrder(call: ShortenCall, shortening: Shortening) {
  await retryTransaction(call.db, (tx) => shorten({ ...call, db: tx }, shortening));
  return getFarmerOrder(call, shortening);
}

async function shorten(
  { db: tx, user, clock, priceRecords }: ShortenCall,
  { orderId, ...harvest }: Shortening,
) {
  const order = await lockOwnOrder(tx, { orderId, farmerId: user.id });
  const now = clock();
  if (!isShortenable(order)) throw stepNotAllowed(order);
  const shortened = await shortenLines(tx, order, { ...harvest, now });
  switch (shortened.outcome) {
    case 'unchanged':
      return;
    case 'nothingLeft': {
      const cancelling = { to: 'cancelled' as const, by: 'farmer' as const, now, priceRecords };
      await moveOrder(tx, order, { ...cancelling, areGoodsGone: !harvest.isRestThere });
      return;
    }
    case 'shortened':
      await notifyOrderEvent(
        tx,
        { order: shortened.order, recipients: ['buyer'], about: 'shortened', by: 'farmer' },
        now,
      );
  }
}

type Shortened =
  | { outcome: 'unchanged'; order: OrderRow }
  | { outcome: 'nothingLeft'; order: OrderRow }
  | { outcome: 'shortened'; order: OrderRow };

/** The missing goods are booked out of the farm's stock, or returned to it. */
export async function shortenLines(
  tx: Database,
  order: OrderRow,
  {
    lines: given,
    isRestThere = false,
    by = 'farmer',
    now,
  }: ShortHarvest & { by?: Actor; now: Date },
): Promise<Shortened> {
  const before = await listChangeableLines(tx, order.id);
  const lines = lowerLines(before, given);
  const changed = lines.filter(({ missing }) => missing > 0);
  if (changed.length === 0) return { outcome: 'unchanged', order };
  if (lines.every(({ quantity }) => quantity === 0)) return { outcome: 'nothingLeft', order };
  for (const { id, quantity, orderedQuantity, totalCents } of changed)
    await updateLine(tx, id, { quantity, orderedQuantity, totalCents });
  const sums = sumOrder(lines, order.deliveryFeeCents);
  const change = { ...sums, ...(by === 'farmer' && { shortenedAt: now }), updatedAt: now };
  await updateOrder(tx, order.id, change);
  if (order.stockReleasedAt === null)
    await giveBackLines(tx, missingStock(changed), { now, isGone: !isRestThere });
  await insertOrderEvents(tx, [
    {
      orderId: order.id,
      actor: by,
      subject: 'total',
      from: String(order.totalCents),
      to: String(sums.totalCents),
      happenedAt: now,
    },
  ]);
  return {
    outcome: 'shortened',
    order: await settleLowerTotal(tx, { ...order, ...change }, now),
  };
}

type LoweredLine = ChangeableLine & { missing: number };

function lowerLines(before: ChangeableLine[], given: ShortHarvest['lines']): LoweredLine[] {
  const wanted = new Map(given.map((line) => [line.lineId, line]));
  for (const { lineId } of given) {
    if (!before.some(({ id }) => id === lineId))
      throw new AppError('ORDER_LINE_NOT_FOUND', { field: 'lines' });
  }
  return before.map((line) => {
    const quantity = wanted.get(line.id)?.quantity ?? line.quantity;
    if (quantity === line.quantity) return { ...line, missing: 0 };
    refuseOther(line, { quantity, quantitySeen: wanted.get(line.id)?.quantitySeen });
    const ordered = line.orderedQuantity ?? line.quantity;
    return {
      ...line,
      quantity,
      orderedQuantity: ordered === quantity ? null : ordered,
      totalCents: lineCents(line.priceCents, quantity),
      missing: roundedToHundredths(line.quantity - quantity),
    };
  });
}

function refuseOther(
  line: ChangeableLine,
  { quantity, quantitySeen }: { quantity: number; quantitySeen: number | undefined },
) {
  const amount = {
    field: 'lines',
    inputs: {
      name: line.name,
      quantity: line.quantity,
      unit: (options: Parameters<typeof unitText>[2]) =>
        unitText(line.quantity, line.unit, options),
    },
    facts: { lineId: line.id, quantity: line.quantity },
  };
  if (quantitySeen !== undefined && quantitySeen !== line.quantity)
    throw new AppError('ORDER_LINE_CHANGED', amount);
  if (quantity > line.quantity) throw new AppError('MORE_THAN_ORDERED', amount);
}

/**
 * A product ordered both at an agreed and at its usual price has two lines: an UPDATE changes a row
 * once.
 */
function missingStock(lines: LoweredLine[]): StockLine[] {
  const stock = new Map<string, StockLine>();
  for (const { productId, unit, missing } of lines) {
    if (productId === null) continue;
    const key = `${productId} ${unit}`;
    const quantity = roundedToHundredths((stock.get(key)?.quantity ?? 0) + missing);
    stock.set(key, { productId, unit, quantity });
  }
  return [...stock.values()];
}

/** An order of which there is nothing is rejected. */
export async function acceptPart(
  tx: Database,
  order: OrderRow,
  { move, ...harvest }: ShortHarvest & { move: Move },
) {
  refusePreOrder(order, move.to);
  // The lines of an ended order must not change.
  if (!mayMove(order, move)) throw stepNotAllowed(order);
  const shortened = await shortenLines(tx, order, { ...harvest, now: move.now });
  if (shortened.outcome === 'nothingLeft') {
    const { by, now, priceRecords } = move;
    const rejection = { to: 'rejected' as const, by, now, priceRecords };
    await moveOrder(tx, order, { ...rejection, areGoodsGone: !harvest.isRestThere });
  } else await moveOrder(tx, shortened.order, move);
}

type Own = { farmerId: number; productId: number };

/**
 * Declares an announced harvest (docs/decisions/0151). In one transaction its pre-orders are
 * confirmed, confirmed with less, or rejected, the oldest first. The rest is offered like any other
 * goods.
 *
 * Orders are locked before the product, as everywhere. Pre-orders that are placed meanwhile are
 * found once the product is locked. A checkout that still saw the announcement takes nothing then
 * (takeAcceptedStock), and begins again.
 */
export async function declareHarvest(
  { db, user, clock, priceRecords }: PersonCall<'clock' | 'priceRecords'>,
  { quantity, deliveryDate = null, productId }: DeclareHarvest,
) {
  const own = { productId, farmerId: user.id };
  const now = clock();
  if (deliveryDate && deliveryDate < dayInNairobi(now))
    throw new AppError('DELIVERY_DATE_PAST', { field: 'deliveryDate' });
  return retryTransaction(db, async (tx) => {
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
  });
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
