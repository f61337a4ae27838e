import { browseProduct } from '#features/products/server/browse.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { NumberedPage } from './numbered-page.ts';
import { productMeta } from './product-meta.ts';
import { readReviews } from './read-reviews.ts';

/** The page of a product that is currently offered. */
export const productPage: NumberedPage = {
  name: 'product',
  path: '/market',
  missing: { code: 'PRODUCT_NOT_FOUND', title: (locale) => m.productNotFoundTitle({}, { locale }) },
  async find(productId, { services, clientAddress, ...place }) {
    const product = await browseProduct({ services, clientAddress }, { productId });
    const reviews = await readReviews({ services, clientAddress }, product.farmId);
    return { data: { product, reviews }, isPartial: !reviews, ...productMeta(product, place) };
  },
};
