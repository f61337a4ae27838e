import { browseFacets, browseProduct, browseProducts } from '#server/modules/products/browse.ts';
import { publicProcedure, router } from '#server/trpc/procedures.ts';
import { findProductsInput, getProductInput } from '#shared/product.ts';
import { farmReviews } from './reviews.ts';

/** What anyone may see without an account. */
export const market = router({
  /** Whom to ask for help, and whether paying by M-Pesa is possible here. */
  contact: publicProcedure.query(({ ctx: { services } }) => ({ ...services.support, mpesa: services.mpesa !== null })),
  products: publicProcedure.input(findProductsInput).query(({ ctx, input }) => browseProducts(ctx, input)),
  facets: publicProcedure.input(findProductsInput).query(({ ctx, input }) => browseFacets(ctx, input)),
  product: publicProcedure.input(getProductInput).query(({ ctx, input: { productId, latitude, longitude } }) => {
    const place = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
    return browseProduct(ctx, { productId, place });
  }),
  farmReviews,
});
