import { editBuyer, getBuyerProfile } from '#server/modules/accounts/buyer-profile.ts';
import { browseProducts } from '#server/modules/products/browse.ts';
import { addToCart, getCart, putCart, removeFromCart, seeCart, setCartLine } from '#server/modules/trade/cart.ts';
import type { BuyerContext } from '#server/trpc/context.ts';
import { once } from '#server/trpc/once.ts';
import { buyerProcedure, router } from '#server/trpc/procedures.ts';
import { editBuyerInput } from '#shared/account-changes.ts';
import { findProductsInput } from '#shared/products/product.ts';
import { addToCartInput, cartLineInput, putCartInput, removeFromCartInput } from '#shared/trade/cart.ts';
import { buyerOrders } from './orders.ts';

const readCart = ({ ctx }: { ctx: BuyerContext }) => getCart(ctx.db, ctx.buyer.id, ctx.services);

/** The buyer's cart; every change answers the cart as it is then. */
const cart = router({
  get: buyerProcedure.query(readCart),
  /** For the screen that shows the cart. Pages that only count its lines read it with `get`. */
  see: buyerProcedure.mutation(({ ctx }) => seeCart(ctx.db, ctx.buyer.id, ctx.services)),
  put: buyerProcedure
    .input(putCartInput)
    .mutation(once(({ ctx, input }) => putCart(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services), readCart)),
  add: buyerProcedure
    .input(addToCartInput)
    .mutation(once(({ ctx, input }) => addToCart(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services), readCart)),
  setLine: buyerProcedure
    .input(cartLineInput)
    .mutation(once(({ ctx, input }) => setCartLine(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services), readCart)),
  remove: buyerProcedure
    .input(removeFromCartInput)
    .mutation(once(({ ctx, input }) => removeFromCart(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services), readCart)),
});

export const buyer = router({
  cart,
  orders: buyerOrders,
  products: buyerProcedure.input(findProductsInput).query(({ ctx, input }) => browseProducts(ctx, input)),
  profile: buyerProcedure.query(({ ctx }) => getBuyerProfile(ctx.db, ctx.buyer.id)),
  editProfile: buyerProcedure
    .input(editBuyerInput)
    .mutation(({ ctx, input }) => editBuyer(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services)),
});
