import {
  cropOffersInput,
  guessCropInput,
  isKnownCrop,
  listCropsInput,
} from '#features/products/rules/crop-input.ts';
import {
  findProductsInput,
  getProductInput,
  suggestSearchesInput,
} from '#features/products/rules/find-products.ts';
import { PRODUCTS_AT_ONCE_MAX } from '#features/products/rules/limits.ts';
import {
  createProductInput,
  editProductInput,
  listOwnProductsInput,
  productIdInput,
  setQuantitiesInput,
  setQuantityInput,
} from '#features/products/rules/product.ts';
import {
  browseCards,
  browseCropOffers,
  browseFacets,
  browseProduct,
  browseProducts,
} from '#features/products/server/browse.ts';
import { createProduct, newProduct } from '#features/products/server/create-product.ts';
import { deleteProduct, editProduct } from '#features/products/server/edit-product.ts';
import { guessCropOf, listCrops } from '#features/products/server/list-crops.ts';
import { listOwnProducts } from '#features/products/server/list-own-products.ts';
import { listYesterdaysQuantities } from '#features/products/server/list-yesterdays-quantities.ts';
import { setQuantities, setQuantity } from '#features/products/server/set-quantities.ts';
import { suggestSearches } from '#features/products/server/suggest-searches.ts';
import { givenPosition } from '#platform/rules/geo/geo.ts';
import { once } from '#platform/server/trpc/once.ts';
import {
  buyerProcedure,
  farmerProcedure,
  publicProcedure,
} from '#platform/server/trpc/procedures.ts';

/** Also for the farmer's own programs. */
const byStockKey = farmerProcedure.meta({ keys: ['stock'] });

/** Lists a new product, limited per farm and minute. */
const newProductProcedure = byStockKey.use(async ({ ctx, next }) => {
  await ctx.services.rateLimits.consume(newProduct, String(ctx.farmer.id));
  return next();
});

const products = {
  list: farmerProcedure
    .meta({ keys: ['read', 'stock'] })
    .input(listOwnProductsInput)
    .query(({ ctx, input }) =>
      listOwnProducts(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
  /** The quantities that the inventory's "Same as yesterday" sets. */
  yesterday: farmerProcedure.query(({ ctx }) =>
    listYesterdaysQuantities(ctx.db, ctx.farmer.id, ctx.services),
  ),
  create: newProductProcedure
    .input(createProductInput.check(isKnownCrop))
    .mutation(
      once(({ ctx, input }) =>
        createProduct(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
      ),
    ),
  edit: byStockKey
    .input(editProductInput.check(isKnownCrop))
    .mutation(({ ctx, input }) =>
      editProduct(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
  delete: byStockKey
    .input(productIdInput)
    .mutation(({ ctx, input }) =>
      deleteProduct(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
  setQuantity: byStockKey
    .input(setQuantityInput)
    .mutation(({ ctx, input }) =>
      setQuantity(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
  setQuantities: byStockKey
    .input(setQuantitiesInput)
    .mutation(({ ctx, input }) =>
      setQuantities(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
};

/** This feature's part of the router `farmer`. */
export const farmer = { products };

/** This feature's part of the router `buyer`. */
export const buyer = {
  products: buyerProcedure
    .meta({ keys: ['read', 'orders'] })
    .input(findProductsInput)
    .query(({ ctx, input }) => {
      // The specification's call has no parameters and knows of no pages.
      const isPlain = Object.values(input).every((value) => value === undefined);
      return browseProducts(ctx, isPlain ? { limit: PRODUCTS_AT_ONCE_MAX } : input);
    }),
};

/** This feature's part of the router `market`. */
export const market = {
  /** Cards encoded by column: products/rules/offer-card.ts decodes them. */
  products: publicProcedure
    .meta({ shows: 'offers' })
    .input(findProductsInput)
    .query(({ ctx, input }) => browseCards(ctx, input)),
  facets: publicProcedure
    .meta({ shows: 'counts' })
    .input(findProductsInput)
    .query(({ ctx, input }) => browseFacets(ctx, input)),
  /** Suggestions for the search box during typing. */
  suggestions: publicProcedure
    .input(suggestSearchesInput)
    .query(({ ctx: { services }, input }) =>
      services.catalogueReads.quick((db) => suggestSearches(db, input, services)),
    ),
  /** For anyone who looks for a crop by one of its names. Answered without the database. */
  crops: publicProcedure
    .meta({ shows: 'counts' })
    .input(listCropsInput)
    .query(({ input }) => listCrops(input)),
  /** For the product form, while the name is typed. */
  guessCrop: publicProcedure.input(guessCropInput).query(({ input }) => guessCropOf(input)),
  /** The same crop from other farms, for the pages of products and crops. */
  cropOffers: publicProcedure
    .input(cropOffersInput)
    .query(({ ctx, input: { crop, productId, ...place } }) =>
      browseCropOffers(ctx, { crop, productId, place: givenPosition(place) }),
    ),
  product: publicProcedure
    .meta({ shows: 'offers' })
    .input(getProductInput)
    .query(({ ctx, input: { productId, ...place } }) =>
      browseProduct(ctx, { productId, place: givenPosition(place) }),
    ),
};
