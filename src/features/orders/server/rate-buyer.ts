import type { RateBuyer } from '#features/orders/rules/review.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { getFarmerOrder } from './list-orders.ts';
import { findRateableBuyer, insertBuyerRating } from './reviews/buyer-rating-queries.ts';

/**
 * A farmer rates the buyer of a completed order, once. Only farmers see the rating, and only from a
 * buyer's third rating on.
 * @returns the order with its rating
 * @throws AppError ORDER_NOT_FOUND for another person's order, REVIEW_NOT_ALLOWED, REVIEW_EXISTS
 */
export async function rateBuyer(
  db: Database,
  { orderId, farmerId, rating }: RateBuyer & { farmerId: number },
  services: { clock: Clock; secret: string },
) {
  await db.transaction(async (tx) => {
    const order = await findRateableBuyer(tx, { orderId, farmerId });
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    const { status, buyerId } = order;
    if (status !== 'completed' || buyerId === null) throw new AppError('REVIEW_NOT_ALLOWED');
    const isFirst = await insertBuyerRating(tx, {
      orderId,
      farmerId,
      buyerId,
      rating,
      createdAt: services.clock(),
    });
    if (!isFirst) throw new AppError('REVIEW_EXISTS');
  });
  return getFarmerOrder(db, { orderId, farmerId }, services);
}
