import { isShortenable } from '#orders/rules/order.ts';
import type { ShortHarvest } from '#orders/rules/order-input.ts';
import { notifyOrderEvents } from '#orders/server/orders/notify-order-events.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/unavailable.ts';
import type { PersonCall } from '#platform/server/trpc/context.ts';
import { getFarmerOrder } from '../list-orders.ts';
import { lockOwnOrder, moveOrder } from '../orders/move-order.ts';
import { notifyOrderChanged, type OrderRow } from '../orders/queries.ts';
import { shortenLines } from './shorten-lines.ts';

type ShortenCall = PersonCall<'clock' | 'secret' | 'priceRecords'>;
type Shortening = ShortHarvest & { orderId: number };

/** The buyer is notified and may cancel. An order of which nothing is left is cancelled. */
export async function shortenOrder(call: ShortenCall, shortening: Shortening) {
  await retryTransaction(() =>
    call.db.transaction((tx) => shorten({ ...call, db: tx }, shortening)),
  );
  return getFarmerOrder(call, shortening);
}

async function shorten(
  { db: tx, user, clock, priceRecords }: ShortenCall,
  { orderId, ...harvest }: Shortening,
) {
  const order = await lockOwnOrder(tx, { orderId, farmerId: user.id });
  const now = clock();
  if (!isShortenable(order))
    throw new AppError('STEP_NOT_ALLOWED', { facts: { status: order.status } });
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
      await tellOfShorterOrder(tx, shortened.order, now);
  }
}

async function tellOfShorterOrder(tx: Database, order: OrderRow, now: Date) {
  await notifyOrderEvents(
    tx,
    [{ order, recipients: ['buyer'], about: 'shortened', by: 'farmer' }],
    now,
  );
  await notifyOrderChanged(tx, [{ orderId: order.id, userIds: [order.buyerId, order.farmerId] }], {
    now,
  });
}
