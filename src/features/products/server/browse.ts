import type { FindProducts } from '#features/products/rules/find-products.ts';
import type { Position } from '#platform/rules/geo/geo.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { CatalogueChanges } from '#platform/server/cache/catalogue-changes.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { isPlain } from './catalogue/card-queries.ts';
import { countFacets } from './catalogue/count-facets.ts';
import { findCards, findCardsNearby, findProducts } from './catalogue/find-products.ts';
import { isNearby } from './catalogue/nearby-queries.ts';
import { offerFilter } from './catalogue/offer-filter.ts';
import { findOffer } from './catalogue/queries.ts';
import { offerOf } from './catalogue/read-offers.ts';
import type { CatalogueReads } from './catalogue-reads.ts';
import { type CropOffers, listCropOffers } from './list-crop-offers.ts';

/** A visitor. Their share of the database is counted per client address. */
type Visitor = {
  services: { clock: Clock; catalogueReads: CatalogueReads; catalogueChanges: CatalogueChanges };
  clientAddress: string;
};

/**
 * Whether an index leads straight to the page, however many offers there are. Other queries may
 * have to read every offer.
 */
const isQuick = ({
  search,
  organic,
  county,
  minPrice,
  maxPrice,
  deliversToMe,
  maxDistanceKm,
  sort,
}: FindProducts) =>
  !(search || organic || county || deliversToMe || maxDistanceKm) &&
  minPrice === undefined &&
  maxPrice === undefined &&
  sort !== 'nearest';

/**
 * Runs findProducts within the visitor's share of the database. Concurrent requests for the same
 * list share one query.
 */
export function browseProducts({ services, clientAddress }: Visitor, input: FindProducts) {
  const { quick, search } = services.catalogueReads;
  const find = (db: Database) =>
    services.catalogueChanges.share({ view: 'offers', question: input }, () =>
      findProducts(db, input, services),
    );
  return isQuick(input) ? quick(find) : search(clientAddress, find);
}

/**
 * Runs findCards in the same way. Lists by distance are requested most; a single prepared statement
 * usually answers them.
 */
export async function browseCards({ services, clientAddress }: Visitor, input: FindProducts) {
  const { quick, quickList, search, searchList } = services.catalogueReads;
  const shared =
    <T>(as: string, find: (db: Database) => Promise<T>) =>
    (db: Database) =>
      services.catalogueChanges.share({ view: 'offers', question: { ...input, as } }, () =>
        find(db),
      );
  const findNearby = shared('cards nearby', (db) => findCardsNearby(db, input, services));
  const nearby = isNearby(input) ? await searchList(clientAddress, findNearby) : null;
  if (nearby) return nearby;
  const find = shared('cards', (db) => findCards(db, input, services));
  if (isQuick(input)) return (isPlain(input) ? quickList : quick)(find);
  return (isPlain(input) ? searchList : search)(clientAddress, find);
}

export const browseFacets = ({ services, clientAddress }: Visitor, input: FindProducts) =>
  countFacets((work) => services.catalogueReads.count(clientAddress, work), input, services);

/** Not a search, because indexes lead straight to its rows. */
export const browseCropOffers = ({ services }: Pick<Visitor, 'services'>, input: CropOffers) =>
  services.catalogueReads.quick((db) =>
    services.catalogueChanges.share({ view: 'offers', question: { ...input, as: 'crop' } }, () =>
      listCropOffers(db, input, services),
    ),
  );

export const browseProduct = (
  { services }: Pick<Visitor, 'services'>,
  input: Parameters<typeof getProduct>[1],
) => services.catalogueReads.quickList((db) => getProduct(db, input, services));

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
