import type { Database } from '#server/db/connect.ts';
import { listPhotos } from '#server/modules/photos/list-photos.ts';
import { shillingsOf } from '#shared/money.ts';
import { isPhotographedOnFarm } from './is-photographed-on-farm.ts';
import type { findOwnProduct } from './queries.ts';

type OwnRow = NonNullable<Awaited<ReturnType<typeof findOwnProduct>>>;

/** Products as their farmer reads them (§3), with their photos: one query for all. Money in KES. */
export async function readOwnProducts(db: Database, rows: OwnRow[]) {
  const photos = await listPhotos(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ priceCents, pricePerKgCents, capturedMetresFromFarm, capturedAccuracyMetres, ...product }) => ({
    ...product,
    price: shillingsOf(priceCents),
    pricePerKg: pricePerKgCents === null ? null : shillingsOf(pricePerKgCents),
    isPhotographedOnFarm: isPhotographedOnFarm({ capturedMetresFromFarm, capturedAccuracyMetres }),
    photos: photos.get(product.id) ?? [],
  }));
}

export type OwnProduct = Awaited<ReturnType<typeof readOwnProducts>>[number];
