/*
 * Converts the product form of the specification's table (§7, row 10) to the procedure's input. The
 * form is snake_case, and as multipart all its values are text. Only fields that the procedure
 * lacks are validated here. An unreadable value is passed on unchanged, so that the procedure's own
 * schema refuses it with the field's message.
 */
import * as z from 'zod/mini';
import { isKnownCrop } from '#features/products/rules/crop-input.ts';
import { datesInOrder, weekOfHarvest } from '#features/products/rules/harvest-checks.ts';
import { createProductInput, productFieldNames } from '#features/products/rules/product.ts';
import { rowId } from '#platform/rules/row-id.ts';
import { AppError } from '#platform/server/app-error.ts';
import { numberOf } from '#platform/server/http/answer.ts';

type Form = Record<string, unknown>;

/** The specification's PUT replaces a whole product, so it names every field. */
export const wholeProduct = z
  .extend(z.object(createProductInput.shape), { productId: rowId })
  .check(datesInOrder, weekOfHarvest, isKnownCrop);

/** Maps the procedure's field names to the form's, for error messages. */
export const productFormNames: Record<string, string> = {
  ...productFieldNames,
  productId: 'product_id',
  'capturedAt.latitude': 'gps_latitude',
  'capturedAt.longitude': 'gps_longitude',
  'capturedAt.accuracy': 'gps_accuracy',
  'capturedAt.takenAt': 'gps_taken_at',
  capturedAt: 'gps_latitude',
  photoIds: 'photos',
};

/**
 * The input of farmer.products.create and edit, from a form's fields or a JSON body with the same
 * names.
 */
export function readProductForm(form: Form) {
  return {
    name: form.product_name,
    category: form.category,
    ...(form.crop !== undefined && { crop: orNull(form.crop) }),
    quantity: readNumber(form.quantity_available),
    unit: form.unit_of_measure,
    price: readNumber(form.price_per_unit),
    description: form.description ?? '',
    isOrganic: readFlag(form.is_organic),
    harvestDate: orNull(form.harvest_date),
    expiryDate: orNull(form.expiry_date),
    ...(form.deposit_percent !== undefined && {
      depositPercent: isLeftOut(form.deposit_percent) ? null : readNumber(form.deposit_percent),
    }),
    netWeightKg: isLeftOut(form.net_weight_kg) ? null : readNumber(form.net_weight_kg),
    ...(form.low_stock_below !== undefined && {
      lowStockBelow: isLeftOut(form.low_stock_below) ? null : readNumber(form.low_stock_below),
    }),
    capturedAt: readCapturePosition(form),
    ...(form.photo_ids !== undefined && { photoIds: form.photo_ids }),
    ...(form.product_id !== undefined && { productId: readNumber(form.product_id) }),
  };
}

/**
 * A farmer's id is optional; another farmer's is refused.
 * @throws AppError FOREIGN_FARMER
 */
export function refuseForeignFarmer({ farmer_id: given }: Form, farmerId: number) {
  // Compared without String(given), because an object's own toString could throw.
  if (!isLeftOut(given) && given !== farmerId && given !== String(farmerId))
    throw new AppError('FOREIGN_FARMER', { field: 'farmer_id' });
}

/**
 * The ids of a form's photos, with the one at `main_photo_index` first. Forms without photos have
 * the index 0 too (§7, row 10).
 * @throws AppError MAIN_PHOTO_UNKNOWN
 */
export function mainPhotoFirst<Id>({ main_photo_index: given }: Form, photoIds: Id[]): Id[] {
  const index = isLeftOut(given) ? 0 : readNumber(given);
  const main = photoIds.filter((_, at) => at === index);
  if (main.length === 0 && (photoIds.length > 0 || index !== 0))
    throw new AppError('MAIN_PHOTO_UNKNOWN', { field: 'main_photo_index' });
  return [...main, ...photoIds.filter((_, at) => at !== index)];
}

const isLeftOut = (value: unknown) => value === undefined || value === null || value === '';
const orNull = (value: unknown) => (isLeftOut(value) ? null : value);

const readNumber = (value: unknown) => (typeof value === 'string' ? numberOf(value.trim()) : value);

const flags: Record<string, boolean> = {
  true: true,
  false: false,
  '1': true,
  '0': false,
  on: true,
  off: false,
  '': false,
};
const readFlag = (value: unknown) =>
  typeof value === 'string' && Object.hasOwn(flags, value) ? flags[value] : (value ?? false);

function readCapturePosition(form: Form) {
  const {
    gps_latitude: latitude,
    gps_longitude: longitude,
    gps_accuracy: accuracy,
    gps_taken_at: takenAt,
  } = form;
  if (isLeftOut(latitude) && isLeftOut(longitude)) return null;
  return {
    latitude: readNumber(latitude),
    longitude: readNumber(longitude),
    accuracy: isLeftOut(accuracy) ? null : readNumber(accuracy),
    ...(!isLeftOut(takenAt) && { takenAt }),
  };
}
