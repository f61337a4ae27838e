import { AppError } from '#server/app-error.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import type { Position } from '#shared/geo.ts';
import { offerFilter } from './offer-filter.ts';
import { findOffer } from './queries.ts';
import { readOffers } from './read-offers.ts';

/** One offer with its farm, as anyone may see it. @throws AppError PRODUCT_NOT_FOUND when it is not offered now */
export async function getProduct(
  db: Database,
  { productId, place }: { productId: number; place?: Position | undefined },
  { clock }: { clock: Clock },
) {
  const row = await findOffer(db, { id: productId, filter: offerFilter({ ...place }, clock()) });
  const [product] = row ? await readOffers(db, [row]) : [];
  if (!row || !product) throw new AppError('PRODUCT_NOT_FOUND');
  const { farmType, farmSize, farmerFirstName } = row;
  return { ...product, farmType, farmSize, farmerFirstName };
}
