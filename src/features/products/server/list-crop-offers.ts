import { findCrop } from '#features/products/rules/crops.ts';
import { CROP_OFFERS_MAX } from '#features/products/rules/limits.ts';
import type { Position } from '#platform/rules/geo/geo.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { listCheapestOfCrop, listNearestOfCrop } from './catalogue/crop-queries.ts';
import { offerFilter } from './catalogue/offer-filter.ts';
import type { OfferRow } from './catalogue/queries.ts';
import { readCards } from './catalogue/read-cards.ts';

export type CropOffers = {
  crop: string;
  productId?: number | undefined;
  place?: Position | undefined;
};

/**
 * Current offers of a crop, one per farm, as cards. With a position the nearest come first, and the
 * cheapest per kg fill the rest; without one, the cheapest come first. The given product's own farm
 * is left out.
 * @returns at most CROP_OFFERS_MAX
 * @throws AppError CROP_NOT_FOUND
 */
export async function listCropOffers(
  db: Database,
  { crop: id, productId, place }: CropOffers,
  { clock }: { clock: Clock },
) {
  const crop = findCrop(id);
  if (!crop) throw new AppError('CROP_NOT_FOUND');
  const values = {
    ...offerFilter({ ...place }, clock()),
    crop: crop.id,
    productId: productId ?? null,
  };
  const near = place ? oneOfEachFarm(await listNearestOfCrop(db, values)) : [];
  const all =
    near.length < CROP_OFFERS_MAX
      ? oneOfEachFarm([...near, ...(await listCheapestOfCrop(db, values))])
      : near;
  return {
    crop: crop.id,
    en: crop.english,
    sw: crop.swahili,
    products: await readCards(db, all.slice(0, CROP_OFFERS_MAX)),
  };
}

/** Keeps the first offer of each farm, in the given order. */
const oneOfEachFarm = (rows: readonly OfferRow[]): OfferRow[] =>
  rows.filter(({ farmId }, at) => rows.findIndex((other) => other.farmId === farmId) === at);
