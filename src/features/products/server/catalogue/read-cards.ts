import { isVerifiedFarm } from '#farms/rules/farm.ts';
import type { StoredPhoto } from '#photos/rules/photo.ts';
import { listMainPhotos } from '#photos/server/list-photos.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { wholeKilometres } from '#platform/rules/geo/geo.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import type { Database } from '#platform/server/db/database.ts';
import { swahiliNameOf } from '#products/rules/crops.ts';
import { CARD_DESCRIPTION_MAX } from '#products/rules/limits.ts';
import type { SentCard } from '#products/rules/offer-card.ts';
import { ofFlags } from '#products/rules/product-flags.ts';
import { isPhotographedOnFarm } from '../stock/is-photographed-on-farm.ts';
import type { PlainRow } from './card-queries.ts';
import type { OfferRow } from './queries.ts';
import { laterConfirmation } from './read-offers.ts';

/** Offers as cards. */
export async function readCards(db: Database, rows: OfferRow[]): Promise<SentCard[]> {
  const photos = await listMainPhotos(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => cardOf(row, photos.get(row.id) ?? null));
}

/** The same for rows that include their photos. */
export const readPlainCards = (rows: PlainRow[]) => rows.map((row) => cardOf(row, row.photo));

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
    ...(row.distanceMetres === null ? unplaced : deliveryOf(row, row.distanceMetres)),
    photo: photo && {
      contentHash: photo.contentHash,
      colour: photo.colour,
      widthPixels: photo.widthPixels,
      heightPixels: photo.heightPixels,
    },
  };
}

/** For a buyer without a position. */
const unplaced = { distanceKm: null, deliversToMe: null, deliveryFee: null, minimumOrder: null };

const deliveryOf = (row: OfferRow, distanceMetres: number) => ({
  distanceKm: wholeKilometres(distanceMetres),
  deliversToMe: distanceMetres <= row.coverageRadiusMetres,
  deliveryFee: shillingsOf(row.deliveryFeeCents),
  minimumOrder: shillingsOf(row.minimumOrderCents),
});

function firstWords(text: string): string {
  const line = text
    .slice(0, 2 * CARD_DESCRIPTION_MAX)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= CARD_DESCRIPTION_MAX
    ? line
    : `${line.slice(0, CARD_DESCRIPTION_MAX).replace(/[.,;:]?\s+\S*$/, '')}…`;
}
