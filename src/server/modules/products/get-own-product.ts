import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/db/connect.ts';
import { findOwnProduct } from './stock/queries.ts';
import { type OwnProduct, readOwnProducts } from './stock/read-own-products.ts';

/** One of the farmer's own products. @throws AppError PRODUCT_NOT_FOUND when it isn't theirs, whoever else's it may be */
export async function getOwnProduct(db: Database, own: { farmerId: number; productId: number }): Promise<OwnProduct> {
  const row = await findOwnProduct(db, own);
  const [product] = row ? await readOwnProducts(db, [row]) : [];
  if (!product) throw new AppError('PRODUCT_NOT_FOUND');
  return product;
}
