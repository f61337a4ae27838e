import { Hono } from 'hono';
import * as z from 'zod/mini';
import { photoAnswer, photoErrors } from '#photos/contract.ts';
import { readPhotoFileName } from '#photos/rules/photo.ts';
import { moment, named } from '#platform/contract.ts';
import { takenAt } from '#rules/fields.ts';
import type { KeyScope } from '#rules/role.ts';
import { AppError } from '#server/app-error.ts';
import { answerError, type RequestEnv } from '#server/http/rest.ts';
import type { ApiDescription } from '#server/openapi/api-description.ts';
import { namesTag } from '#server/stored-answers.ts';
import { setProfilePhoto } from '../attached-photos.ts';
import type { PhotoStore } from '../photo-store.ts';
import {
  receiveUpload,
  refuseWithoutPhotos,
  storeUpload,
  type UploadContext,
} from '../receive-upload.ts';
import { isBeingPrepared } from '../store-photos.ts';

const uploadPhotos = (by: Role, key: KeyScope) => (c: UploadContext) =>
  receiveUpload(
    c,
    async (form, { userId }) => {
      refuseWithoutPhotos(form);
      const upload = { operation: `${by}.photos.create`, userId, form, isAtOnce: by === 'buyer' };
      return {
        status: 201,
        body: { photos: await storeUpload(c, upload, async (photos) => photos) },
      };
    },
    { by, keys: [key] },
  );

const uploadProfilePhoto = (c: UploadContext) =>
  receiveUpload(
    c,
    async (form, { userId }) => {
      if (form.files.length > 1) throw new AppError('TOO_MANY_PHOTOS', { field: 'photos' });
      refuseWithoutPhotos(form);
      // Nobody would notice a broken profile picture later.
      const upload = { operation: 'farmer.profile.setPhoto', userId, form, isAtOnce: true };
      const { clock } = c.get('context').services;
      const [photo] = await storeUpload(c, upload, async (photos, db) => {
        for (const { id } of photos)
          await setProfilePhoto(db, { farmerId: userId, photoId: id }, clock());
        return photos;
      });
      return { body: { photo, profile: await c.get('caller').farmer.profile() } };
    },
    { by: 'farmer' },
  );

const photos = z.array(photoAnswer);

export const photoPaths = new Hono<RequestEnv>()
  .post('/photos', uploadPhotos('farmer', 'stock'))
  .post('/profile/photo', uploadProfilePhoto);

export const lotPhotoPaths = new Hono<RequestEnv>().post('/', uploadPhotos('buyer', 'orders'));

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
      // No originals, no private photos, and nothing that could leave the folder.
      const { contentHash } = readPhotoFileName(name) ?? {};
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

const uploadAnswer = z.object({
  upload: named(
    'Upload',
    z.object({ id: z.int(), length: z.int(), offset: z.int(), expiresAt: moment }),
  ),
  photos: z.optional(photos),
});

const TUS =
  'Version 1.0.0 of the tus protocol (https://tus.io), for photos over weak connections. The answers also have a body, and the last one has the photo.';

export const photoApi: ApiDescription = {
  title: 'Photos',
  fields: {
    id: ['The id of the photo, for `photo_ids` of a product.', 7],
    photos: ['The stored photos.'],
    photo: ['The stored photo.'],
    profile: ['The profile with the new photo.'],
    url: ['The path of a medium size.', '/photos/0f…-800.jpg'],
    colour: ['Shown while the picture loads.', '#3a6b2e'],
    widthPixels: ['Pixels of the largest size.', 1600],
    heightPixels: ['Pixels of the largest size.', 1200],
    sizes: ['The sizes, the smallest first.'],
    width: ['Pixels.', 320],
    webp: [
      'The path of the WebP. Its AVIF has the same path, with `.avif` at the end.',
      '/photos/0f…-320.webp',
    ],
    jpeg: ['The path of the JPEG.', '/photos/0f…-320.jpg'],
    takenOn: ['The day in Nairobi on which it was taken, if the phone said so.', '2026-11-26'],
    isTakenAtDoubtful: ['The phone said an impossible time. Only its farmer sees this.', true],
    upload: ['The state of the upload.'],
    'Upload.id': ['The id of the upload.', 3],
    length: ['The bytes of the file.', 2_400_000],
    offset: ['The bytes received so far. The next part begins here.', 1_048_576],
    expiresAt: ['An upload that is not finished by then is deleted.', '2026-11-27T07:30:00.000Z'],
  },
  paths: {
    'POST /api/farmer/photos': {
      summary: 'Store photos for a product',
      details: 'JPEG, PNG or WebP. Photos that no product uses are deleted after a day.',
      by: 'farmer',
      keys: ['stock'],
      input: z.object({ takenAt: z.optional(takenAt) }),
      files: 'photos',
      idempotencyKey: 'optional',
      status: 201,
      answer: z.object({ photos }),
      errors: photoErrors,
    },
    'POST /api/buyer/photos': {
      summary: 'Store a photo for a lot',
      details: 'Without a lot it is deleted after a day.',
      by: 'buyer',
      keys: ['orders'],
      files: 'photos',
      idempotencyKey: 'optional',
      status: 201,
      answer: z.object({ photos }),
      errors: photoErrors,
    },
    'POST /api/farmer/profile/photo': {
      summary: 'Set your profile photo',
      by: 'farmer',
      input: z.object({ takenAt: z.optional(takenAt) }),
      files: 'photos',
      idempotencyKey: 'optional',
      answer: z.object({ photo: photoAnswer, profile: z.looseObject({}) }),
      errors: photoErrors,
    },
    'OPTIONS /api/farmer/uploads': {
      summary: 'What the server supports of the tus protocol',
      details: TUS,
      by: 'anyone',
      status: 204,
    },
    'POST /api/farmer/uploads': {
      summary: 'Begin an upload in parts',
      details: `${TUS} Headers: Upload-Length, and Upload-Metadata with filename, filetype and takenAt. A repeated request with the same Idempotency-Key answers 200 with the same upload.`,
      by: 'farmer',
      idempotencyKey: 'optional',
      status: 201,
      answer: uploadAnswer,
      errors: [
        ...photoErrors,
        'TOO_MANY_UPLOADS',
        'UPLOAD_NOT_FOUND',
        'UPLOAD_OFFSET_WRONG',
        'TUS_VERSION_UNKNOWN',
      ],
    },
    'GET /api/farmer/uploads/:id': {
      summary: 'See how much of an upload has arrived',
      by: 'farmer',
      answer: uploadAnswer,
      errors: [...photoErrors, 'UPLOAD_NOT_FOUND', 'TUS_VERSION_UNKNOWN'],
    },
    'PATCH /api/farmer/uploads/:id': {
      summary: 'Send the next part of an upload',
      details:
        'Headers: Upload-Offset, and Content-Type: application/offset+octet-stream. Answers 204, and 200 with the photo after the last part.',
      by: 'farmer',
      answer: uploadAnswer,
      errors: [
        ...photoErrors,
        'UPLOAD_NOT_FOUND',
        'UPLOAD_OFFSET_WRONG',
        'TUS_VERSION_UNKNOWN',
        'PHOTO_NOT_FOUND',
      ],
    },
  },
};
