import { Hono } from 'hono';
import { PHOTO_SIZES_PIXELS } from '#photos/rules/limits.ts';
import type { PhotoStore } from '#photos/server/photo-store.ts';
import {
  receiveUpload,
  refuseWithoutPhotos,
  storeUpload,
  type UploadContext,
} from '#photos/server/receive-upload.ts';
import { setProfilePhoto } from '#photos/server/shown-photos.ts';
import { isBeingPrepared } from '#photos/server/store-photos.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { answerError } from '#platform/server/http/answer.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';
import { namesTag } from '#platform/server/stored-answers.ts';

/** POST /api/farmer/photos (field `photos`, repeated) -> 201 {success, photos} */
const uploadPhotos = (c: UploadContext) =>
  receiveUpload(
    c,
    async (form, { farmerId }) => {
      refuseWithoutPhotos(form);
      const upload = { operation: 'farmer.photos.create', farmerId, form };
      return {
        status: 201,
        body: { photos: await storeUpload(c, upload, async (photos) => photos) },
      };
    },
    { keys: ['stock'] },
  );

/** POST /api/farmer/profile/photo (one file) -> {success, photo, profile} */
const uploadProfilePhoto = (c: UploadContext) =>
  receiveUpload(c, async (form, { farmerId }) => {
    if (form.files.length > 1) throw new AppError('TOO_MANY_PHOTOS', { field: 'photos' });
    refuseWithoutPhotos(form);
    // Nobody would notice a broken profile picture later.
    const upload = { operation: 'farmer.profile.setPhoto', farmerId, form, isAtOnce: true };
    const { clock } = c.get('context').services;
    const [photo] = await storeUpload(c, upload, async (photos, db) => {
      for (const { id } of photos) await setProfilePhoto(db, { farmerId, photoId: id }, clock());
      return photos;
    });
    return { body: { photo, profile: await c.get('caller').farmer.profile() } };
  });

export const photoPaths = new Hono<RequestEnv>()
  .post('/photos', uploadPhotos)
  .post('/profile/photo', uploadProfilePhoto);

/** No originals, no private photos, and nothing that could leave the folder. */
const NAME = new RegExp(`^([0-9a-f]{64})-(?:${PHOTO_SIZES_PIXELS.join('|')})\\.(?:webp|jpg)$`);
/** Most pending photos are ready by then. */
const NOT_READY_RETRY_SECONDS = 2;

/**
 * GET /photos/<hash>-<size>.<format>. The content never changes, so the name is the ETag. A missing
 * photo may still appear and is not cached; one that is being encoded gets 503 and Retry-After.
 */
export const photoFiles = (db: Database, store: PhotoStore) =>
  new Hono<RequestEnv>().get('/:name', async (c) => {
    const name = c.req.param('name');
    try {
      const contentHash = NAME.exec(name)?.[1];
      if (contentHash === undefined) throw new AppError('NOT_FOUND');
      const etag = `"${name}"`;
      const isKnown = namesTag(c.req.header('if-none-match'), etag);
      const file = isKnown ? null : await store.get(name);
      if (isKnown ? !(await store.exists(name)) : !file) {
        const isWaiting = await isBeingPrepared(db, contentHash);
        throw isWaiting
          ? new AppError('PHOTO_NOT_READY', { retryAfterSeconds: NOT_READY_RETRY_SECONDS })
          : new AppError('NOT_FOUND');
      }
      c.header('ETag', etag);
      c.header('Cache-Control', 'public, max-age=31536000, immutable');
      if (!file) return c.body(null, 304);
      c.header('Content-Length', String(file.bytes.byteLength));
      return c.body(file.bytes, 200, {
        'Content-Type': file.contentType,
        'Content-Disposition': 'inline',
      });
    } catch (error) {
      c.header('Cache-Control', 'no-store');
      return answerError(c, error);
    }
  });
