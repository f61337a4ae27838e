import { isVerifiedFarm } from '#features/farms/rules/farm.ts';
import type { StoredPhoto } from '#features/photos/rules/photo.ts';
import { listMainPhotos } from '#features/photos/server/list-photos.ts';
import { swahiliNameOf } from '#features/products/rules/crops.ts';
import { CARD_DESCRIPTION_MAX } from '#features/products/rules/limits.ts';
import { type SentCard, sendCards } from '#features/products/rules/offer-card.ts';
import { ofFlags } from '#features/products/rules/product-flags.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { wholeKilometres } from '#platform/rules/geo/geo.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import type { Database } from '#platform/server/db/database.ts';
import { isPhotographedOnFarm } from '../stock/is-photographed-on-farm.ts';
import type { PlainRow } from './card-queries.ts';
import type { OfferRow } from './queries.ts';
import { laterConfirmation } from './read-offers.ts';

/** Cards are requested most, so they have only part of readOffers' fields. */
export async function readCards(db: Database, rows: OfferRow[]) {
  const photos = await listMainPhotos(
    db,
    rows.map(({ id }) => id),
  );
  return sendCards(rows.map((row) => cardOf(row, photos.get(row.id) ?? null)));
}

export const readPlainCards = (rows: PlainRow[]) =>
  sendCards(rows.map((row) => cardOf(row, row.photo)));

function cardOf(row: OfferRow, photo: StoredPhoto | null): SentCard {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    crop: photo === null ? row.crop : null,
    swahiliName: swahiliNameOf(row),
    description: firstWords(row.description),
    quantity: row.quantity,
    unit: row.unit,
    price: shillingsOf(row.priceCents),
    netWeightKg: row.netWeightKg,
    ...ofFlags((flag) => row[flag]),
    harvestDate: row.harvestDate,
    depositPercent: row.depositPercent,
    listedOn: dayInNairobi(row.createdAt),
    confirmedOn: laterConfirmation(row),
    farmId: row.farmId,
    farmName: row.farmName,
    county: row.county,
    // Without a photo there is no proof of where it was taken.
    isPhotographedOnFarm: photo !== null && isPhotographedOnFarm(row),
    isFarmVerified: isVerifiedFarm(row),
    isFarmVisited: row.visitedAt !== null,
    distanceKm: row.distanceMetres === null ? null : wholeKilometres(row.distanceMetres),
    deliversToMe:
      row.distanceMetres === null ? null : row.distanceMetres <= row.coverageRadiusMetres,
    ...termsOf(row),
    photoHash: photo?.contentHash ?? null,
    photoColour: photo?.colour ?? null,
    photoWidth: photo?.widthPixels ?? null,
    photoHeight: photo?.heightPixels ?? null,
  };
}

/** The browser adds zeros. */
const termsOf = ({ distanceMetres, deliveryFeeCents, minimumOrderCents }: OfferRow) =>
  distanceMetres === null
    ? { deliveryFee: null, minimumOrder: null }
    : {
        deliveryFee: shillingsOf(deliveryFeeCents) || null,
        minimumOrder: shillingsOf(minimumOrderCents) || null,
      };

function firstWords(text: string): string {
  const line = text
    .slice(0, 2 * CARD_DESCRIPTION_MAX)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= CARD_DESCRIPTION_MAX
    ? line
    : `${line.slice(0, CARD_DESCRIPTION_MAX).replace(/[.,;:]?\s+\S*$/, '')}…`;
}
