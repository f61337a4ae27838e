import { Hono } from 'hono';
import type { DoorEnv } from '#server/http/request-context.ts';
import { isMultipart, receiveUpload, requireFarmer, type UploadContext } from '#server/http/uploads/receive-upload.ts';
import { storePhotos } from '#server/modules/photos/store-photos.ts';
import { answer, idOf, unchecked } from './answer.ts';
import { mainPhotoFirst, productFormNames, readProductForm, refuseForeignFarmer } from './product-form.ts';

type Wanted = 'create' | 'edit';
const statuses = { create: 201, edit: 200 } as const;

/** The product's fields as JSON. Photos, if any, were uploaded before and are named in photo_ids. */
const saveFromJson = (c: UploadContext, wanted: Wanted) =>
  answer(
    c,
    async (caller, body) => {
      const { farmerId } = await requireFarmer(c);
      refuseForeignFarmer(body, farmerId);
      const product = await caller.farmer.products[wanted](unchecked(readProductForm(body)));
      return { status: statuses[wanted], body: { product } };
    },
    productFormNames,
  );

/** The product's fields and photos in one form. On an edit, photos that come along take the place of those it has. */
const saveFromForm = (c: UploadContext, wanted: Wanted) =>
  receiveUpload(
    c,
    async ({ fields, photos: files }, { farmerId }) => {
      refuseForeignFarmer(fields, farmerId);
      const { db, services } = c.get('context');
      // Ids of photos uploaded before have no place in a form that brings its own.
      const { photoIds: _, ...input } = readProductForm(fields);
      const product = await storePhotos(db, { farmerId, files, ...services }, (photos) => {
        const photoIds = mainPhotoFirst(
          fields,
          photos.map(({ id }) => id),
        );
        return c.get('caller').farmer.products[wanted](unchecked({ ...input, ...(photoIds.length > 0 && { photoIds }) }));
      });
      return { status: statuses[wanted], body: { product } };
    },
    { names: productFormNames },
  );

const save = (wanted: Wanted) => (c: UploadContext) => (isMultipart(c) ? saveFromForm(c, wanted) : saveFromJson(c, wanted));

/**
 * /api/farmer/products, rows 9 to 11 of the specification's table and the quantity update:
 * GET ?search&category&cursor -> {success, products, nextCursor}; POST -> 201 {success, product}; PUT (product_id in the form)
 * -> {success, product}; DELETE /{id} -> {success}; PATCH /{id}/quantity {quantity, quantitySeen?} -> {success, product}
 */
export const farmerProductPaths = new Hono<DoorEnv>()
  .get('/', (c) =>
    answer(c, async (caller) => {
      const { search, category, cursor } = c.req.query();
      const filter = { ...(search && { search }), ...(category && { category }), ...(cursor && { cursor }) };
      return { body: await caller.farmer.products.list(unchecked(filter)) };
    }),
  )
  .post('/', save('create'))
  .put('/', save('edit'))
  .delete('/:id', (c) =>
    answer(c, async (caller) => {
      await caller.farmer.products.delete({ productId: idOf(c.req.param('id')) });
      return { body: {} };
    }),
  )
  .patch('/:id/quantity', (c) =>
    answer(c, async (caller, body) => ({
      body: { product: await caller.farmer.products.setQuantity(unchecked({ ...body, productId: idOf(c.req.param('id')) })) },
    })),
  );
