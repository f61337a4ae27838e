import * as z from 'zod/mini';
import { photoErrors } from '#photos/contract.ts';
import { type FieldNotes, noted } from '#platform/contract.ts';
import { accuracy, latitude, longitude, rowId, takenAt } from '#rules/fields.ts';
import { describeOperations } from '#server/openapi/api-description.ts';
import * as operations from '../contract.ts';
import { createProductInput } from '../rules/product.ts';
import { farmerProductPaths } from './api/procedures.ts';
import { formNotes, formShape } from './api/product-form.ts';
import { productSource } from './list-own-products.ts';
import { startFreshnessClock, stillThereNotice } from './run-freshness-clock.ts';
import { productData } from './tables.ts';

/** The form of the specification's table (§7, row 10). */
const wholeForm = {
  ...formShape,
  farmer_id: z.optional(rowId),
  photo_ids: createProductInput.shape.photoIds,
  main_photo_index: z.optional(z.int().check(z.gte(0))),
  gps_latitude: z.optional(z.nullable(latitude)),
  gps_longitude: z.optional(z.nullable(longitude)),
  gps_accuracy: z.optional(z.nullable(accuracy)),
  gps_taken_at: z.optional(takenAt),
};

const notes: FieldNotes = {
  ...formNotes,
  product_id: ['The id of the product.', 17],
  farmer_id: ['Your own id, or nothing.', 5],
  photo_ids: ['The ids of stored photos, the main one first.', [7]],
  main_photo_index: ['Which photo is the main one, from 0.', 0],
  gps_latitude: ['Where the photos were taken, in degrees, WGS84.', -0.3031],
  gps_longitude: ['Where the photos were taken, in degrees, WGS84.', 36.08],
  gps_accuracy: ['Metres.', 12],
  gps_taken_at: ['When the position was measured.', '2026-11-26T07:30:00.000Z'],
};

const { createProduct, editProduct, setQuantity } = operations;

const productOf = (answer: z.ZodMiniType) => noted(answer, 'The product.');

const product = z.object({ product: productOf(editProduct.answer) });

const byHand = describeOperations('Products', operations, {
  'GET /api/farmer/products': {
    ...operations.listOwnProducts,
    summary: 'List your products',
    details: 'The newest first, up to 1,000.',
  },
  'POST /api/farmer/products': {
    ...createProduct,
    summary: 'List a new product',
    details:
      'As JSON, with photos stored before in `photo_ids`; or as a form with the photos themselves.',
    input: z.object(wholeForm),
    files: 'photos',
    isFormOrJson: true,
    idempotencyKey: 'optional',
    status: 201,
    answer: product,
    errors: [...photoErrors, ...createProduct.errors],
  },
  'PUT /api/farmer/products': {
    ...editProduct,
    summary: 'Change a product',
    details: 'Send every field again. Photos that are left out stay.',
    input: z.object({ ...wholeForm, product_id: rowId }),
    files: 'photos',
    isFormOrJson: true,
    answer: product,
    errors: [...photoErrors, ...editProduct.errors],
  },
  'PATCH /api/farmer/products/:id/quantity': {
    ...setQuantity,
    summary: 'Say how much there is of a product',
    details:
      'With `quantitySeen`, the quantity is refused if an order has changed it meanwhile. The answer has a `message` if more than two decimals were rounded.',
    fromPath: { id: 'productId' },
    answer: z.object({
      product: productOf(setQuantity.answer),
      message: noted(
        z.optional(z.string()),
        'Says that the quantity was rounded.',
        'Rounded to 7.46.',
      ),
    }),
  },
  'POST /api/farmer/products/:id/photos': {
    summary: 'Add photos to a product',
    by: 'farmer',
    keys: ['stock'],
    input: z.object({ takenAt: z.optional(takenAt) }),
    files: 'photos',
    idempotencyKey: 'optional',
    answer: product,
    errors: [...photoErrors, 'PRODUCT_NOT_FOUND'],
  },
});

const productApi = { ...byHand, fields: { ...byHand.fields, ...notes } };

export const products = {
  paths: {
    '/api/farmer/products': farmerProductPaths,
  },
  notices: [stillThereNotice],
  api: productApi,
  personalData: productData,
  webhookSources: [productSource],
  start: (db: Database, services: Parameters<typeof startFreshnessClock>[1]) => [
    startFreshnessClock(db, services),
  ],
} satisfies Feature;
