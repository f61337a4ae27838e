import { lockFarm } from '#farms/server/queries.ts';
import { attachPhotos } from '#photos/server/attach-photos.ts';
import { centsOf } from '#platform/rules/money.ts';
import { withoutUndefined } from '#platform/rules/without-undefined.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { PRODUCTS_PER_FARM_MAX } from '#products/rules/limits.ts';
import type { CreateProduct } from '#products/rules/product.ts';
import { announcedDay } from './announce-harvest.ts';
import { type FarmerCall, getOwnProduct } from './list-own-products.ts';
import { confirmedColumns } from './stock/confirmed-columns.ts';
import { nextListingRound } from './stock/listing-round.ts';
import { captureColumns, cropColumns, weightColumns } from './stock/product-columns.ts';
import { countProductsOf, insertProduct } from './stock/queries.ts';
import { insertStockMovements } from './stock-queries.ts';

/** The first stock is a stock movement, so that the movements add up to the stock. */
export async function createProduct(
  call: FarmerCall & Pick<Call, 'priceRecords'>,
  input: CreateProduct,
) {
  const { db, user, clock, priceRecords } = call;
  const farmerId = user.id;
  const productId = await db.transaction(async (tx) => {
    const now = clock();
    await lockFarm(tx, farmerId);
    const count = await countProductsOf(tx, farmerId);
    if (count >= PRODUCTS_PER_FARM_MAX)
      throw new AppError('TOO_MANY_PRODUCTS', { inputs: { count } });
    const { price, crop, capturedAt, photoIds, ...named } = input;
    const described = {
      ...{ crop: null, harvestDate: null, depositPercent: null, netWeightKg: null },
      ...withoutUndefined(named),
      ...cropColumns(input),
      priceCents: centsOf(price),
    };
    const harvestDate = announcedDay(described, now);
    const columns = {
      ...described,
      ...weightColumns(described),
      ...(await captureColumns(tx, { farmerId, now }, capturedAt)),
      ...confirmedColumns({ ...described, harvestDate }, now),
      harvestDate,
    };
    const listingRound = await nextListingRound(tx, farmerId, now);
    const id = await insertProduct(tx, {
      ...columns,
      farmerId,
      listingRound,
      createdAt: now,
      updatedAt: now,
    });
    await insertStockMovements(tx, [
      {
        productId: id,
        change: input.quantity,
        unit: input.unit,
        reason: 'listed',
        movedAt: now,
      },
    ]);
    await priceRecords.recordAsked(tx, id, now);
    if (photoIds?.length) await attachPhotos(tx, { farmerId, productId: id, photoIds }, now);
    return id;
  });
  return getOwnProduct(db, { farmerId, productId }, call);
}
