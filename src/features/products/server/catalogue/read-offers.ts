import { isVerifiedFarm, verifiedAccuracyMetres } from '#farms/rules/farm.ts';
import type { PhotoRead } from '#photos/rules/photo.ts';
import { listPhotos } from '#photos/server/list-photos.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { wholeKilometres } from '#platform/rules/geo/geo.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import type { Database } from '#platform/server/db/database.ts';
import { swahiliNameOf } from '#products/rules/crops.ts';
import { ofFlags } from '#products/rules/product-flags.ts';
import { isPhotographedOnFarm } from '../stock/is-photographed-on-farm.ts';
import type { OfferRow } from './queries.ts';

/**
 * The public fields (§3), without phone number and exact position. Money in KES, distances in whole
 * km.
 */
export const offerOf = (row: OfferRow, photos: PhotoRead[]) => ({
  id: row.id,
  name: row.name,
  category: row.category,
  crop: row.crop,
  swahiliName: swahiliNameOf(row),
  description: row.description,
  quantity: row.quantity,
  unit: row.unit,
  price: shillingsOf(row.priceCents),
  pricePerKg: row.pricePerKgCents === null ? null : shillingsOf(row.pricePerKgCents),
  netWeightKg: row.netWeightKg,
  ...ofFlags((flag) => row[flag]),
  harvestDate: row.harvestDate,
  expiryDate: row.expiryDate,
  depositPercent: row.depositPercent,
  confirmedOn: laterConfirmation(row),
  createdAt: row.createdAt,
  farmId: row.farmId,
  farmName: row.farmName,
  county: row.county,
  isPhotographedOnFarm: isPhotographedOnFarm(row),
  isFarmVerified: isVerifiedFarm(row),
  farmAccuracyMetres: verifiedAccuracyMetres(row),
  farmVisitedAt: row.visitedAt,
  distanceKm: row.distanceMetres === null ? null : wholeKilometres(row.distanceMetres),
  deliversToMe: row.distanceMetres === null ? null : row.distanceMetres <= row.coverageRadiusMetres,
  deliveryFee: shillingsOf(row.deliveryFeeCents),
  minimumOrder: shillingsOf(row.minimumOrderCents),
  photos,
});

/** Null if it was on the day of the listing. */
export function laterConfirmation({ confirmedOn, createdAt }: OfferRow) {
  return confirmedOn === dayInNairobi(createdAt) ? null : confirmedOn;
}

export async function readOffers(db: Database, rows: OfferRow[]) {
  const photos = await listPhotos(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => offerOf(row, photos.get(row.id) ?? []));
}
