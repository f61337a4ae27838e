import { followInput, openedInput } from '#features/follows/rules/follow.ts';
import {
  addFollow,
  listFollows,
  markFollowedOpened,
  removeFollow,
} from '#features/follows/server/manage-follows.ts';
import { buyerProcedure } from '#platform/server/trpc/procedures.ts';

/**
 * The farms, products and places that a buyer follows. All procedures except `opened` return all
 * of them, and repeating a call changes nothing.
 */
export const follows = {
  list: buyerProcedure.query(({ ctx }) => listFollows(ctx.db, ctx.buyer.id, ctx.services)),
  add: buyerProcedure
    .input(followInput)
    .mutation(({ ctx, input }) =>
      addFollow(ctx.db, { userId: ctx.buyer.id, followed: input }, ctx.services),
    ),
  remove: buyerProcedure
    .input(followInput)
    .mutation(({ ctx, input }) =>
      removeFollow(ctx.db, { userId: ctx.buyer.id, followed: input }, ctx.services),
    ),
  opened: buyerProcedure
    .input(openedInput)
    .mutation(({ ctx, input }) =>
      markFollowedOpened(ctx.db, { userId: ctx.buyer.id, opened: input }, ctx.services),
    ),
};
