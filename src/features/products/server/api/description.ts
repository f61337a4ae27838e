import * as z from 'zod/mini';
import { photoAnswer, photoErrors } from '#features/photos/contract.ts';
import { categories } from '#features/products/rules/categories.ts';
import { listCropsInput } from '#features/products/rules/crop-input.ts';
import { findProductsInput } from '#features/products/rules/find-products.ts';
import {
  createProductInput,
  listOwnProductsInput,
  productFieldNames,
  productIdInput,
  productStatuses,
  setQuantityInput,
  units,
} from '#features/products/rules/product.ts';
import { day, moment, named, nextCursor } from '#platform/contract/answers.ts';
import { accuracy, latitude, longitude } from '#platform/rules/geo/geo-input.ts';
import { rowId } from '#platform/rules/row-id.ts';
import { takenAt } from '#platform/rules/taken-at.ts';
import type { ApiDescription } from '#platform/server/openapi/api-description.ts';
import { productFields } from './product-fields.ts';

const common = {
  id: z.int(),
  name: z.string(),
  category: z.enum(categories),
  crop: z.nullable(z.string()),
  swahiliName: z.nullable(z.string()),
  description: z.string(),
  quantity: z.number(),
  unit: z.enum(units),
  price: z.number(),
  pricePerKg: z.nullable(z.number()),
  netWeightKg: z.nullable(z.number()),
  isOrganic: z.boolean(),
  harvestDate: z.nullable(day),
  expiryDate: z.nullable(day),
  depositPercent: z.nullable(z.int()),
  confirmedOn: z.nullable(day),
  isPhotographedOnFarm: z.boolean(),
  photos: z.array(photoAnswer),
};

const offered = named(
  'OfferedProduct',
  z.object({
    ...common,
    createdAt: moment,
    farmId: z.int(),
    farmName: z.string(),
    county: z.string(),
    isFarmVerified: z.boolean(),
    farmAccuracyMetres: z.nullable(z.number()),
    farmVisitedAt: z.nullable(moment),
    distanceKm: z.nullable(z.number()),
    deliversToMe: z.nullable(z.boolean()),
    deliveryFee: z.number(),
    minimumOrder: z.number(),
  }),
);

const own = named(
  'OwnProduct',
  z.object({
    ...common,
    createdAt: moment,
    updatedAt: moment,
    status: z.enum(productStatuses),
    isAsked: z.boolean(),
    lowStockBelow: z.nullable(z.number()),
    unreadablePhotos: z.int(),
  }),
);

/** The form of the specification's table (§7, row 10): the procedure's fields under other names. */
const { shape } = createProductInput;
const formShape = {
  [productFieldNames.name]: shape.name,
  [productFieldNames.category]: shape.category,
  [productFieldNames.crop]: shape.crop,
  [productFieldNames.quantity]: shape.quantity,
  [productFieldNames.unit]: shape.unit,
  [productFieldNames.price]: shape.price,
  [productFieldNames.description]: shape.description,
  [productFieldNames.isOrganic]: shape.isOrganic,
  [productFieldNames.harvestDate]: shape.harvestDate,
  [productFieldNames.expiryDate]: shape.expiryDate,
  [productFieldNames.depositPercent]: shape.depositPercent,
  [productFieldNames.netWeightKg]: shape.netWeightKg,
  [productFieldNames.lowStockBelow]: shape.lowStockBelow,
  farmer_id: z.optional(rowId),
  photo_ids: shape.photoIds,
  main_photo_index: z.optional(z.int().check(z.gte(0))),
  gps_latitude: z.optional(z.nullable(latitude)),
  gps_longitude: z.optional(z.nullable(longitude)),
  gps_accuracy: z.optional(z.nullable(accuracy)),
  gps_taken_at: z.optional(takenAt),
};

const saveErrors = [
  ...photoErrors,
  'FOREIGN_FARMER',
  'TOO_MANY_PRODUCTS',
  'MAIN_PHOTO_UNKNOWN',
  'PHOTO_NOT_FOUND',
  'HARVEST_WEEK_NOT_NEAR',
] as const;

const ownAnswer = z.object({ product: own });

export const productApi: ApiDescription = {
  title: 'Products',
  fields: productFields,
  paths: {
    'GET /api/buyer/products': {
      summary: 'Search the market',
      details:
        'Only products that can be ordered today; up to 1,000 without any parameter, otherwise in pages. A position is needed for distances, deliversToMe, maxDistanceKm and the order nearest.',
      by: 'buyer',
      keys: ['read', 'orders'],
      input: findProductsInput,
      answer: z.object({ products: z.array(offered), nextCursor }),
    },
    'GET /api/crops': {
      summary: 'Find a crop by any of its names',
      details: 'In English or Swahili, also misspelt. At most 20.',
      by: 'anyone',
      input: listCropsInput,
      answer: z.object({
        crops: z.array(
          named(
            'Crop',
            z.object({
              id: z.string(),
              en: z.string(),
              sw: z.string(),
              group: z.enum(categories),
            }),
          ),
        ),
      }),
    },
    'GET /api/farmer/products': {
      summary: 'List your products',
      details: 'The newest first, up to 1,000.',
      by: 'farmer',
      keys: ['read', 'stock'],
      input: listOwnProductsInput,
      answer: z.object({ products: z.array(own), nextCursor }),
    },
    'POST /api/farmer/products': {
      summary: 'List a new product',
      details:
        'As JSON, with photos stored before in `photo_ids`; or as a form with the photos themselves.',
      by: 'farmer',
      keys: ['stock'],
      input: z.object(formShape),
      files: 'photos',
      isFormOrJson: true,
      idempotencyKey: 'optional',
      status: 201,
      answer: ownAnswer,
      errors: saveErrors,
    },
    'PUT /api/farmer/products': {
      summary: 'Change a product',
      details: 'Send every field again. Photos that are left out stay.',
      by: 'farmer',
      keys: ['stock'],
      input: z.object({ ...formShape, product_id: rowId }),
      files: 'photos',
      isFormOrJson: true,
      answer: ownAnswer,
      errors: [
        ...saveErrors,
        'PRODUCT_NOT_FOUND',
        'UNIT_RESERVED',
        'QUANTITY_CHANGED',
        'HARVEST_RESERVED',
      ],
    },
    'DELETE /api/farmer/products/:id': {
      summary: 'Take a product off the market',
      by: 'farmer',
      keys: ['stock'],
      input: productIdInput,
      fromPath: { id: 'productId' },
      errors: ['PRODUCT_NOT_FOUND', 'HARVEST_RESERVED'],
    },
    'PATCH /api/farmer/products/:id/quantity': {
      summary: 'Say how much there is of a product',
      details:
        'With `quantitySeen`, the quantity is refused if an order has changed it meanwhile. The answer has a `message` if more than two decimals were rounded.',
      by: 'farmer',
      keys: ['stock'],
      input: setQuantityInput,
      fromPath: { id: 'productId' },
      answer: z.object({
        product: z.object({ id: z.int(), quantity: z.number(), isRounded: z.boolean() }),
        message: z.optional(z.string()),
      }),
      errors: ['PRODUCT_NOT_FOUND', 'QUANTITY_CHANGED'],
    },
    'POST /api/farmer/products/:id/photos': {
      summary: 'Add photos to a product',
      by: 'farmer',
      keys: ['stock'],
      input: z.object({ takenAt: z.optional(takenAt) }),
      files: 'photos',
      idempotencyKey: 'optional',
      answer: ownAnswer,
      errors: [...photoErrors, 'PRODUCT_NOT_FOUND'],
    },
  },
};
