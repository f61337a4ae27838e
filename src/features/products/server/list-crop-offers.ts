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
 * What farms offer of a crop now, one offer of each farm, as cards: from the nearest to a place
 * outwards, then, and without a place, the cheapest per kg first. With a product, without its farm.
 * @returns CROP_OFFERS_MAX at most
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

/** The first of each, in the order that they have. */
const oneOfEachFarm = (rows: readonly OfferRow[]): OfferRow[] =>
  rows.filter(({ farmId }, at) => rows.findIndex((other) => other.farmId === farmId) === at);
