import * as z from 'zod/mini';
import { REVIEW_TEXT_MAX } from '#features/orders/rules/limits.ts';
import { FARM_RATINGS_MAX } from '#features/products/rules/limits.ts';
import { CURSOR_MAX, RATING_MAX } from '#platform/rules/limits.ts';
import { rowId } from '#platform/rules/row-id.ts';
import { fieldError, line } from '#platform/rules/text/line.ts';

const RATING_MIN = 1;

const rating = z
  .int(fieldError('ratingRequired'))
  .check(
    z.gte(RATING_MIN, fieldError('ratingRequired')),
    z.lte(RATING_MAX, fieldError('ratingRequired')),
  );

/** A buyer's review of a completed order; one per order. */
export const rateOrderInput = z.object({
  orderId: rowId,
  rating,
  text: z.optional(
    z.nullable(line().check(z.maxLength(REVIEW_TEXT_MAX, fieldError('fieldTooLong')))),
  ),
});

export type RateOrder = z.infer<typeof rateOrderInput>;

/**
 * A farmer's rating of the buyer of a completed order; one per order. It has no text, because other
 * farmers see it.
 */
export const rateBuyerInput = z.object({ orderId: rowId, rating });
export type RateBuyer = z.infer<typeof rateBuyerInput>;

/** The farmer's answer to a review; one per review. */
export const answerReviewInput = z.object({
  orderId: rowId,
  answer: line('answerRequired').check(
    z.minLength(1, fieldError('answerRequired')),
    z.maxLength(REVIEW_TEXT_MAX, fieldError('fieldTooLong')),
  ),
});

export type AnswerReview = z.infer<typeof answerReviewInput>;

/** A farm's reviews, newest first. */
export const farmReviewsInput = z.object({
  farmId: rowId,
  cursor: z.optional(z.string().check(z.maxLength(CURSOR_MAX, fieldError('fieldInvalid')))),
});

/** The farms of a list of products, whose ratings are shown with it. */
export const farmRatingsInput = z.object({
  farmIds: z
    .array(rowId, fieldError('fieldInvalid'))
    .check(z.maxLength(FARM_RATINGS_MAX, fieldError('fieldTooLong'))),
});
