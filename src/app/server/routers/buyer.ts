import { editBuyerInput } from '#features/accounts/rules/account-changes.ts';
import { editBuyer, getBuyerProfile } from '#features/accounts/server/buyer-profile.ts';
import {
  addToCartInput,
  cartLineInput,
  putCartInput,
  removeFromCartInput,
} from '#features/orders/rules/cart.ts';
import {
  addToCart,
  getCart,
  putCart,
  removeFromCart,
  seeCart,
  setCartLine,
} from '#features/orders/server/cart.ts';
import { findProductsInput } from '#features/products/rules/product.ts';
import { browseProducts } from '#features/products/server/browse.ts';
import type { BuyerContext } from '../context.ts';
import { once } from '../once.ts';
import { buyerProcedure, router } from '../procedures.ts';
import { buyerOrders } from './orders.ts';

const readCart = ({ ctx }: { ctx: BuyerContext }) => getCart(ctx.db, ctx.buyer.id, ctx.services);

/** The buyer's cart. Every change returns the updated cart. */
const cart = router({
  get: buyerProcedure.query(readCart),
  /** For the screen that shows the cart. Pages that only count its lines use `get`. */
  see: buyerProcedure.mutation(({ ctx }) => seeCart(ctx.db, ctx.buyer.id, ctx.services)),
  put: buyerProcedure
    .input(putCartInput)
    .mutation(
      once(
        ({ ctx, input }) => putCart(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
        readCart,
      ),
    ),
  add: buyerProcedure
    .input(addToCartInput)
    .mutation(
      once(
        ({ ctx, input }) => addToCart(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
        readCart,
      ),
    ),
  setLine: buyerProcedure
    .input(cartLineInput)
    .mutation(
      once(
        ({ ctx, input }) => setCartLine(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
        readCart,
      ),
    ),
  remove: buyerProcedure
    .input(removeFromCartInput)
    .mutation(
      once(
        ({ ctx, input }) =>
          removeFromCart(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
        readCart,
      ),
    ),
});

export const buyer = router({
  cart,
  orders: buyerOrders,
  products: buyerProcedure
    .input(findProductsInput)
    .query(({ ctx, input }) => browseProducts(ctx, input)),
  profile: buyerProcedure.query(({ ctx }) => getBuyerProfile(ctx.db, ctx.buyer.id)),
  editProfile: buyerProcedure
    .input(editBuyerInput)
    .mutation(({ ctx, input }) =>
      editBuyer(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
    ),
});
