import { type PhotoSources, photoSources, type StoredPhoto } from '#photos/rules/photo.ts';
import { centsOf, shillingsOf } from '#rules/amounts.ts';
import { MONEY_MAX_KES } from '#rules/limits.ts';
import type { Unit } from './product.ts';
import type { Category, ProductFlag } from './product-facts.ts';

/**
 * A product's card as the server sends it: a small part of its fields, because lists of cards are
 * requested most. Money in KES, distances in whole km; null if there is no value or it is unknown.
 */
export type SentCard = Record<ProductFlag, boolean> & {
  id: number;
  name: string;
  category: Category;
  /** The id of the crop that is drawn instead of a photo; null if there is a photo. */
  crop: string | null;
  swahiliName: string | null;
  description: string;
  quantity: number;
  unit: Unit;
  price: number;
  netWeightKg: number | null;
  harvestDate: Day | null;
  depositPercent: number | null;
  listedOn: Day;
  /** The day on which the farmer last said that it is there, if not when it was listed. */
  confirmedOn: Day | null;
  farmId: number;
  farmName: string;
  county: string;
  isPhotographedOnFarm: boolean;
  isFarmVerified: boolean;
  isFarmVisited: boolean;
  distanceKm: number | null;
  deliversToMe: boolean | null;
  deliveryFee: number | null;
  minimumOrder: number | null;
  /** The main photo. */
  photo: Pick<StoredPhoto, 'contentHash' | 'colour' | 'widthPixels' | 'heightPixels'> | null;
};

/** A card with what the browser computes: its price per kg and its photo's URLs. */
export type OfferCard = Omit<SentCard, 'photo'> & {
  pricePerKg: number | null;
  photos: PhotoSources[];
};

/** Cards are drawn no larger than this size of a photo. */
const CARD_PHOTO_SIZE = 800;

export const readCards = (sent: readonly SentCard[]): OfferCard[] =>
  sent.map(({ photo, ...card }) => {
    const cents = pricePerKgCents(centsOf(card.price), card.unit, card.netWeightKg);
    return {
      ...card,
      pricePerKg: cents === null ? null : shillingsOf(cents),
      photos: photo ? [photoSources(photo, CARD_PHOTO_SIZE)] : [],
    };
  });

/** Null if the weight of a unit is unknown, or the result exceeds the largest price. */
export function pricePerKgCents(
  priceCents: Cents,
  unit: Unit,
  netWeightKg: number | null,
): Cents | null {
  if (unit === 'kg') return priceCents;
  if (!netWeightKg) return null;
  const cents = Math.round(priceCents / netWeightKg);
  return cents <= centsOf(MONEY_MAX_KES) ? cents : null;
}
