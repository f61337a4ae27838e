import { countFacets } from '#server/products/catalogue/count-facets.ts';
import { findProducts } from '#server/products/catalogue/find-products.ts';
import { getProduct } from '#server/products/catalogue/get-product.ts';
import { publicProcedure, router } from '#server/trpc.ts';
import { findProductsInput, getProductInput } from '#shared/product.ts';
import { farmReviews } from './reviews.ts';

/** What anyone may see without an account. */
export const market = router({
  /** Whom to ask for help, and whether paying by M-Pesa is possible here. */
  contact: publicProcedure.query(({ ctx: { services } }) => ({ ...services.support, mpesa: services.mpesa !== null })),
  products: publicProcedure.input(findProductsInput).query(({ ctx, input }) => findProducts(ctx.db, input, ctx.services)),
  facets: publicProcedure.input(findProductsInput).query(({ ctx, input }) => countFacets(ctx.db, input, ctx.services)),
  product: publicProcedure.input(getProductInput).query(({ ctx, input: { productId, latitude, longitude } }) => {
    const place = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
    return getProduct(ctx.db, { productId, place }, ctx.services);
  }),
  farmReviews,
});
