import { isVerifiedFarm, verifiedAccuracyMetres } from '#farms/rules/farm.ts';
import type { PhotoRead, StoredPhoto } from '#photos/rules/photo.ts';
import { listMainPhotos, listPhotos } from '#photos/server/attached-photos.ts';
import { swahiliNameOf } from '#products/rules/crops.ts';
import type { FindProducts } from '#products/rules/find-products.ts';
import type { SentCard } from '#products/rules/offer-card.ts';
import {
  CARD_DESCRIPTION_MAX,
  ofFlags,
  PAGE_SIZE,
  type ProductSort,
} from '#products/rules/product-facts.ts';
import { shillingsOf } from '#rules/amounts.ts';
import { dayInNairobi } from '#rules/day.ts';
import { wholeKilometres } from '#rules/geo.ts';
import { decodeCursor, type ListOrder, pageOf } from '#server/cursor.ts';
import { isPhotographedOnFarm } from '../list-own-products.ts';
import {
  isPlain,
  listCardsNearby,
  listPlainCards,
  type PlainInput,
  type PlainRow,
} from './card-queries.ts';
import { listBestOffers, listNearestOffers } from './nearest-queries.ts';
import { offerFilter } from './offer-queries.ts';
import {
  completeFilter,
  findNamedFarms,
  type ListSort,
  listOffers,
  type OfferRow,
} from './queries.ts';

const lists = {
  best: { name: 'best', values: ['integer', 'integer', 'number', 'integer'] },
  newest: { name: 'newest', values: ['integer', 'integer'] },
  price: { name: 'price', values: ['integer', 'integer'] },
  pricePerKg: { name: 'pricePerKg', values: ['integer', 'integer'] },
  nearest: { name: 'nearest', values: ['number', 'integer'] },
} as const satisfies Record<ProductSort, ListOrder>;

type Services = { clock: Clock };

export async function findProducts(db: Database, input: FindProducts, services: Services) {
  const { rows, nextCursor } = await findPage(db, input, services);
  return { products: await readOffers(db, rows), nextCursor };
}

export async function findCards(db: Database, input: FindProducts, services: Services) {
  if (isPlain(input)) {
    const { rows, nextCursor } = await findPlainPage(db, input, services);
    return { products: readPlainCards(rows), nextCursor };
  }
  const { rows, nextCursor } = await findPage(db, input, services);
  return { products: await readCards(db, rows), nextCursor };
}

/** Null if the nearest farms may not be the whole answer. */
export async function findCardsNearby(
  db: Database,
  { cursor, ...input }: FindProducts,
  { clock }: Services,
) {
  const list = lists.nearest;
  const after = cursor ? decodeCursor(cursor, list) : null;
  const rows = await listCardsNearby(db, { filter: offerFilter(input, clock()), after });
  if (!rows) return null;
  const page = pageOf(rows, { size: PAGE_SIZE, list, valuesOf: ({ chord, id }) => [chord, id] });
  return { products: readPlainCards(page.rows), nextCursor: page.nextCursor };
}

async function findPlainPage(
  db: Database,
  { cursor, sort = 'newest', ...input }: PlainInput,
  { clock }: Services,
) {
  const list = lists[sort];
  const after = cursor ? decodeCursor(cursor, list) : null;
  const rows = await listPlainCards(db, { filter: offerFilter(input, clock()), sort, after });
  return pageOf(rows, { size: PAGE_SIZE, list, valuesOf: cursorValues[sort] });
}

type Placed = {
  id: number;
  listingRound: number;
  priceCents: number;
  pricePerKgCents: number | null;
};

const cursorValues: Record<ListSort, (row: Placed) => (number | null)[]> = {
  newest: ({ listingRound, id }) => [listingRound, id],
  price: ({ priceCents, id }) => [priceCents, id],
  pricePerKg: ({ pricePerKgCents, id }) => [pricePerKgCents, id],
};

async function findPage(
  db: Database,
  { cursor, sort = 'newest', limit: size = PAGE_SIZE, ...input }: FindProducts,
  { clock }: Services,
): Promise<{ rows: OfferRow[]; nextCursor: string | null }> {
  const list = lists[sort];
  const after = cursor ? decodeCursor(cursor, list) : null;
  const filter = offerFilter(input, clock());
  const limit = size + 1;
  if (sort === 'nearest' || sort === 'best') {
    if (filter.place === null) throw new Error('An order by distance has no place');
    const near = { filter: await findNamedFarms(db, filter), after, limit };
    if (sort === 'best')
      return pageOf(await listBestOffers(db, near), { size, list, valuesOf: ({ best }) => best });
    const rows = await listNearestOffers(db, near);
    return pageOf(rows, { size, list, valuesOf: ({ chord, id }) => [chord, id] });
  }
  const rows = await listOffers(db, {
    filter: await completeFilter(db, filter),
    sort,
    after,
    limit,
  });
  return pageOf(rows, { size, list, valuesOf: cursorValues[sort] });
}

export async function readCards(db: Database, rows: OfferRow[]): Promise<SentCard[]> {
  const photos = await listMainPhotos(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => cardOf(row, photos.get(row.id) ?? null));
}

const readPlainCards = (rows: PlainRow[]) => rows.map((row) => cardOf(row, row.photo));

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

function firstWords(text: string) {
  const line = text
    .slice(0, 2 * CARD_DESCRIPTION_MAX)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= CARD_DESCRIPTION_MAX
    ? line
    : `${line.slice(0, CARD_DESCRIPTION_MAX).replace(/[.,;:]?\s+\S*$/, '')}…`;
}

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
function laterConfirmation({ confirmedOn, createdAt }: OfferRow) {
  return confirmedOn === dayInNairobi(createdAt) ? null : confirmedOn;
}

async function readOffers(db: Database, rows: OfferRow[]) {
  const photos = await listPhotos(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => offerOf(row, photos.get(row.id) ?? []));
}
