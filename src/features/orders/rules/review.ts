import * as z from 'zod/mini';
import { REVIEW_TEXT_MAX } from '#features/orders/rules/limits.ts';
import { FARM_RATINGS_MAX } from '#features/products/rules/limits.ts';
import { CURSOR_MAX, RATING_MAX } from '#platform/rules/limits.ts';
import { fieldError, line } from '#platform/rules/text/line.ts';
import { orderId } from './order-input.ts';

export const RATING_MIN = 1;

const rating = z
  .int(fieldError('ratingRequired'))
  .check(
    z.gte(RATING_MIN, fieldError('ratingRequired')),
    z.lte(RATING_MAX, fieldError('ratingRequired')),
  );

/** A buyer's word on a completed order; one an order. */
export const rateOrderInput = z.object({
  orderId,
  rating,
  text: z.optional(
    z.nullable(line().check(z.maxLength(REVIEW_TEXT_MAX, fieldError('fieldTooLong')))),
  ),
});

export type RateOrder = z.infer<typeof rateOrderInput>;

/**
 * A farmer's rating of the buyer of a completed order; one an order, and without words, because
 * other farmers see it.
 */
export const rateBuyerInput = z.object({ orderId, rating });
export type RateBuyer = z.infer<typeof rateBuyerInput>;

/** The farmer's answer to it; one a review. */
export const answerReviewInput = z.object({
  orderId,
  answer: line('answerRequired').check(
    z.minLength(1, fieldError('answerRequired')),
    z.maxLength(REVIEW_TEXT_MAX, fieldError('fieldTooLong')),
  ),
});

export type AnswerReview = z.infer<typeof answerReviewInput>;

/** What buyers say of a farm, newest first. */
export const farmReviewsInput = z.object({
  farmId: orderId,
  cursor: z.optional(z.string().check(z.maxLength(CURSOR_MAX, fieldError('fieldInvalid')))),
});

/** The farms of a list of products, whose ratings are shown with it. */
export const farmRatingsInput = z.object({
  farmIds: z
    .array(orderId, fieldError('fieldInvalid'))
    .check(z.maxLength(FARM_RATINGS_MAX, fieldError('fieldTooLong'))),
});
