import * as z from 'zod/mini';
import {
  BULK_LINES_MAX,
  DESCRIPTION_MAX,
  FIRST_DAY,
  LAST_DAY,
  LOW_STOCK_BELOW,
  NET_WEIGHT_MAX_KG,
  NET_WEIGHT_MIN_KG,
  OWN_PRODUCTS_LIMIT_MAX,
  PRODUCT_NAME_MAX,
  QUANTITY_MAX,
  SEARCH_DISTANCE_MAX_KM,
  SUGGESTED_FROM_LETTERS,
} from '#features/products/rules/limits.ts';
import type { Day } from '#platform/rules/day.ts';
import { hasAtMostDecimals, roundedToHundredths } from '#platform/rules/decimal.ts';
import { county } from '#platform/rules/geo/county-input.ts';
import { accuracy, latitude, longitude } from '#platform/rules/geo/geo-input.ts';
import { CURSOR_MAX, ID_MAX, LIST_LIMIT_MAX, PHOTOS_PER_PRODUCT } from '#platform/rules/limits.ts';
import { listLimit } from '#platform/rules/list-limit.ts';
import { amount, roundedAmount } from '#platform/rules/money-input.ts';
import { takenAt } from '#platform/rules/taken-at.ts';
import { fieldError, line, missingOrInvalid, paragraph } from '#platform/rules/text/line.ts';
import {
  buyerCategoryNames,
  categories,
  productSorts,
  readBuyerFilter,
  readFarmerFilter,
} from './categories.ts';

/** The specification's four (§3), and three of ours for what is sold by none of them. */
export const units = ['kg', 'bags', 'pieces', 'crates', 'trays', 'litres', 'bunches'] as const;
export type Unit = (typeof units)[number];

/**
 * How much of a product there is, in its own unit. It is rounded to two decimals, so that 2.5 kg
 * can be sold.
 */
export const quantity = z
  .number(fieldError('quantityInvalid'))
  .check(
    z.gte(0, fieldError('quantityInvalid')),
    z.overwrite(roundedToHundredths),
    z.lte(QUANTITY_MAX, fieldError('quantityInvalid')),
  );

/**
 * What a farmer counts in the inventory: any number of 0 or more (§5), of which two decimals are
 * kept. The answer says where that rounds.
 */
export const countedQuantity = z
  .number(fieldError('quantityInvalid'))
  .check(
    z.gte(0, fieldError('quantityInvalid')),
    z.lte(QUANTITY_MAX, fieldError('quantityInvalid')),
  );

export const productId = z
  .int(fieldError('fieldInvalid'))
  .check(z.gte(1, fieldError('fieldInvalid')), z.lte(ID_MAX, fieldError('fieldInvalid')));

/** A day of the calendar, without a clock: 2026-11-21. Its meaning is that day in Nairobi. */
const day = z.iso
  .date(fieldError('dateInvalid'))
  .check(z.refine((text) => text >= FIRST_DAY && text <= LAST_DAY, fieldError('dateInvalid')));

const isWholeGrams = (kg: number) => hasAtMostDecimals(kg, 3);

/** Where the photos were taken, if the farmer let the camera say so, and when that was measured. */
const capturePosition = z.object({
  latitude,
  longitude,
  accuracy: z.optional(z.nullable(accuracy)),
  takenAt: z.optional(takenAt),
});

const fields = {
  name: line('productNameRequired').check(
    z.minLength(1, fieldError('productNameRequired')),
    z.maxLength(PRODUCT_NAME_MAX, fieldError('fieldTooLong')),
  ),
  category: z.enum(categories, missingOrInvalid('categoryRequired', 'categoryUnknown')),
  /**
   * The id of one of products/rules/crops.ts, null for none of them. Left out, it is guessed from a
   * new name, and stays with an old one.
   */
  crop: z.optional(z.nullable(z.string(fieldError('cropUnknown')))),
  quantity,
  unit: z.enum(units, missingOrInvalid('unitRequired', 'unitUnknown')),
  /** KES for one unit. */
  price: roundedAmount('priceInvalid').check(z.gte(0.01, fieldError('priceInvalid'))),
  description: z.optional(
    paragraph().check(z.maxLength(DESCRIPTION_MAX, fieldError('fieldTooLong'))),
  ),
  isOrganic: z.optional(z.boolean(fieldError('fieldInvalid'))),
  harvestDate: z.optional(z.nullable(day)),
  expiryDate: z.optional(z.nullable(day)),
  /** Net weight in kg of one bag, piece or crate, so that prices can be compared. */
  netWeightKg: z.optional(
    z.nullable(
      z
        .number(fieldError('netWeightInvalid'))
        .check(
          z.gte(NET_WEIGHT_MIN_KG, fieldError('netWeightInvalid')),
          z.lte(NET_WEIGHT_MAX_KG, fieldError('netWeightInvalid')),
          z.refine(isWholeGrams, fieldError('netWeightInvalid')),
        ),
    ),
  ),
  /**
   * Below this it is low in stock; null: the specification's classes. Left out, an edit keeps what
   * was there.
   */
  lowStockBelow: z.optional(z.nullable(quantity)),
  capturedAt: z.optional(z.nullable(capturePosition)),
  /** The farmer's own uploaded photos, the first of them the main one. */
  photoIds: z.optional(
    z
      .array(productId, fieldError('fieldInvalid'))
      .check(z.maxLength(PHOTOS_PER_PRODUCT, fieldError('tooManyPhotos'))),
  ),
};

const datesInOrder = z.refine<{
  harvestDate?: string | null | undefined;
  expiryDate?: string | null | undefined;
}>(({ harvestDate, expiryDate }) => !harvestDate || !expiryDate || harvestDate <= expiryDate, {
  path: ['expiryDate'],
  ...fieldError('expiryBeforeHarvest'),
});

export const createProductInput = z.object(fields).check(datesInOrder);
export type CreateProduct = z.infer<typeof createProductInput>;

/**
 * An edit says everything again, but photos left out stay. `quantitySeen` as in setQuantityInput.
 */
export const editProductInput = z
  .extend(z.object(fields), { productId, quantitySeen: z.optional(quantity) })
  .check(datesInOrder);
export type EditProduct = z.infer<typeof editProductInput>;

export const productIdInput = z.object({ productId });

/** One offer; with the buyer's own place, also how far away its farm is. */
export const getProductInput = z.object({
  productId,
  latitude: z.optional(latitude),
  longitude: z.optional(longitude),
});

/**
 * `quantitySeen`: what the farmer was looking at; where an order has taken some meanwhile, nothing
 * is overwritten.
 */
export const setQuantityInput = z.object({
  productId,
  quantity: countedQuantity,
  quantitySeen: z.optional(quantity),
});
export type SetQuantity = z.infer<typeof setQuantityInput>;

export const setQuantitiesInput = z.object({
  lines: z
    .array(setQuantityInput, fieldError('fieldInvalid'))
    .check(
      z.minLength(1, fieldError('fieldInvalid')),
      z.maxLength(BULK_LINES_MAX, fieldError('tooManyLines')),
    ),
});

export const getFarmInput = z.object({ farmId: productId });

const cursor = z.optional(z.string().check(z.maxLength(CURSOR_MAX, fieldError('fieldInvalid'))));
const searchText = z.optional(
  line().check(z.maxLength(PRODUCT_NAME_MAX, fieldError('fieldTooLong'))),
);

export const listOwnProductsInput = z.object({
  search: searchText,
  category: z.optional(
    z.pipe(
      z.pipe(z.string(fieldError('categoryUnknown')), z.transform(readFarmerFilter)),
      z.optional(z.enum([...categories, ...buyerCategoryNames], fieldError('categoryUnknown'))),
    ),
  ),
  limit: listLimit(OWN_PRODUCTS_LIMIT_MAX),
  cursor,
});
export type ListOwnProducts = z.infer<typeof listOwnProductsInput>;

export const suggestSearchesInput = z.object({
  search: line().check(
    z.minLength(SUGGESTED_FROM_LETTERS, fieldError('fieldInvalid')),
    z.maxLength(PRODUCT_NAME_MAX, fieldError('fieldTooLong')),
  ),
});

/**
 * What a buyer looks for. `latitude` and `longitude` are the buyer's own place, which distances are
 * measured from.
 */
export const findProductsInput = z
  .object({
    search: searchText,
    category: z.optional(
      z.pipe(
        z.pipe(z.string(fieldError('categoryUnknown')), z.transform(readBuyerFilter)),
        z.optional(z.enum([...buyerCategoryNames, ...categories], fieldError('categoryUnknown'))),
      ),
    ),
    organic: z.optional(z.boolean(fieldError('fieldInvalid'))),
    /** Only what this farm offers. */
    farmId: z.optional(productId),
    county: z.optional(county),
    minPrice: z.optional(amount('priceInvalid')),
    maxPrice: z.optional(amount('priceInvalid')),
    latitude: z.optional(latitude),
    longitude: z.optional(longitude),
    deliversToMe: z.optional(z.boolean(fieldError('fieldInvalid'))),
    maxDistanceKm: z.optional(
      z
        .number(fieldError('fieldInvalid'))
        .check(
          z.gt(0, fieldError('fieldInvalid')),
          z.lte(SEARCH_DISTANCE_MAX_KM, fieldError('fieldInvalid')),
        ),
    ),
    sort: z.optional(z.enum(productSorts, fieldError('fieldInvalid'))),
    limit: listLimit(LIST_LIMIT_MAX),
    cursor,
  })
  .check(
    z.refine(
      ({ latitude: lat, longitude: lon, deliversToMe, maxDistanceKm, sort }) =>
        (lat === undefined) === (lon === undefined) &&
        (lat !== undefined || !(deliversToMe || maxDistanceKm !== undefined || sort === 'nearest')),
      { path: ['latitude'], ...fieldError('placeNeeded') },
    ),
  );
export type FindProducts = z.infer<typeof findProductsInput>;

/**
 * What a farmer still needs to add a product: a phone, and on it at least one photo (spec §3). Only
 * the form asks for them: the server cannot recognise a phone, and the specification's interface
 * takes products without photos from other clients.
 */
export function missingForNewProduct({
  isPhone,
  photoCount,
}: {
  isPhone: boolean;
  photoCount: number;
}): 'phone' | 'photo' | null {
  if (!isPhone) return 'phone';
  return photoCount === 0 ? 'photo' : null;
}

export type StockClass = 'inStock' | 'lowStock' | 'outOfStock';

/**
 * The inventory tab's classes (§4), or by the threshold that the farmer has set for the product.
 */
export function stockClass(quantityLeft: number, lowStockBelow: number | null = null): StockClass {
  if (quantityLeft === 0) return 'outOfStock';
  return quantityLeft < (lowStockBelow ?? LOW_STOCK_BELOW) ? 'lowStock' : 'inStock';
}

/**
 * Only what is available counts as an active listing (§4); the others say why buyers don't see it.
 */
export const productStatuses = ['available', 'sold_out', 'expired', 'hidden'] as const;
export type ProductStatus = (typeof productStatuses)[number];

type Offered = { quantity: number; expiryDate: Day | null; hiddenAt: Date | null };

/** What a farmer can do least about comes first. What expires today is still offered today. */
export function productStatus(
  { quantity: quantityLeft, expiryDate, hiddenAt }: Offered,
  today: Day,
): ProductStatus {
  if (hiddenAt !== null) return 'hidden';
  if (expiryDate !== null && expiryDate < today) return 'expired';
  return quantityLeft === 0 ? 'sold_out' : 'available';
}
