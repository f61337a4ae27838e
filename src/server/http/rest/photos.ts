import { Hono } from 'hono';
import type { PhotoStore } from '#server/adapters/photo-store.ts';
import { AppError } from '#server/app-error.ts';
import type { RequestEnv } from '#server/http/request-context.ts';
import type { Multipart } from '#server/http/uploads/read-multipart.ts';
import { receiveUpload, type UploadContext } from '#server/http/uploads/receive-upload.ts';
import { storeUpload } from '#server/http/uploads/store-upload.ts';
import { setProfilePhoto } from '#server/modules/photos/attach-photos.ts';
import { addPhotos } from '#server/modules/products/add-photos.ts';
import { getOwnProduct } from '#server/modules/products/list-own-products.ts';
import { PHOTO_SIZES_PIXELS } from '#shared/limits.ts';
import { answerError, idOf } from './answer.ts';

function refuseWithoutPhotos({ photos }: Multipart) {
  if (photos.length === 0) throw new AppError('PHOTO_MISSING', { field: 'photos' });
}

/** POST /api/farmer/photos (field `photos`, repeated) -> 201 {success, photos}: unused until a product takes them, for a day. */
const uploadPhotos = (c: UploadContext) =>
  receiveUpload(c, async (form, { farmerId }) => {
    refuseWithoutPhotos(form);
    const upload = { operation: 'farmer.photos.create', farmerId, form };
    return { status: 201, body: { photos: await storeUpload(c, upload, async (photos) => photos) } };
  });

/** POST /api/farmer/profile/photo (one file) -> {success, photo, profile} */
const uploadProfilePhoto = (c: UploadContext) =>
  receiveUpload(c, async (form, { farmerId }) => {
    if (form.photos.length > 1) throw new AppError('TOO_MANY_PHOTOS', { field: 'photos' });
    refuseWithoutPhotos(form);
    const upload = { operation: 'farmer.profile.setPhoto', farmerId, form };
    const { clock } = c.get('context').services;
    const [photo] = await storeUpload(c, upload, async (photos, db) => {
      for (const { id } of photos) await setProfilePhoto(db, { farmerId, photoId: id }, clock());
      return photos;
    });
    return { body: { photo, profile: await c.get('caller').farmer.profile() } };
  });

/** POST /api/farmer/products/{id}/photos (field `photos`, repeated) -> {success, product}, with these behind those it has. */
const uploadProductPhotos = (c: UploadContext) => {
  const productId = idOf(c.req.param('id'));
  const { db: wholeDb, services } = c.get('context');
  return receiveUpload(
    c,
    async (form, { farmerId }) => {
      refuseWithoutPhotos(form);
      const upload = { operation: `farmer.products.addPhotos ${productId}`, farmerId, form };
      const product = await storeUpload(c, upload, (photos, db) =>
        addPhotos(db, { farmerId, productId, photoIds: photos.map(({ id }) => id) }, services),
      );
      return { body: { product } };
    },
    // A stranger's product is turned down before its photos come in.
    { before: ({ farmerId }) => getOwnProduct(wholeDb, { farmerId, productId }, services) },
  );
};

/** The uploads under /api/farmer that are photos alone. */
export const photoPaths = new Hono<RequestEnv>()
  .post('/photos', uploadPhotos)
  .post('/profile/photo', uploadProfilePhoto)
  .post('/products/:id/photos', uploadProductPhotos);

/** The only names that reach the store: no dots, slashes or upper case. */
const NAME = new RegExp(`^[0-9a-f]{64}-(${PHOTO_SIZES_PIXELS.join('|')})\\.(webp|jpg)$`);

/** GET /photos/<hash>-<size>.<format>: a stored picture. It never changes under its name. */
export const photoFiles = (store: PhotoStore) =>
  new Hono<RequestEnv>().get('/:name', async (c) => {
    const name = c.req.param('name');
    const file = NAME.test(name) ? await store.get(name) : null;
    if (!file) return answerError(c, new AppError('NOT_FOUND'));
    return c.body(file.bytes, 200, {
      'Content-Type': file.contentType,
      'Content-Disposition': 'inline',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    });
  });
