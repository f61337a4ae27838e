import { type PhotoSources, photoSources } from '#features/photos/rules/photo.ts';
import { type Columns, fromColumns, toColumns } from '#platform/rules/columns.ts';
import type { Day } from '#platform/rules/day.ts';
import { centsOf, shillingsOf } from '#platform/rules/money.ts';
import type { Category } from './categories.ts';
import { pricePerKgCents } from './price-per-kg.ts';
import type { Unit } from './product.ts';
import { ofFlags, type ProductFlag } from './product-flags.ts';

/** Money in KES, distances in whole km. */
export type OfferCard = AlwaysThere &
  SometimesThere & { pricePerKg: number | null; photos: PhotoSources[] };

type AlwaysThere = {
  id: number;
  name: string;
  category: Category;
  quantity: number;
  unit: Unit;
  price: number;
  listedOn: Day;
  farmId: number;
  farmName: string;
  county: string;
};

type SometimesThere = Record<ProductFlag, boolean> & {
  crop: string | null;
  swahiliName: string | null;
  description: string;
  netWeightKg: number | null;
  harvestDate: Day | null;
  depositPercent: number | null;
  /** The farmer's last confirmation; null if that was the listing. */
  confirmedOn: Day | null;
  isPhotographedOnFarm: boolean;
  isFarmVerified: boolean;
  isFarmVisited: boolean;
  distanceKm: number | null;
  deliversToMe: boolean | null;
  deliveryFee: number | null;
  minimumOrder: number | null;
};

type MainPhoto = {
  photoHash: string | null;
  photoColour: string | null;
  photoWidth: number | null;
  photoHeight: number | null;
};

/** The browser computes the price per kg. */
export type SentCard = AlwaysThere & SometimesThere & MainPhoto;
export type SentCards = Columns<SentCard>;

const CARD_PHOTO_SIZE = 800;

export const sendCards = (cards: readonly SentCard[]): SentCards => toColumns(cards);

export const readCards = (sent: SentCards): OfferCard[] =>
  // The server sent every field of AlwaysThere.
  fromColumns(sent, 'id').map((card) => readCard(card as AlwaysThere & Partial<SentCard>));

function readCard({
  photoHash,
  photoColour,
  photoWidth,
  photoHeight,
  ...card
}: AlwaysThere & Partial<SentCard>): OfferCard {
  const { price, unit, netWeightKg = null, distanceKm = null, deliversToMe = false } = card;
  const cents = pricePerKgCents(centsOf(price), unit, netWeightKg);
  return {
    ...card,
    crop: card.crop ?? null,
    swahiliName: card.swahiliName ?? null,
    description: card.description ?? '',
    netWeightKg,
    pricePerKg: cents === null ? null : shillingsOf(cents),
    ...ofFlags((flag) => card[flag] ?? false),
    harvestDate: card.harvestDate ?? null,
    depositPercent: card.depositPercent ?? null,
    confirmedOn: card.confirmedOn ?? null,
    isPhotographedOnFarm: card.isPhotographedOnFarm ?? false,
    isFarmVerified: card.isFarmVerified ?? false,
    isFarmVisited: card.isFarmVisited ?? false,
    distanceKm,
    deliversToMe: distanceKm === null ? null : deliversToMe,
    deliveryFee: distanceKm === null ? null : (card.deliveryFee ?? 0),
    minimumOrder: distanceKm === null ? null : (card.minimumOrder ?? 0),
    photos:
      photoHash && photoColour && photoWidth && photoHeight
        ? [
            photoSources(
              {
                contentHash: photoHash,
                colour: photoColour,
                widthPixels: photoWidth,
                heightPixels: photoHeight,
              },
              CARD_PHOTO_SIZE,
            ),
          ]
        : [],
  };
}
