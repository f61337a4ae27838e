import * as z from 'zod/mini';
import { photoAnswer } from '#photos/contract.ts';
import { day, moment, named, nextCursor, noted, operation } from '#platform/contract.ts';
import { MINUTE_SECONDS } from '#rules/limits.ts';
import {
  cropOffersInput,
  guessCropInput,
  isKnownCrop,
  listCropsInput,
} from './rules/crop-input.ts';
import { findProductsInput, getProductInput, suggestSearchesInput } from './rules/find-products.ts';
import {
  createProductInput,
  editProductInput,
  listOwnProductsInput,
  type ProductField,
  productIdInput,
  productStatuses,
  setQuantitiesInput,
  setQuantityInput,
  units,
} from './rules/product.ts';
import {
  categories,
  NEW_PRODUCTS_PER_MINUTE,
  ofFlagFilters,
  ofFlags,
  type ProductFlag,
} from './rules/product-facts.ts';

const text = z.string();
const flag = z.boolean();
const number = z.number();
const id = z.int();

const flagNotes: Record<ProductFlag, { answer: string; filter: string }> = {
  isOrganic: {
    answer: 'The farmer says that it is organic.',
    filter: 'Only organic products.',
  },
};

const common = {
  id: noted(id, 'The id of the product.', 17),
  name: noted(text, 'What the farmer calls it.', 'Tomatoes, grade 1'),
  category: noted(z.enum(categories), 'The category.', 'Vegetables'),
  crop: noted(
    z.nullable(text),
    'The id of the crop, from GET /api/crops; guessed from the name if left out.',
    'tomato',
  ),
  swahiliName: noted(
    z.nullable(text),
    'The Swahili name of the crop, unless the name says it.',
    'Nyanya',
  ),
  description: noted(text, 'Free text.', 'Firm, picked this morning.'),
  quantity: noted(number, "What can be ordered, in the product's unit, two decimals.", 120),
  unit: noted(z.enum(units), 'What the quantity and the price count.', 'crates'),
  price: noted(number, 'KES per unit.', 1200),
  pricePerKg: noted(z.nullable(number), 'KES per kg, if the weight is known.', 60),
  netWeightKg: noted(z.nullable(number), 'Kilograms in one bag, piece or crate.', 20),
  ...ofFlags((name) => noted(flag, flagNotes[name].answer, false)),
  harvestDate: noted(z.nullable(day), 'The day of the harvest.', '2026-11-25'),
  expiryDate: noted(z.nullable(day), 'The last day on which it is offered.', '2026-12-02'),
  depositPercent: noted(
    z.nullable(id),
    'Of an announced harvest: the percentage that buyers pay before it. `harvestDate` is then the Sunday of its week. Null for goods that are there.',
    30,
  ),
  confirmedOn: noted(
    z.nullable(day),
    'When the farmer last said that it is there; null if that was when it was listed.',
    '2026-11-26',
  ),
  isPhotographedOnFarm: noted(flag, 'The photos were taken on the farm.', true),
  photos: noted(z.array(photoAnswer), 'The main photo first.'),
  createdAt: noted(moment, 'When it was listed.', '2026-11-26T07:30:00.000Z'),
};

const offered = named(
  'OfferedProduct',
  z.object({
    ...common,
    farmId: noted(id, 'The id of the farm.', 5),
    farmName: noted(text, 'The name of the farm.', 'Wanjiku Farm'),
    county: noted(text, 'One of the 47 counties.', 'Nakuru'),
    isFarmVerified: noted(flag, 'The position of the farm was measured by GPS.', true),
    farmAccuracyMetres: noted(z.nullable(number), 'How accurately, in metres.', 12),
    farmVisitedAt: noted(
      z.nullable(moment),
      'When somebody of SokoShamba was there.',
      '2026-10-01T09:00:00.000Z',
    ),
    distanceKm: noted(
      z.nullable(number),
      'Whole kilometres from the given position; null without one.',
      14,
    ),
    deliversToMe: noted(
      z.nullable(flag),
      'The farm delivers to the given position; null without one.',
      true,
    ),
    deliveryFee: noted(number, 'KES for a delivery by the farm.', 150),
    minimumOrder: noted(number, 'KES of goods from which the farm delivers.', 500),
  }),
);

type Fields = Record<string, z.ZodMiniType>;

const own = named(
  'OwnProduct',
  z.object({
    ...common,
    updatedAt: noted(moment, 'When it last changed.', '2026-11-26T08:00:00.000Z'),
    status: noted(
      z.enum(productStatuses),
      '`available` is offered; the others say why buyers do not see it.',
      'available',
    ),
    isAsked: noted(flag, 'The farmer is asked whether it is still there.', false),
    lowStockBelow: noted(
      z.nullable(number),
      'Below this quantity it is low in stock; null for the usual limit.',
      20,
    ),
    unreadablePhotos: noted(id, 'Photos that turned out to be broken.', 0),
  } satisfies Fields & Record<ProductField, z.ZodMiniType>),
);

const byFarmer = { by: 'farmer', keys: ['stock'] } as const;
const ofProduct = { ...byFarmer, own: 'product' } as const;
const saveErrors = [
  'FOREIGN_FARMER',
  'TOO_MANY_PRODUCTS',
  'MAIN_PHOTO_UNKNOWN',
  'PHOTO_NOT_FOUND',
  'HARVEST_WEEK_NOT_NEAR',
] as const;

export const listOwnProducts = operation({
  by: 'farmer',
  keys: ['read', 'stock'],
  input: listOwnProductsInput,
  answer: z.object({ products: noted(z.array(own), 'The products.'), nextCursor }),
});
export const listYesterdaysQuantities = operation({ by: 'farmer' });
export const createProduct = operation({
  ...byFarmer,
  input: createProductInput.check(isKnownCrop),
  answer: own,
  limit: { name: 'newProduct', points: NEW_PRODUCTS_PER_MINUTE, seconds: MINUTE_SECONDS },
  errors: saveErrors,
  once: true,
});
export const editProduct = operation({
  ...ofProduct,
  input: editProductInput.check(isKnownCrop),
  answer: own,
  errors: [
    ...saveErrors,
    'PRODUCT_NOT_FOUND',
    'UNIT_RESERVED',
    'QUANTITY_CHANGED',
    'HARVEST_RESERVED',
  ],
});
export const deleteProduct = operation({
  ...ofProduct,
  rest: 'DELETE /api/farmer/products/:id',
  fromPath: { id: 'productId' },
  summary: 'Take a product off the market',
  input: productIdInput,
  notes: { 'path.id': ['The id of the product.', 17] },
  answer: z.object({}),
  errors: ['PRODUCT_NOT_FOUND', 'HARVEST_RESERVED'],
});
export const setQuantity = operation({
  ...ofProduct,
  input: setQuantityInput,
  notes: { quantitySeen: ['The quantity that you saw before you counted.', 100] },
  answer: z.object({
    id: common.id,
    quantity: common.quantity,
    isRounded: noted(flag, 'More than two decimals were sent.', false),
  }),
  errors: ['PRODUCT_NOT_FOUND', 'QUANTITY_CHANGED'],
});
export const setQuantities = operation({ ...ofProduct, input: setQuantitiesInput });

export const searchProducts = operation({
  by: 'buyer',
  keys: ['read', 'orders'],
  shows: 'offers',
  rest: 'GET /api/buyer/products',
  summary: 'Search the market',
  details:
    'Only products that can be ordered today; up to 1,000 without any parameter, otherwise in pages. A position is needed for distances, deliversToMe, maxDistanceKm and the order nearest. With a position, the order best lists what is delivered, then the cheapest per kg, then the nearest; without one, the newest.',
  input: findProductsInput,
  notes: {
    search: ['Words of the name or the description.', 'tomato'],
    ...ofFlagFilters((name) => [flagNotes[name].filter, true] as const),
    minPrice: ['KES per kg where a unit has a weight, otherwise per unit.', 100],
    maxPrice: ['KES, in the same way.', 2000],
    maxDistanceKm: ['Kilometres from the given position.', 50],
    sort: ['The order of the list.', 'nearest'],
  },
  answer: z.object({ products: noted(z.array(offered), 'The products.'), nextCursor }),
});
/** As cards, which products/rules/offer-card.ts completes in the browser. */
export const browseCards = operation({ by: 'anyone', shows: 'offers', input: findProductsInput });
export const browseFacets = operation({ by: 'anyone', shows: 'counts', input: findProductsInput });
export const browseProduct = operation({ by: 'anyone', shows: 'offers', input: getProductInput });
export const browseCropOffers = operation({ by: 'anyone', input: cropOffersInput });
export const suggestSearches = operation({ by: 'anyone', input: suggestSearchesInput });
export const listCrops = operation({
  by: 'anyone',
  shows: 'counts',
  rest: 'GET /api/crops',
  summary: 'Find a crop by any of its names',
  details: 'In English or Swahili, also misspelt. At most 20.',
  input: listCropsInput,
  answer: z.object({
    crops: noted(
      z.array(
        named(
          'Crop',
          z.object({
            id: noted(text, 'The id of the crop, for `crop` elsewhere.', 'tomato'),
            en: noted(text, 'The name in English.', 'Tomatoes'),
            sw: noted(text, 'The name in Swahili.', 'Nyanya'),
            group: noted(z.enum(categories), 'The category of such products.', 'Vegetables'),
          }),
        ),
      ),
      'The best match first.',
    ),
  }),
});
export const guessCrop = operation({ by: 'anyone', input: guessCropInput });
