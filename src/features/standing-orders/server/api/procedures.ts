import {
  changeProposalInput,
  createStandingOrderInput,
  skipStandingOrderInput,
  standingOrderIdInput,
} from '#features/standing-orders/rules/standing-order.ts';
import {
  changeProposal,
  endStandingOrder,
  pauseStandingOrder,
  resumeStandingOrder,
  skipStandingOrder,
} from '#features/standing-orders/server/change-standing-order.ts';
import { createStandingOrder } from '#features/standing-orders/server/create-standing-order.ts';
import {
  listStandingOrders,
  openStandingOrders,
} from '#features/standing-orders/server/list-standing-orders.ts';
import type { BuyerContext } from '#platform/server/trpc/context.ts';
import { once } from '#platform/server/trpc/once.ts';
import { buyerProcedure } from '#platform/server/trpc/procedures.ts';

const readOwn = ({ ctx }: { ctx: BuyerContext }) =>
  listStandingOrders(ctx.db, ctx.buyer.id, ctx.services);

/** A buyer's standing orders. Every procedure returns all of them. */
const standingOrders = {
  list: buyerProcedure.query(({ ctx }) => openStandingOrders(ctx.db, ctx.buyer.id, ctx.services)),
  create: buyerProcedure.input(createStandingOrderInput).mutation(
    once(({ ctx, input }) => {
      const { buyer, clientAddress } = ctx;
      const created = { buyerId: buyer.id, clientAddress, input };
      return createStandingOrder(ctx.db, created, ctx.services);
    }, readOwn),
  ),
  pause: buyerProcedure
    .input(standingOrderIdInput)
    .mutation(({ ctx, input }) =>
      pauseStandingOrder(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
    ),
  resume: buyerProcedure
    .input(standingOrderIdInput)
    .mutation(({ ctx, input }) =>
      resumeStandingOrder(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
    ),
  skip: buyerProcedure
    .input(skipStandingOrderInput)
    .mutation(
      once(
        ({ ctx, input }) =>
          skipStandingOrder(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
        readOwn,
      ),
    ),
  change: buyerProcedure
    .input(changeProposalInput)
    .mutation(
      once(
        ({ ctx, input }) =>
          changeProposal(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
        readOwn,
      ),
    ),
  end: buyerProcedure
    .input(standingOrderIdInput)
    .mutation(({ ctx, input }) =>
      endStandingOrder(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
    ),
};

/** This feature's part of the router `buyer`. */
export const buyer = { standingOrders };
