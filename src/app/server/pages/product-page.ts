import { getFarm } from '#features/farms/server/get-farm.ts';
import { browseProduct } from '#features/products/server/browse.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { NumberedPage } from './numbered-page.ts';
import { productMeta } from './product-meta.ts';
import { readReviews } from './read-reviews.ts';
import { productData } from './structured/product-data.ts';

/** The page of a product that is currently offered. */
export const productPage: NumberedPage = {
  name: 'product',
  path: '/market',
  missing: { code: 'PRODUCT_NOT_FOUND', title: (locale) => m.productNotFoundTitle({}, { locale }) },
  async find(productId, { services, clientAddress, ...place }) {
    const product = await browseProduct(services, { productId });
    const { farmId } = product;
    const [reviews, farm] = await Promise.all([
      readReviews({ services, clientAddress }, farmId),
      services.catalogueReads.quick((db) => getFarm(db, { farmId })),
    ]);
    const { title, head } = productMeta(product, place);
    return {
      data: { product, reviews },
      isPartial: !reviews,
      title,
      head: `${head}\n    ${productData(product, farm, place)}`,
    };
  },
};
