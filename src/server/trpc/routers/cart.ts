import { addToCart, putCart, removeFromCart, setCartLine } from '#server/modules/trade/change-cart.ts';
import { getCart } from '#server/modules/trade/get-cart.ts';
import { buyerProcedure, router } from '#server/trpc/procedures.ts';
import { addToCartInput, cartLineInput, putCartInput, removeFromCartInput } from '#shared/cart.ts';

/** The buyer's cart; every change answers the cart as it is then. */
export const cart = router({
  get: buyerProcedure.query(({ ctx }) => getCart(ctx.db, ctx.buyer.id, ctx.services)),
  put: buyerProcedure
    .input(putCartInput)
    .mutation(({ ctx, input }) => putCart(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services)),
  add: buyerProcedure
    .input(addToCartInput)
    .mutation(({ ctx, input }) => addToCart(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services)),
  setLine: buyerProcedure
    .input(cartLineInput)
    .mutation(({ ctx, input }) => setCartLine(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services)),
  remove: buyerProcedure
    .input(removeFromCartInput)
    .mutation(({ ctx, input }) => removeFromCart(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services)),
});
