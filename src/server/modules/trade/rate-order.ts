import { AppError } from '#server/app-error.ts';
import type { Clock } from '#server/clock.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import { putInOutbox } from '#server/modules/notifications/put-in-outbox.ts';
import { notifyOrderChanged } from '#server/modules/trade/orders/queries.ts';
import { COUNTED_REVIEW_SECONDS, NOTICE_VALIDITY_SECONDS } from '#shared/limits.ts';
import type { RateOrder } from '#shared/review.ts';
import { getBuyerOrder } from './list-orders.ts';
import { findRateableOrder, hasCountedReview, insertReview, lockRater } from './reviews/queries.ts';

type Rating = RateOrder & { buyerId: number };

/**
 * A buyer's word on an order that is completed, once; towards the farm's rating one in 30 days of the same buyer counts. The farmer is told by mail.
 * @returns the order with its review
 * @throws AppError ORDER_NOT_FOUND for another's order, REVIEW_NOT_ALLOWED, REVIEW_EXISTS
 */
export async function rateOrder(
  db: Database,
  { orderId, buyerId, rating, text }: Rating,
  services: { clock: Clock; secret: string },
) {
  const now = services.clock();
  await db.transaction(async (tx) => {
    await lockRater(tx, buyerId);
    const order = await findRateableOrder(tx, { orderId, buyerId });
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    if (order.status !== 'completed') throw new AppError('REVIEW_NOT_ALLOWED');
    const { farmerId } = order;
    const since = secondsAfter(now, -COUNTED_REVIEW_SECONDS);
    const isCounted = !(await hasCountedReview(tx, { farmerId, buyerId, since }));
    const review = { orderId, farmerId, rating, text: text ?? '', isCounted, createdAt: now };
    if (!(await insertReview(tx, review))) throw new AppError('REVIEW_EXISTS');
    await putInOutbox(tx, { kind: 'orderReviewed', payload: { orderId }, validSeconds: NOTICE_VALIDITY_SECONDS }, now);
    await notifyOrderChanged(tx, [{ orderId, userIds: [buyerId, order.farmerId] }]);
  });
  return getBuyerOrder(db, { orderId, buyerId }, services);
}
