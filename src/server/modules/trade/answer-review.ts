import { AppError } from '#server/app-error.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import { notifyOrderChanged } from '#server/modules/trade/orders/queries.ts';
import type { AnswerReview } from '#shared/review.ts';
import { getFarmerOrder } from './list-orders.ts';
import { findOwnReview, updateAnswer } from './reviews/queries.ts';

type Answering = AnswerReview & { farmerId: number };

/**
 * The farmer's answer to a review, once; both stand on the product pages.
 * @returns the order with its review
 * @throws AppError ORDER_NOT_FOUND for another's order, REVIEW_NOT_ALLOWED while there is no review, REVIEW_ANSWERED
 */
export async function answerReview(
  db: Database,
  { orderId, farmerId, answer }: Answering,
  services: { clock: Clock; secret: string },
) {
  await db.transaction(async (tx) => {
    const review = await findOwnReview(tx, { orderId, farmerId });
    if (!review) throw new AppError('ORDER_NOT_FOUND');
    if (review.rating === null) throw new AppError('REVIEW_NOT_ALLOWED');
    const isFirst = await updateAnswer(tx, { orderId, farmerId, answer, now: services.clock() });
    if (!isFirst) throw new AppError('REVIEW_ANSWERED');
    await notifyOrderChanged(tx, [{ orderId, userIds: [review.buyerId, farmerId] }]);
  });
  return getFarmerOrder(db, { orderId, farmerId }, services);
}
