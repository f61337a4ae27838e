import * as z from 'zod/mini';
import { REVIEW_TEXT_MAX } from '#shared/limits.ts';
import { orderId } from '#shared/order.ts';
import { line, say } from '#shared/text/line.ts';

export const RATING_MIN = 1;
export const RATING_MAX = 5;

const rating = z
  .int(say('ratingRequired'))
  .check(z.gte(RATING_MIN, say('ratingRequired')), z.lte(RATING_MAX, say('ratingRequired')));

/** A buyer's word on a completed order; one an order. */
export const rateOrderInput = z.object({
  orderId,
  rating,
  text: z.optional(z.nullable(line().check(z.maxLength(REVIEW_TEXT_MAX, say('fieldTooLong'))))),
});

/** The farmer's answer to it; one a review. */
export const answerReviewInput = z.object({
  orderId,
  answer: line('answerRequired').check(z.minLength(1, say('answerRequired')), z.maxLength(REVIEW_TEXT_MAX, say('fieldTooLong'))),
});
