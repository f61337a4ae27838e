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

/** Counts the lines of valid input; a cart has at most a hundred. */
const costOfCart = (input: unknown) => {
  const lines = visitorCartInput.safeParse(input).data?.lines.length ?? 0;
  return 1 + Math.floor(lines * READ_COST.cartLine);
};

/** Everything that visitors may see without an account. */
export const market = router({
  /** The support contact, and whether this installation takes M-Pesa. */
  contact: publicProcedure.query(({ ctx: { services } }) => ({
    ...services.support,
    mpesa: services.mpesa !== null,
  })),
  /** Cards encoded by column: products/rules/offer-card.ts decodes them. */
  products: publicProcedure
    .meta({ shows: 'offers' })
    .input(findProductsInput)
    .query(({ ctx, input }) => browseCards(ctx, input)),
  facets: publicProcedure
    .meta({ shows: 'counts' })
    .input(findProductsInput)
    .query(({ ctx, input }) => browseFacets(ctx, input)),
  /** Suggestions for the search box during typing. */
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
  /** The same crop from other farms, for the pages of products and crops. */
  cropOffers: publicProcedure
    .input(cropOffersInput)
    .query(({ ctx, input: { crop, productId, ...place } }) =>
      browseCropOffers(ctx, { crop, productId, place: placeOf(place) }),
    ),
  /** A crop's weekly prices, and prices published by others. */
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
  /** A crop's current price, for the product form, the product's page and offers. */
  priceHint: publicProcedure
    .meta({ shows: 'prices' })
    .input(priceHintInput)
    .query(({ ctx, input }) => browsePriceHint(ctx, input)),
  /** The data of the page of all prices, and below of a crop's page. */
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
  /** A visitor's cart, which is stored on their device, at today's prices. Changes nothing. */
  cart: publicProcedure
    .meta({ cost: costOfCart })
    .input(visitorCartInput)
    .query(({ ctx: { services, clientAddress }, input: { lines, ...place } }) =>
      services.catalogueReads.quickOnPrimary(clientAddress, (db) =>
        getVisitorCart(db, { lines, place: placeOf(place) }, services),
      ),
    ),
  /** Ratings are computed from all of the farm's sales, so this runs in the queue of searches. */
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

/** The visitor's own place, if both coordinates are given. */
const placeOf = ({ latitude, longitude }: GivenPlace): Position | undefined =>
  latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };

/** Calls 12 and 13. Open to visitors, because sign-up needs places before there is an account. */
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
