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
export const browseProducts = ({ services, clientAddress }: Visitor, input: FindProducts) =>
  services.catalogueReads[isQuick(input) ? 'quick' : 'search'](clientAddress, (db) =>
    services.catalogueChanges.share({ view: 'offers', question: input }, () =>
      findProducts(db, input, services),
    ),
  );

/**
 * Runs findCards in the same way. Lists by distance are requested most; a single prepared statement
 * usually answers them.
 */
export async function browseCards({ services, clientAddress }: Visitor, input: FindProducts) {
  const browse = <T>(
    queue: 'quick' | 'search' | 'quickList' | 'searchList',
    as: string,
    find: (db: Database) => Promise<T>,
  ) =>
    services.catalogueReads[queue](clientAddress, (db) =>
      services.catalogueChanges.share({ view: 'offers', question: { ...input, as } }, () =>
        find(db),
      ),
    );
  const nearby = isNearby(input)
    ? await browse('searchList', 'cards nearby', (db) => findCardsNearby(db, input, services))
    : null;
  return nearby ?? browse(queueOf(input), 'cards', (db) => findCards(db, input, services));
}

function queueOf(input: FindProducts) {
  const queue = isQuick(input) ? 'quick' : 'search';
  return isPlain(input) ? (`${queue}List` as const) : queue;
}

export const browseFacets = ({ services, clientAddress }: Visitor, input: FindProducts) =>
  countFacets((work) => services.catalogueReads.count(clientAddress, work), input, services);

/** Runs listCropOffers in the quick queue, because indexes lead straight to its rows. */
export const browseCropOffers = ({ services, clientAddress }: Visitor, input: CropOffers) =>
  services.catalogueReads.quick(clientAddress, (db) =>
    services.catalogueChanges.share({ view: 'offers', question: { ...input, as: 'crop' } }, () =>
      listCropOffers(db, input, services),
    ),
  );

export const browseProduct = (
  { services, clientAddress }: Visitor,
  input: Parameters<typeof getProduct>[1],
) => services.catalogueReads.quickList(clientAddress, (db) => getProduct(db, input, services));

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
