import * as z from 'zod/mini';
import { hasAtMostDecimals, roundedToHundredths } from '#rules/amounts.ts';
import {
  accuracy,
  fieldError,
  latitude,
  line,
  listLimit,
  longitude,
  missingOrInvalid,
  paragraph,
  roundedPrice,
  rowId,
  searchLine,
  takenAt,
} from '#rules/fields.ts';
import { CURSOR_MAX, PHOTOS_PER_PRODUCT } from '#rules/limits.ts';
import { announcedWeek, datesInOrder, weekOfHarvest } from './pre-order.ts';
import {
  BULK_LINES_MAX,
  buyerCategoryNames,
  categories,
  DEPOSIT_PERCENT_MAX,
  DEPOSIT_PERCENT_MIN,
  DESCRIPTION_MAX,
  FIRST_DAY,
  LAST_DAY,
  LOW_STOCK_BELOW,
  NET_WEIGHT_MAX_KG,
  NET_WEIGHT_MIN_KG,
  ofFlags,
  PRODUCT_NAME_MAX,
  PRODUCTS_AT_ONCE_MAX,
  QUANTITY_MAX,
  readFarmerFilter,
} from './product-facts.ts';

/** The specification's four units (§3), and three of our own. */
export const units = ['kg', 'bags', 'pieces', 'crates', 'trays', 'litres', 'bunches'] as const;
export type Unit = (typeof units)[number];

/** In the product's own unit, rounded to two decimals. */
export const quantity = z
  .number(fieldError('quantityInvalid'))
  .check(
    z.gte(0, fieldError('quantityInvalid')),
    z.overwrite(roundedToHundredths),
    z.lte(QUANTITY_MAX, fieldError('quantityInvalid')),
  );

/** Any number of 0 or more (§5). The answer says if it was rounded. */
const countedQuantity = z
  .number(fieldError('quantityInvalid'))
  .check(
    z.gte(0, fieldError('quantityInvalid')),
    z.lte(QUANTITY_MAX, fieldError('quantityInvalid')),
  );

const day = z.iso
  .date(fieldError('dateInvalid'))
  .check(z.refine((text) => text >= FIRST_DAY && text <= LAST_DAY, fieldError('dateInvalid')));

const isWholeGrams = (kg: number) => hasAtMostDecimals(kg, 3);

const capturePosition = z.object({
  latitude,
  longitude,
  accuracy: z.optional(z.nullable(accuracy)),
  takenAt: z.optional(takenAt),
});

/** In kg, of one bag, piece or crate. */
export const netWeightKg = z.optional(
  z.nullable(
    z
      .number(fieldError('netWeightInvalid'))
      .check(
        z.gte(NET_WEIGHT_MIN_KG, fieldError('netWeightInvalid')),
        z.lte(NET_WEIGHT_MAX_KG, fieldError('netWeightInvalid')),
        z.refine(isWholeGrams, fieldError('netWeightInvalid')),
      ),
  ),
);

const fields = {
  name: line('productNameRequired').check(
    z.minLength(1, fieldError('productNameRequired')),
    z.maxLength(PRODUCT_NAME_MAX, fieldError('fieldTooLong')),
  ),
  category: z.enum(categories, missingOrInvalid('categoryRequired', 'categoryUnknown')),
  /** If left out, the crop is guessed from a new name and kept with an old one. */
  crop: z.optional(z.nullable(z.string(fieldError('cropUnknown')))),
  quantity,
  unit: z.enum(units, missingOrInvalid('unitRequired', 'unitUnknown')),
  /** KES per unit. */
  price: roundedPrice().check(z.gte(0.01, fieldError('priceInvalid'))),
  description: z.optional(
    paragraph().check(z.maxLength(DESCRIPTION_MAX, fieldError('fieldTooLong'))),
  ),
  ...ofFlags(() => z.optional(z.boolean(fieldError('fieldInvalid')))),
  harvestDate: z.optional(z.nullable(day)),
  expiryDate: z.optional(z.nullable(day)),
  /**
   * The deposit in percent for the harvest in the week of `harvestDate`; null for goods that are
   * there.
   */
  depositPercent: z.optional(
    z.nullable(
      z
        .int(fieldError('depositPercentInvalid'))
        .check(
          z.gte(DEPOSIT_PERCENT_MIN, fieldError('depositPercentInvalid')),
          z.lte(DEPOSIT_PERCENT_MAX, fieldError('depositPercentInvalid')),
        ),
    ),
  ),
  netWeightKg,
  /** Null for the specification's classes. */
  lowStockBelow: z.optional(z.nullable(quantity)),
  capturedAt: z.optional(z.nullable(capturePosition)),
  photoIds: z.optional(
    z
      .array(rowId, fieldError('fieldInvalid'))
      .check(z.maxLength(PHOTOS_PER_PRODUCT, fieldError('tooManyPhotos'))),
  ),
};

export const createProductInput = z.object(fields).check(datesInOrder, weekOfHarvest);
export type CreateProduct = z.infer<typeof createProductInput>;
export type ProductField = Exclude<keyof CreateProduct, 'capturedAt' | 'photoIds'>;

/** Changes only the given fields. `quantitySeen` as in setQuantityInput. */
export const editProductInput = z.extend(z.partial(z.object(fields)), {
  productId: rowId,
  quantitySeen: z.optional(quantity),
});
export type EditProduct = z.infer<typeof editProductInput>;

export const productDates = z
  .pick(z.object(fields), { harvestDate: true, expiryDate: true, depositPercent: true })
  .check(datesInOrder);

export const priceAndQuantityInput = z.object({
  price: fields.price,
  quantity: countedQuantity,
  quantitySeen: quantity,
});
export type PriceAndQuantity = z.infer<typeof priceAndQuantityInput>;

export const productIdInput = z.object({ productId: rowId });

/**
 * `quantitySeen` is what the farmer saw. If an order has changed it meanwhile, the count is
 * refused.
 */
export const setQuantityInput = z.object({
  productId: rowId,
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

export const cursor = z.optional(
  z.string().check(z.maxLength(CURSOR_MAX, fieldError('fieldInvalid'))),
);
export const searchText = z.optional(
  searchLine().check(z.maxLength(PRODUCT_NAME_MAX, fieldError('fieldTooLong'))),
);

export const listOwnProductsInput = z.object({
  search: searchText,
  category: z.optional(
    z.pipe(
      z.pipe(z.string(fieldError('categoryUnknown')), z.transform(readFarmerFilter)),
      z.optional(z.enum([...categories, ...buyerCategoryNames], fieldError('categoryUnknown'))),
    ),
  ),
  limit: listLimit(PRODUCTS_AT_ONCE_MAX),
  cursor,
});
export type ListOwnProducts = z.infer<typeof listOwnProductsInput>;

/**
 * Only the form checks this (spec §3): the server cannot recognise a phone, and the specification's
 * API accepts products without photos.
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

type Stock = { quantity: number; lowStockBelow: number | null };

/** The classes of §4, or the farmer's own threshold. */
export function stockClass({ quantity, lowStockBelow }: Stock): StockClass {
  if (quantity === 0) return 'outOfStock';
  return quantity < (lowStockBelow ?? LOW_STOCK_BELOW) ? 'lowStock' : 'inStock';
}

/** Only `available` counts as an active listing (§4). */
export const productStatuses = ['available', 'sold_out', 'expired', 'hidden'] as const;
export type ProductStatus = (typeof productStatuses)[number];

type Offered = {
  quantity: number;
  expiryDate: Day | null;
  hiddenAt: Date | null;
  storedStatus: 'available' | 'expired';
  depositPercent: number | null;
  harvestDate: Day | null;
};

/**
 * `hidden` and `expired` come first, because the farmer can do least about them. A product that
 * expires today is still offered. An unconfirmed product is `expired` until it is counted, unless
 * it is sold out; so is an announced harvest whose week is over.
 */
export function productStatus(
  { quantity: quantityLeft, expiryDate, hiddenAt, storedStatus, ...harvest }: Offered,
  today: Day,
): ProductStatus {
  if (hiddenAt !== null) return 'hidden';
  if (expiryDate !== null && expiryDate < today) return 'expired';
  const week = announcedWeek(harvest);
  if (week !== null && week.until < today) return 'expired';
  if (quantityLeft === 0) return 'sold_out';
  return storedStatus;
}

export const isAskedAbout = (
  { askedAt, ...product }: Offered & { askedAt: Date | null },
  today: Day,
) => {
  const status = productStatus(product, today);
  const isPast = product.expiryDate !== null && product.expiryDate < today;
  return askedAt !== null && !isPast && (status === 'available' || status === 'expired');
};

type Defined<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };

/** Keeps null. */
export const withoutUndefined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  // Entries lose the names.
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
