import { getFarm } from '#features/farms/server/get-farm.ts';
import { visitorCartInput } from '#features/orders/rules/cart.ts';
import { farmRatingsInput, farmReviewsInput } from '#features/orders/rules/review.ts';
import { getVisitorCart } from '#features/orders/server/cart.ts';
import { listFarmRatings, listFarmReviews } from '#features/orders/server/reviews.ts';
import {
  checkCountyInput,
  reversePlaceInput,
  searchPlacesInput,
} from '#features/places/rules/place.ts';
import { checkCounty, reversePlace, searchPlaces } from '#features/places/server/find-places.ts';
import {
  countyPricesInput,
  cropPricesInput,
  moversInput,
  priceHintInput,
} from '#features/prices/rules/price-input.ts';
import { cropPageInput, priceOverviewInput } from '#features/prices/rules/price-page-input.ts';
import { browseCropPage, browsePriceOverview } from '#features/prices/server/browse-price-pages.ts';
import {
  browseCountyPrices,
  browseMovers,
  browsePriceHint,
  browsePrices,
} from '#features/prices/server/browse-prices.ts';
import {
  cropOffersInput,
  guessCropInput,
  listCropsInput,
} from '#features/products/rules/crop-input.ts';
import {
  findProductsInput,
  getFarmInput,
  getProductInput,
  suggestSearchesInput,
} from '#features/products/rules/product.ts';
import {
  browseCards,
  browseCropOffers,
  browseFacets,
  browseProduct,
} from '#features/products/server/browse.ts';
import { guessCropOf, listCrops } from '#features/products/server/list-crops.ts';
import { suggestSearches } from '#features/products/server/suggest-searches.ts';
import type { Position } from '#platform/rules/geo/geo.ts';
import { READ_COST } from '#platform/rules/limits.ts';
import { publicProcedure, router } from '../procedures.ts';

/** Of lines that are not refused; a cart has a hundred at most. */
const costOfCart = (input: unknown) => {
  const lines = visitorCartInput.safeParse(input).data?.lines.length ?? 0;
  return 1 + Math.floor(lines * READ_COST.cartLine);
};

/** What anyone may see without an account. */
export const market = router({
  /** Whom to ask for help, and whether paying by M-Pesa is possible here. */
  contact: publicProcedure.query(({ ctx: { services } }) => ({
    ...services.support,
    mpesa: services.mpesa !== null,
  })),
  /** As cards, by column: products/rules/offer-card.ts reads them. */
  products: publicProcedure
    .meta({ shows: 'offers' })
    .input(findProductsInput)
    .query(({ ctx, input }) => browseCards(ctx, input)),
  facets: publicProcedure
    .meta({ shows: 'counts' })
    .input(findProductsInput)
    .query(({ ctx, input }) => browseFacets(ctx, input)),
  /** Words for the search box, while they are typed. */
  suggestions: publicProcedure
    .input(suggestSearchesInput)
    .query(({ ctx: { services, clientAddress }, input }) =>
      services.catalogueReads.quick(clientAddress, (db) => suggestSearches(db, input, services)),
    ),
  /** For anyone who looks for a crop by one of its names. Answered without the database. */
  crops: publicProcedure
    .meta({ shows: 'counts' })
    .input(listCropsInput)
    .query(({ input }) => listCrops(input)),
  /** For the product form, while the name is typed. */
  guessCrop: publicProcedure.input(guessCropInput).query(({ input }) => guessCropOf(input)),
  /** The same crop from other farms, for a product's page and a crop's. */
  cropOffers: publicProcedure
    .input(cropOffersInput)
    .query(({ ctx, input: { crop, productId, ...place } }) =>
      browseCropOffers(ctx, { crop, productId, place: placeOf(place) }),
    ),
  /** What a crop cost week by week; others' published prices beside it. */
  prices: publicProcedure
    .meta({ shows: 'prices' })
    .input(cropPricesInput)
    .query(({ ctx, input }) => browsePrices(ctx, input)),
  priceMovers: publicProcedure
    .meta({ shows: 'prices' })
    .input(moversInput)
    .query(({ ctx, input }) => browseMovers(ctx, input)),
  countyPrices: publicProcedure
    .meta({ shows: 'prices' })
    .input(countyPricesInput)
    .query(({ ctx, input }) => browseCountyPrices(ctx, input)),
  /** What a crop costs now, for the product form, the product's page and offers. */
  priceHint: publicProcedure
    .meta({ shows: 'prices' })
    .input(priceHintInput)
    .query(({ ctx, input }) => browsePriceHint(ctx, input)),
  /** All that the page of prices shows, and all that a crop's page shows. */
  priceOverview: publicProcedure
    .meta({ shows: 'prices' })
    .input(priceOverviewInput)
    .query(({ ctx, input }) => browsePriceOverview(ctx, input)),
  cropPage: publicProcedure
    .meta({ shows: 'prices' })
    .input(cropPageInput)
    .query(({ ctx, input }) => browseCropPage(ctx, input)),
  product: publicProcedure
    .meta({ shows: 'offers' })
    .input(getProductInput)
    .query(({ ctx, input: { productId, ...place } }) =>
      browseProduct(ctx, { productId, place: placeOf(place) }),
    ),
  farm: publicProcedure
    .input(getFarmInput)
    .query(({ ctx: { services, clientAddress }, input }) =>
      services.catalogueReads.quick(clientAddress, (db) => getFarm(db, input)),
    ),
  /** A visitor's cart, which is kept on their device, at today's prices. Changes nothing. */
  cart: publicProcedure
    .meta({ cost: costOfCart })
    .input(visitorCartInput)
    .query(({ ctx: { services, clientAddress }, input: { lines, ...place } }) =>
      services.catalogueReads.quickOnPrimary(clientAddress, (db) =>
        getVisitorCart(db, { lines, place: placeOf(place) }, services),
      ),
    ),
  /**
   * What a farm has earned is counted from all of its sales, so this waits its turn among the
   * searches.
   */
  farmReviews: publicProcedure
    .input(farmReviewsInput)
    .query(({ ctx: { services, clientAddress }, input }) =>
      services.catalogueReads.searchOnPrimary(clientAddress, (db) => listFarmReviews(db, input)),
    ),
  farmRatings: publicProcedure
    .input(farmRatingsInput)
    .query(({ ctx: { services, clientAddress }, input }) =>
      services.catalogueReads.searchOnPrimary(clientAddress, (db) => listFarmRatings(db, input)),
    ),
});

type GivenPlace = { latitude?: number | undefined; longitude?: number | undefined };

/** The visitor's own place, if both of its numbers are given. */
const placeOf = ({ latitude, longitude }: GivenPlace): Position | undefined =>
  latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };

/** Calls 12 and 13. Anyone may ask where a place is: signup needs it before there is an account. */
export const places = router({
  checkCounty: publicProcedure
    .input(checkCountyInput)
    .query(({ ctx: { services, clientAddress }, input }) =>
      services.catalogueReads.lookup(clientAddress, async () => checkCounty(input)),
    ),
  reverse: publicProcedure
    .input(reversePlaceInput)
    .query(({ ctx: { services, clientAddress }, input }) =>
      services.catalogueReads.lookup(clientAddress, () =>
        reversePlace({ ...input, clientAddress }, services),
      ),
    ),
  search: publicProcedure
    .input(searchPlacesInput)
    .query(({ ctx: { services, clientAddress }, input }) =>
      services.catalogueReads.lookup(clientAddress, () =>
        searchPlaces({ ...input, clientAddress }, services),
      ),
    ),
});
