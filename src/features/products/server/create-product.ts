import { lockFarm } from '#features/farms/server/queries.ts';
import { attachPhotos } from '#features/photos/server/attach-photos.ts';
import { NEW_PRODUCTS_PER_MINUTE, PRODUCTS_PER_FARM_MAX } from '#features/products/rules/limits.ts';
import type { CreateProduct } from '#features/products/rules/product.ts';
import { MINUTE_SECONDS } from '#platform/rules/durations.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { RateRule } from '#platform/server/rate-limits.ts';
import { announcedDay } from './announce-harvest.ts';
import { getOwnProduct } from './list-own-products.ts';
import type { PriceRecords } from './price-records.ts';
import { confirmedColumns } from './stock/confirmed-columns.ts';
import { nextListingRound } from './stock/listing-round.ts';
import { cropColumns, productColumns } from './stock/product-columns.ts';
import { countProductsOf, insertProduct } from './stock/queries.ts';
import { insertStockMovements } from './stock-queries.ts';

/** Per farmer. The caller consumes it once for each call, however often that is retried. */
export const newProduct: RateRule = {
  name: 'newProduct',
  points: NEW_PRODUCTS_PER_MINUTE,
  seconds: MINUTE_SECONDS,
};

/**
 * Lists a new product. Its first stock is recorded as a stock movement, so that the movements add
 * up to the stock.
 * @throws AppError PHOTO_NOT_FOUND when a photo is not the farmer's or belongs to another product;
 * TOO_MANY_PRODUCTS, HARVEST_WEEK_NOT_NEAR
 */
export async function createProduct(
  db: Database,
  { farmerId, ...input }: CreateProduct & { farmerId: number },
  { clock, priceRecords }: { clock: Clock; priceRecords: PriceRecords },
) {
  const productId = await db.transaction(async (tx) => {
    const now = clock();
    await lockFarm(tx, farmerId);
    const count = await countProductsOf(tx, farmerId);
    if (count >= PRODUCTS_PER_FARM_MAX)
      throw new AppError('TOO_MANY_PRODUCTS', { inputs: { count } });
    const { depositPercent = null, ...given } = await productColumns(tx, { farmerId, now }, input);
    const harvestDate = announcedDay({ ...given, depositPercent }, now);
    const described = { ...given, depositPercent, harvestDate, crop: null, ...cropColumns(input) };
    const columns = { ...described, ...confirmedColumns(described, now) };
    const listingRound = await nextListingRound(tx, farmerId, now);
    const { quantity, photoIds } = input;
    const id = await insertProduct(tx, {
      ...columns,
      farmerId,
      quantity,
      listingRound,
      createdAt: now,
      updatedAt: now,
    });
    await insertStockMovements(tx, [
      {
        productId: id,
        change: quantity,
        unit: input.unit,
        reason: 'listed',
        movedAt: now,
      },
    ]);
    await priceRecords.recordAsked(tx, id, now);
    if (photoIds?.length) await attachPhotos(tx, { farmerId, productId: id, photoIds }, now);
    return id;
  });
  return getOwnProduct(db, { farmerId, productId }, { clock });
}
