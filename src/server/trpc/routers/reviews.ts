import { answerReview } from '#server/modules/trade/answer-review.ts';
import { listFarmReviews } from '#server/modules/trade/list-farm-reviews.ts';
import { rateOrder } from '#server/modules/trade/rate-order.ts';
import { buyerProcedure, farmerProcedure, publicProcedure } from '#server/trpc/procedures.ts';
import { answerReviewInput, farmReviewsInput, rateOrderInput } from '#shared/review.ts';

/** What buyer.orders has of reviews. */
export const buyerReviews = {
  rate: buyerProcedure
    .input(rateOrderInput)
    .mutation(({ ctx, input }) => rateOrder(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services)),
};

/** What farmer.orders has of reviews. */
export const farmerReviews = {
  answerReview: farmerProcedure
    .input(answerReviewInput)
    .mutation(({ ctx, input }) => answerReview(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
};

/** Of market. What a farm has earned is counted from all of its sales, so it takes its turn among the searches. */
export const farmReviews = publicProcedure
  .input(farmReviewsInput)
  .query(({ ctx: { services, clientAddress }, input }) =>
    services.catalogueReads.search(clientAddress, (db) => listFarmReviews(db, input)),
  );
