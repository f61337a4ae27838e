import { lockPerson } from '#accounts/server/people-queries.ts';
import { addNotices, wantsMail } from '#notifications/server/inbox.ts';
import { COUNTED_REVIEW_SECONDS } from '#products/rules/product-facts.ts';
import { NOTICE_VALIDITY_SECONDS } from '#rules/limits.ts';
import type { Mailer } from '#server/adapters/mailer.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Support } from '#server/config.ts';
import { decodeCursor, type ListOrder, pageOf } from '#server/cursor.ts';
import { letters, outboxKind, putInOutbox } from '#server/outbox.ts';
import { REVIEWS_PAGE_SIZE } from '../rules/limits.ts';
import { orderSubject } from '../rules/order.ts';
import { isCompleted } from '../rules/order-facts.ts';
import type { AnswerReview, RateBuyer, RateOrder } from '../rules/order-input.ts';
import { getBuyerOrder, getFarmerOrder } from './list-orders.ts';
import { reviewNotice } from './notices.ts';
import { orderReviewedLetter } from './order-mails.ts';
import {
  findOwnReview,
  findRateableOrder,
  findReviewNotice,
  hasCountedReview,
  insertBuyerRating,
  insertReview,
  listReviews,
  lockRatedFarm,
  updateAnswer,
} from './orders/dispute-and-rating-queries.ts';
import { orderLink } from './orders/order-events.ts';
import { notifyOrderChanged } from './orders/queries.ts';
import { readFarmStanding } from './proof-queries.ts';

type ReviewCall = PersonCall<'clock' | 'secret'>;

export async function rateOrder(call: ReviewCall, { orderId, rating, text }: RateOrder) {
  const buyerId = call.user.id;
  const now = call.clock();
  await call.db.transaction(async (tx) => {
    // Stores a buyer's ratings one at a time.
    await lockPerson(tx, buyerId);
    const order = await findRateableOrder(tx, { orderId, buyerId });
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    // Buyers whose orders were paid from one phone rate this farm one at a time.
    if (order.farmerId !== null) await lockRatedFarm(tx, order.farmerId);
    if (!isCompleted(order.status)) throw new AppError('REVIEW_NOT_ALLOWED');
    const { farmerId } = order;
    const since = secondsAfter(now, -COUNTED_REVIEW_SECONDS);
    const isCounted = !(await hasCountedReview(tx, { farmerId, orderId, buyerId, since }));
    const review = { orderId, farmerId, rating, text: text ?? '', isCounted, createdAt: now };
    if (!(await insertReview(tx, review))) throw new AppError('REVIEW_EXISTS');
    await putInOutbox(tx, orderReviewed({ orderId }), now);
    const told = {
      userIds: [farmerId],
      subject: orderSubject(orderId),
      link: orderLink(orderId, 'farmer'),
    };
    await addNotices(
      tx,
      { notices: [{ ...told, kind: reviewNotice, facts: { orderId, rating } }] },
      now,
    );
    await notifyOrderChanged(tx, [{ orderId, userIds: [buyerId, order.farmerId] }], { now });
  });
  return getBuyerOrder(call, { orderId });
}

export async function answerReview(call: ReviewCall, { orderId, answer }: AnswerReview) {
  const farmerId = call.user.id;
  await call.db.transaction(async (tx) => {
    const review = await findOwnReview(tx, { orderId, farmerId });
    if (!review) throw new AppError('ORDER_NOT_FOUND');
    if (review.rating === null) throw new AppError('REVIEW_NOT_ALLOWED');
    const now = call.clock();
    const isFirst = await updateAnswer(tx, { orderId, farmerId, answer, now });
    if (!isFirst) throw new AppError('REVIEW_ANSWERED');
    await notifyOrderChanged(tx, [{ orderId, userIds: [review.buyerId, farmerId] }], { now });
  });
  return getFarmerOrder(call, { orderId });
}

export async function listFarmRatings(db: Database, { farmIds }: { farmIds: number[] }) {
  const ratings: { farmId: number; rating: number; count: number }[] = [];
  for (const farmId of new Set(farmIds)) {
    const { reputationScore, ratingCount } = await readFarmStanding(db, farmId);
    if (ratingCount > 0) ratings.push({ farmId, rating: reputationScore, count: ratingCount });
  }
  return ratings;
}

const newestFirst: ListOrder = { name: 'reviews', values: ['integer'] };

/** `rating` is 0 to 5 with one decimal (0: none yet), over the `count` reviews that count. */
export async function listFarmReviews(
  db: Database,
  { farmId, cursor }: { farmId: number; cursor?: string | undefined },
) {
  const [beforeOrderId = null] = cursor === undefined ? [] : decodeCursor(cursor, newestFirst);
  const rows = await listReviews(db, {
    farmerId: farmId,
    beforeOrderId,
    limit: REVIEWS_PAGE_SIZE + 1,
  });
  const page = pageOf(rows, {
    size: REVIEWS_PAGE_SIZE,
    list: newestFirst,
    valuesOf: ({ orderId }) => [orderId],
  });
  const standing = await readFarmStanding(db, farmId);
  const { provenBuyerCount, salesCount, salesBuyerCount } = standing;
  return {
    rating: standing.reputationScore,
    count: standing.ratingCount,
    buyerCount: standing.ratingBuyerCount,
    provenBuyerCount,
    salesCount,
    salesBuyerCount,
    reviews: page.rows.map(({ orderId: _, createdAt, ...review }) => ({
      ...review,
      date: createdAt.toISOString(),
    })),
    nextCursor: page.nextCursor,
  };
}

/** Only farmers see the rating, and only from a buyer's third rating on. */
export async function rateBuyer(call: ReviewCall, { orderId, rating }: RateBuyer) {
  const farmerId = call.user.id;
  await call.db.transaction(async (tx) => {
    const order = await findRateableOrder(tx, { orderId, farmerId });
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    const { status, buyerId } = order;
    if (!isCompleted(status) || buyerId === null) throw new AppError('REVIEW_NOT_ALLOWED');
    const isFirst = await insertBuyerRating(tx, {
      orderId,
      farmerId,
      buyerId,
      rating,
      createdAt: call.clock(),
    });
    if (!isFirst) throw new AppError('REVIEW_EXISTS');
  });
  return getFarmerOrder(call, { orderId });
}

export const orderReviewed = outboxKind<{ orderId: number }>({
  kind: 'orderReviewed',
  lane: letters,
  validSeconds: NOTICE_VALIDITY_SECONDS,
});

export async function sendOrderReviewed(
  db: Database,
  { orderId }: { orderId: number },
  { mailer, support }: { mailer: Mailer; support: Support },
) {
  const notice = await findReviewNotice(db, orderId);
  if (
    !notice?.email ||
    !(await wantsMail(db, { userId: notice.userId, topic: reviewNotice.topic }))
  )
    return;
  await mailer.send(
    orderReviewedLetter({ ...notice, to: notice.email, supportEmail: support.email }),
  );
}
