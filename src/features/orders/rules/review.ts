import * as z from 'zod/mini';
import { REVIEW_TEXT_MAX } from '#orders/rules/limits.ts';
import { FARM_RATINGS_MAX } from '#products/rules/product-facts.ts';
import { fieldError, line, rowId } from '#rules/fields.ts';
import { CURSOR_MAX, RATING_MAX } from '#rules/limits.ts';

const RATING_MIN = 1;

const rating = z
  .int(fieldError('ratingRequired'))
  .check(
    z.gte(RATING_MIN, fieldError('ratingRequired')),
    z.lte(RATING_MAX, fieldError('ratingRequired')),
  );

export const rateOrderInput = z.object({
  orderId: rowId,
  rating,
  text: z.optional(
    z.nullable(line().check(z.maxLength(REVIEW_TEXT_MAX, fieldError('fieldTooLong')))),
  ),
});
export type RateOrder = z.infer<typeof rateOrderInput>;

/** Without a text, because other farmers see it. */
export const rateBuyerInput = z.object({ orderId: rowId, rating });
export type RateBuyer = z.infer<typeof rateBuyerInput>;

export const answerReviewInput = z.object({
  orderId: rowId,
  answer: line('answerRequired').check(
    z.minLength(1, fieldError('answerRequired')),
    z.maxLength(REVIEW_TEXT_MAX, fieldError('fieldTooLong')),
  ),
});
export type AnswerReview = z.infer<typeof answerReviewInput>;

export const farmReviewsInput = z.object({
  farmId: rowId,
  cursor: z.optional(z.string().check(z.maxLength(CURSOR_MAX, fieldError('fieldInvalid')))),
});

export const farmRatingsInput = z.object({
  farmIds: z
    .array(rowId, fieldError('fieldInvalid'))
    .check(z.maxLength(FARM_RATINGS_MAX, fieldError('fieldTooLong'))),
});
