import { editBuyer, getBuyerProfile } from '#server/modules/accounts/buyer-profile.ts';
import { browseProducts } from '#server/modules/products/browse.ts';
import { buyerProcedure, router } from '#server/trpc/procedures.ts';
import { editBuyerInput } from '#shared/account.ts';
import { findProductsInput } from '#shared/product.ts';
import { cart } from './cart.ts';
import { buyerOrders } from './orders.ts';

export const buyer = router({
  cart,
  orders: buyerOrders,
  products: buyerProcedure.input(findProductsInput).query(({ ctx, input }) => browseProducts(ctx, input)),
  profile: buyerProcedure.query(({ ctx }) => getBuyerProfile(ctx.db, ctx.buyer.id)),
  editProfile: buyerProcedure
    .input(editBuyerInput)
    .mutation(({ ctx, input }) => editBuyer(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services)),
});
