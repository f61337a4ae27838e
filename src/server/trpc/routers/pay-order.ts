import { requestPayment } from '#server/modules/trade/request-payment.ts';
import { buyerProcedure } from '#server/trpc/procedures.ts';
import { payOrderInput } from '#shared/payment.ts';

export const payOrder = buyerProcedure
  .input(payOrderInput)
  .mutation(({ ctx, input }) => requestPayment(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services));
