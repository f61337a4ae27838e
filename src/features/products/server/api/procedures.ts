import { Hono } from 'hono';
import {
  isMultipart,
  keyedUpload,
  receiveUpload,
  refuseWithoutPhotos,
  requireFarmer,
  storeUpload,
  type UploadContext,
} from '#photos/server/receive-upload.ts';
import { storePhotos } from '#photos/server/store-photos.ts';
import type { Caller } from '#platform/contract.ts';
import * as operations from '#products/contract.ts';
import { PRODUCTS_AT_ONCE_MAX } from '#products/rules/product-facts.ts';
import type { Multipart } from '#server/http/read-multipart.ts';
import { answer, numberOf, pathId, type RequestEnv, unchecked } from '#server/http/rest.ts';
import { findAnswer, type KeyedRequest } from '#server/idempotency.ts';
import { mutation, query } from '#server/procedures.ts';
import { m } from '#text';
import * as browse from '../browse.ts';
import { createProduct } from '../create-product.ts';
import { addPhotos, deleteProduct, editProduct } from '../edit-product.ts';
import { getOwnProduct, listOwnProducts } from '../list-own-products.ts';
import { guessCropOf, listCrops } from '../read-search.ts';
import { listYesterdaysQuantities, setQuantities, setQuantity } from '../set-quantities.ts';
import {
  mainPhotoFirst,
  productFormNames,
  readProductForm,
  refuseForeignFarmer,
  wholeProduct,
} from './product-form.ts';

export const farmer = {
  products: {
    list: query(operations.listOwnProducts, listOwnProducts),
    yesterday: query(operations.listYesterdaysQuantities, listYesterdaysQuantities),
    create: mutation(operations.createProduct, createProduct),
    edit: mutation(operations.editProduct, editProduct),
    delete: mutation(operations.deleteProduct, deleteProduct),
    setQuantity: mutation(operations.setQuantity, setQuantity),
    setQuantities: mutation(operations.setQuantities, setQuantities),
  },
};

export const buyer = { products: query(operations.searchProducts, browse.searchProducts) };

export const market = {
  cards: query(operations.browseCards, browse.browseCards),
  facets: query(operations.browseFacets, browse.browseFacets),
  suggestions: query(operations.suggestSearches, browse.suggestSearches),
  crops: query(operations.listCrops, async (_, input) => listCrops(input)),
  guessCrop: query(operations.guessCrop, async (_, input) => guessCropOf(input)),
  cropCards: query(operations.browseCropOffers, browse.browseCropOffers),
  product: query(operations.browseProduct, browse.browseProduct),
};

type Wanted = 'create' | 'edit';
const stockKeys = ['stock'] as const;

const statuses = { create: 201, edit: 200 } as const;

const saved = ({ farmer: { products } }: Caller, wanted: Wanted, input: object) =>
  wanted === 'create'
    ? products.create(unchecked(input))
    : products.edit(wholeProduct.parse(input));

const saveFromJson = (c: UploadContext, wanted: Wanted) =>
  answer(
    c,
    async (caller, body) => {
      const { farmerId } = await requireFarmer(c, stockKeys);
      refuseForeignFarmer(body, farmerId);
      const { photoIds: given = [], ...input } = readProductForm(body);
      const photoIds = Array.isArray(given) ? mainPhotoFirst(body, given) : given;
      const product = await saved(caller, wanted, {
        ...input,
        ...(body.photo_ids !== undefined && { photoIds }),
      });
      return { status: statuses[wanted], body: { product } };
    },
    productFormNames,
  );

/** On an edit, new photos replace the old ones. */
const saveFromForm = (c: UploadContext, wanted: Wanted) =>
  receiveUpload(
    c,
    async (form, { userId: farmerId }) => {
      refuseForeignFarmer(form.fields, farmerId);
      const operation = `farmer.products.${wanted}`;
      const request =
        wanted === 'create' ? await keyedUpload(c, { operation, userId: farmerId, form }) : null;
      const { db, services } = c.get('context');
      const done = request && (await findAnswer<object>(db, request, services.clock));
      const product = done
        ? done.answer
        : await saveWithPhotos(c, { wanted, farmerId, form, request });
      return { status: statuses[wanted], body: { product } };
    },
    { by: 'farmer', names: productFormNames, keys: stockKeys },
  );

type Saving = { wanted: Wanted; farmerId: number; form: Multipart; request: KeyedRequest | null };

function saveWithPhotos(c: UploadContext, { wanted, farmerId, form, request }: Saving) {
  const { context, caller } = c.var;
  if (request) context.uploadHash = request.input;
  const { photoIds: _, ...input } = readProductForm(form.fields);
  return storePhotos(context.db, { farmerId, files: form.files, ...context.services }, (photos) => {
    const photoIds = mainPhotoFirst(
      form.fields,
      photos.map(({ id }) => id),
    );
    return saved(caller, wanted, { ...input, ...(photoIds.length > 0 && { photoIds }) });
  });
}

const save = (wanted: Wanted) => (c: UploadContext) =>
  isMultipart(c) ? saveFromForm(c, wanted) : saveFromJson(c, wanted);

const uploadProductPhotos = (c: UploadContext) => {
  const productId = pathId(c);
  const { db: wholeDb, services } = c.get('context');
  return receiveUpload(
    c,
    async (form, { userId }) => {
      refuseWithoutPhotos(form);
      const upload = { operation: `farmer.products.addPhotos ${productId}`, userId, form };
      const product = await storeUpload(c, upload, (photos, db) =>
        addPhotos(
          { ...services, db, user: { id: userId } },
          { productId, photoIds: photos.map(({ id }) => id) },
        ),
      );
      services.catalogueChanges.announce('all');
      return { body: { product } };
    },
    // Refuses another farmer's product before the photos arrive.
    {
      by: 'farmer',
      keys: stockKeys,
      before: ({ userId }) => getOwnProduct(wholeDb, { farmerId: userId, productId }, services),
    },
  );
};

/**
 * Rows 9 to 11 of the specification's table and the quantity update: GET
 * ?search&category&limit&cursor -> {success, products, nextCursor}; POST -> 201 {success, product};
 * PUT (product_id in the form) -> {success, product}; PATCH /{id}/quantity {quantity,
 * quantitySeen?} -> {success, product}
 */
export const farmerProductPaths = new Hono<RequestEnv>()
  .post('/:id/photos', uploadProductPhotos)
  .get('/', (c) =>
    answer(c, async (caller) => {
      const { search, category, cursor, limit } = c.req.query();
      const filter = {
        ...(search && { search }),
        ...(category && { category }),
        ...(cursor && { cursor }),
        // The specification's clients don't read cursors (§7).
        limit: limit ? numberOf(limit) : PRODUCTS_AT_ONCE_MAX,
      };
      return { body: await caller.farmer.products.list(unchecked(filter)) };
    }),
  )
  .post('/', save('create'))
  .put('/', save('edit'))
  .patch('/:id/quantity', (c) =>
    answer(c, async (caller, body) => {
      const wanted = unchecked({ ...body, productId: pathId(c) });
      const product = await caller.farmer.products.setQuantity(wanted);
      const { quantity } = product;
      const locale = c.get('language');
      return {
        body: {
          product,
          ...(product.isRounded && { message: m.quantityRoundedMessage({ quantity }, { locale }) }),
        },
      };
    }),
  );
