/*
 * Converts the product form of the specification (§7, row 10) to the procedure's input. All values
 * of a multipart form are text. An unreadable value is passed on, so that the procedure's schema
 * refuses it with the field's message.
 */

import * as z from 'zod/mini';
import type { FieldNotes } from '#platform/contract.ts';
import { isKnownCrop } from '#products/rules/crop-input.ts';
import { datesInOrder, weekOfHarvest } from '#products/rules/pre-order.ts';
import {
  createProductInput,
  type ProductField,
  withoutUndefined,
} from '#products/rules/product.ts';
import { rowId } from '#rules/fields.ts';
import { AppError } from '#server/app-error.ts';
import { numberOf } from '#server/http/rest.ts';

type Form = Record<string, unknown>;

/** The specification's PUT replaces a whole product, so it gives every field. */
export const wholeProduct = z
  .extend(z.object(createProductInput.shape), { productId: rowId })
  .check(datesInOrder, weekOfHarvest, isKnownCrop);

type FormField = {
  name: string;
  read: (value: unknown) => unknown;
  note?: FieldNotes[string];
};

const isLeftOut = (value: unknown) => value === undefined || value === null || value === '';
const readPlain = (value: unknown) => value;
const readNumber = (value: unknown) => (typeof value === 'string' ? numberOf(value.trim()) : value);
const orNull =
  (read: FormField['read']): FormField['read'] =>
  (value) =>
    isLeftOut(value) ? null : read(value);
const ifGiven =
  (read: FormField['read']): FormField['read'] =>
  (value) =>
    value === undefined ? value : read(value);

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

/** Fields without a counterpart in §7 are our own. */
const formFields: Record<ProductField, FormField> = {
  name: { name: 'product_name', read: readPlain, note: ['What you call it.', 'Tomatoes, grade 1'] },
  category: { name: 'category', read: readPlain },
  crop: { name: 'crop', read: ifGiven(orNull(readPlain)) },
  quantity: {
    name: 'quantity_available',
    read: readNumber,
    note: ['What can be ordered, in the unit, two decimals.', 120],
  },
  unit: {
    name: 'unit_of_measure',
    read: readPlain,
    note: ['What the quantity and the price count.', 'crates'],
  },
  price: { name: 'price_per_unit', read: readNumber, note: ['KES per unit.', 1200] },
  description: { name: 'description', read: (value) => value ?? '' },
  isOrganic: { name: 'is_organic', read: readFlag, note: ['It is organic.', false] },
  harvestDate: {
    name: 'harvest_date',
    read: orNull(readPlain),
    note: ['The day of the harvest.', '2026-11-25'],
  },
  expiryDate: {
    name: 'expiry_date',
    read: orNull(readPlain),
    note: ['The last day on which it is offered.', '2026-12-02'],
  },
  depositPercent: {
    name: 'deposit_percent',
    read: ifGiven(orNull(readNumber)),
    note: [
      'Announces the harvest in the week of `harvest_date`: the percentage, 10 to 50, that buyers pay before it. Null for goods that are there; if left out, an edit keeps it.',
      30,
    ],
  },
  netWeightKg: {
    name: 'net_weight_kg',
    read: orNull(readNumber),
    note: ['Kilograms in one bag, piece or crate.', 20],
  },
  lowStockBelow: {
    name: 'low_stock_below',
    read: ifGiven(orNull(readNumber)),
    note: ['Below this quantity it is low in stock; null for the usual limit.', 20],
  },
};
// The keys of an object are typed as text.
const rows = Object.entries(formFields) as [ProductField, FormField][];

export const formShape: Record<string, z.ZodMiniType> = Object.fromEntries(
  rows.map(([field, { name }]) => [name, createProductInput.shape[field]]),
);
export const formNotes: FieldNotes = Object.fromEntries(
  rows.flatMap(([, { name, note }]) => (note ? [[name, note]] : [])),
);

export const productFormNames: Record<string, string> = {
  ...Object.fromEntries(rows.map(([field, { name }]) => [field, name])),
  productId: 'product_id',
  'capturedAt.latitude': 'gps_latitude',
  'capturedAt.longitude': 'gps_longitude',
  'capturedAt.accuracy': 'gps_accuracy',
  'capturedAt.takenAt': 'gps_taken_at',
  capturedAt: 'gps_latitude',
  photoIds: 'photos',
};

export const readProductForm = (form: Form) => ({
  ...withoutUndefined(
    Object.fromEntries(rows.map(([field, { name, read }]) => [field, read(form[name])])),
  ),
  capturedAt: readCapturePosition(form),
  ...(form.photo_ids !== undefined && { photoIds: form.photo_ids }),
  ...(form.product_id !== undefined && { productId: readNumber(form.product_id) }),
});

export function refuseForeignFarmer({ farmer_id: given }: Form, farmerId: number) {
  // Compared without String(given), because an object's own toString could throw.
  if (!isLeftOut(given) && given !== farmerId && given !== String(farmerId))
    throw new AppError('FOREIGN_FARMER', { field: 'farmer_id' });
}

/**
 * The photo at `main_photo_index` comes first. Forms without photos have the index 0 too (§7, row
 * 10).
 */
export function mainPhotoFirst<Id>({ main_photo_index: given }: Form, photoIds: Id[]): Id[] {
  const index = isLeftOut(given) ? 0 : readNumber(given);
  const main = photoIds.filter((_, at) => at === index);
  if (main.length === 0 && (photoIds.length > 0 || index !== 0))
    throw new AppError('MAIN_PHOTO_UNKNOWN', { field: 'main_photo_index' });
  return [...main, ...photoIds.filter((_, at) => at !== index)];
}

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
