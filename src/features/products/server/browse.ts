import type * as z from 'zod/mini';
import type { cropOffersInput } from '#features/products/rules/crop-input.ts';
import {
  type FindProducts,
  type getProductInput,
  hasOtherFilters,
} from '#features/products/rules/find-products.ts';
import { PRODUCTS_AT_ONCE_MAX } from '#features/products/rules/limits.ts';
import { givenPosition, type Position } from '#platform/rules/geo/geo.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { isPlain } from './catalogue/card-queries.ts';
import { countFacets } from './catalogue/count-facets.ts';
import { findCards, findCardsNearby, findProducts } from './catalogue/find-products.ts';
import { isNearby } from './catalogue/nearby-queries.ts';
import { offerFilter } from './catalogue/offer-filter.ts';
import { findOffer } from './catalogue/queries.ts';
import { offerOf } from './catalogue/read-offers.ts';
import { listCropOffers } from './list-crop-offers.ts';

/** The services that read the catalogue. A visitor's share is counted per client address. */
type Reading = Pick<Call, 'clock' | 'catalogueReads' | 'catalogueChanges'>;
type Visit = Reading & Pick<Call, 'clientAddress'>;

/**
 * Whether an index leads straight to the page, however many offers there are. Other queries may
 * have to read every offer.
 */
const isQuick = (input: FindProducts) =>
  input.sort !== 'nearest' && !hasOtherFilters(input, ['category', 'farmId']);

/**
 * Runs findProducts within the caller's share of the database. Concurrent requests for the same
 * list share one query.
 */
export function searchProducts(call: Visit, input: FindProducts) {
  const { catalogueReads, catalogueChanges, clientAddress } = call;
  // The specification's call has no parameters and knows of no pages.
  const isPlainCall = Object.values(input).every((value) => value === undefined);
  const question = isPlainCall ? { limit: PRODUCTS_AT_ONCE_MAX } : input;
  const find = (db: Database) =>
    catalogueChanges.share({ view: 'offers', question }, () => findProducts(db, question, call));
  return isQuick(question)
    ? catalogueReads.quick(find)
    : catalogueReads.search(clientAddress, find);
}

/**
 * Runs findCards in the same way. Lists by distance are requested most; a single prepared statement
 * usually answers them.
 */
export async function browseCards(call: Visit, input: FindProducts) {
  const { catalogueChanges, clientAddress } = call;
  const { quick, quickList, search, searchList } = call.catalogueReads;
  const shared =
    <T>(as: string, find: (db: Database) => Promise<T>) =>
    (db: Database) =>
      catalogueChanges.share({ view: 'offers', question: { ...input, as } }, () => find(db));
  const findNearby = shared('cards nearby', (db) => findCardsNearby(db, input, call));
  const nearby = isNearby(input) ? await searchList(clientAddress, findNearby) : null;
  if (nearby) return nearby;
  const find = shared('cards', (db) => findCards(db, input, call));
  if (isQuick(input)) return (isPlain(input) ? quickList : quick)(find);
  return (isPlain(input) ? searchList : search)(clientAddress, find);
}

export const browseFacets = (call: Visit, input: FindProducts) =>
  countFacets((work) => call.catalogueReads.count(call.clientAddress, work), input, call);

type AskedCrop = z.output<typeof cropOffersInput>;

/** Not a search, because indexes lead straight to its rows. */
export function browseCropOffers(call: Reading, { crop, productId, ...place }: AskedCrop) {
  const question = { crop, productId, place: givenPosition(place) };
  return call.catalogueReads.quick((db) =>
    call.catalogueChanges.share({ view: 'offers', question: { ...question, as: 'crop' } }, () =>
      listCropOffers(db, question, call),
    ),
  );
}

export const browseProduct = (
  call: Reading,
  { productId, ...place }: z.output<typeof getProductInput>,
) =>
  call.catalogueReads.quickList((db) =>
    getProduct(db, { productId, place: givenPosition(place) }, call),
  );

/**
 * One offer with its farm, as anyone may see it.
 * @throws AppError PRODUCT_NOT_FOUND when it is not offered now
 */
export async function getProduct(
  db: Database,
  { productId, place }: { productId: number; place?: Position | undefined },
  { clock }: { clock: Clock },
) {
  const row = await findOffer(db, { id: productId, filter: offerFilter({ ...place }, clock()) });
  if (!row) throw new AppError('PRODUCT_NOT_FOUND');
  const { farmType, farmSize, farmerFirstName, photos } = row;
  return { ...offerOf(row, photos), farmType, farmSize, farmerFirstName };
}
