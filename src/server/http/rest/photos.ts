import { Hono } from 'hono';
import { AppError } from '#server/app-error.ts';
import type { DoorEnv } from '#server/http/request-context.ts';
import { receiveUpload, type UploadContext } from '#server/http/uploads/receive-upload.ts';
import { setProfilePhoto } from '#server/modules/photos/set-profile-photo.ts';
import { storePhotos } from '#server/modules/photos/store-photos.ts';
import type { UploadedFile } from '#server/modules/photos/uploaded-file.ts';
import { addPhotos } from '#server/modules/products/add-photos.ts';
import { getOwnProduct } from '#server/modules/products/get-own-product.ts';
import type { PhotoRead } from '#shared/photo.ts';
import { idOf } from './answer.ts';

type Files = { farmerId: number; files: UploadedFile[] };

function storeSome<T>(c: UploadContext, { farmerId, files }: Files, use: (photos: PhotoRead[]) => Promise<T>) {
  if (files.length === 0) throw new AppError('PHOTO_MISSING', { field: 'photos' });
  const { db, services } = c.get('context');
  return storePhotos(db, { farmerId, files, ...services }, use);
}

/** POST /api/farmer/photos (field `photos`, repeated) -> 201 {success, photos}: unused until a product takes them, for a day. */
const uploadPhotos = (c: UploadContext) =>
  receiveUpload(c, async ({ photos: files }, { farmerId }) => {
    const photos = await storeSome(c, { farmerId, files }, async (stored) => stored);
    return { status: 201, body: { photos } };
  });

/** POST /api/farmer/profile/photo (one file) -> {success, photo, profile} */
const uploadProfilePhoto = (c: UploadContext) =>
  receiveUpload(c, async ({ photos: files }, { farmerId }) => {
    if (files.length > 1) throw new AppError('TOO_MANY_PHOTOS', { field: 'photos' });
    const { db, services } = c.get('context');
    const [photo] = await storeSome(c, { farmerId, files }, async (stored) => {
      for (const { id } of stored) await setProfilePhoto(db, { farmerId, photoId: id }, services.clock());
      return stored;
    });
    return { body: { photo, profile: await c.get('caller').farmer.profile() } };
  });

/** POST /api/farmer/products/{id}/photos (field `photos`, repeated) -> {success, product}, with these behind those it has. */
const uploadProductPhotos = (c: UploadContext) => {
  const productId = idOf(c.req.param('id'));
  const { db, services } = c.get('context');
  return receiveUpload(
    c,
    async ({ photos: files }, { farmerId }) => {
      const add = (photos: PhotoRead[]) => addPhotos(db, { farmerId, productId, photoIds: photos.map(({ id }) => id) }, services);
      return { body: { product: await storeSome(c, { farmerId, files }, add) } };
    },
    // A stranger's product is turned down before its photos come in.
    { before: ({ farmerId }) => getOwnProduct(db, { farmerId, productId }) },
  );
};

/** The uploads under /api/farmer that are photos alone. */
export const photoPaths = new Hono<DoorEnv>()
  .post('/photos', uploadPhotos)
  .post('/profile/photo', uploadProfilePhoto)
  .post('/products/:id/photos', uploadProductPhotos);
