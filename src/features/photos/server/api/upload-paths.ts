/*
 * Photos in parts by tus 1.0.0 (https://tus.io/protocols/resumable-upload): core, creation,
 * creation-with-upload and expiration. Responses also have JSON bodies. The response to the last
 * byte contains the photo, as in POST /api/farmer/photos.
 */

import { Hono } from 'hono';
import * as z from 'zod/mini';
import { UPLOAD_PARTS_PER_HOUR } from '#photos/rules/photo.ts';
import { idempotencyKey, takenAt } from '#rules/fields.ts';
import { HOUR_SECONDS, PHOTO_FILE_MAX_BYTES } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import { readPieces } from '#server/http/read-multipart.ts';
import { answerError, pathId, type RequestEnv } from '#server/http/rest.ts';
import type { RateRule } from '#server/rate-limits.ts';
import {
  bodyOf,
  inTurn,
  requireFarmer,
  type UploadContext,
  uploadRate,
} from '../receive-upload.ts';
import { beginUpload, finishUpload, getUpload, storePiece } from '../upload-in-parts.ts';

const uploadPart: RateRule = {
  name: 'uploadPart',
  points: UPLOAD_PARTS_PER_HOUR,
  seconds: HOUR_SECONDS,
};

const PATH = '/api/farmer/uploads';
const TUS_VERSION = '1.0.0';
const PART = /^application\/offset\+octet-stream\b/i;

type Upload = Awaited<ReturnType<typeof getUpload>>;
type State = Pick<Upload, 'id' | 'lengthBytes' | 'receivedBytes' | 'expiresAt'>;

/** PostgreSQL cannot store NUL in text. */
const withoutNul = z.refine<string>((text) => !text.includes('\0'));

const metadataInput = z.object({
  filename: z.optional(z.string().check(z.maxLength(255), withoutNul)),
  filetype: z.optional(z.string().check(z.maxLength(100), withoutNul)),
  takenAt: z.optional(takenAt),
  idempotencyKey: z.optional(idempotencyKey),
});

/**
 * POST /api/farmer/uploads (Upload-Length, Upload-Metadata, Idempotency-Key; optionally the first
 * part) -> 201 {success, upload, photos?}
 */
const begin = (c: UploadContext) =>
  respond(c, async (farmerId) => {
    const { db, services, idempotencyKey: key } = c.get('context');
    await inTurn(c, () => services.rateLimits.consume(uploadRate, String(farmerId)));
    const lengthBytes = byteCount(c, 'Upload-Length');
    if (lengthBytes === 0) throw new AppError('INVALID_INPUT', { field: 'Upload-Length' });
    const metadata = metadataInput.parse({ ...readMetadata(c), idempotencyKey: key });
    const file = {
      lengthBytes,
      fileName: metadata.filename ?? '',
      contentType: metadata.filetype ?? '',
      takenAt: metadata.takenAt,
    };
    const { upload, isNew } = await beginUpload(
      db,
      { farmerId, idempotencyKey: metadata.idempotencyKey, ...file },
      services,
    );
    c.header('Location', `${PATH}/${upload.id}`);
    // A repeated request's part is not read again.
    const after =
      isPart(c) && upload.receivedBytes === 0 ? await receivePart(c, { farmerId, upload }) : upload;
    const photos = await photosOf(c, { farmerId, upload: after });
    return c.json(
      { success: true, upload: describe(c, after), ...(photos && { photos }) },
      isNew ? 201 : 200,
    );
  });

/**
 * PATCH /api/farmer/uploads/{id} (Upload-Offset, a part) -> 204, or for the last part 200 {success,
 * upload, photos}
 */
const append = (c: UploadContext) => {
  const uploadId = pathId(c);
  return respond(c, async (farmerId) => {
    const { services } = c.get('context');
    await inTurn(c, () => services.rateLimits.consume(uploadPart, String(farmerId)));
    if (!isPart(c)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
    const offset = byteCount(c, 'Upload-Offset');
    const own = { farmerId, uploadId };
    const upload = await getOwn(c, own);
    const announced = announcedBytes(c);
    if (announced !== null && offset + announced > upload.lengthBytes) {
      throw new AppError('PAYLOAD_TOO_LARGE', { field: 'photos' });
    }
    const isWhole = upload.receivedBytes === upload.lengthBytes;
    const isLastAgain = isWhole && offset + (announced ?? 0) === upload.lengthBytes;
    if (!isLastAgain && offset !== upload.receivedBytes) throw await offsetWrong(c, own);
    const after = isLastAgain ? upload : await receivePart(c, { farmerId, upload });
    const photos = await photosOf(c, { farmerId, upload: after });
    const described = describe(c, after);
    return photos ? c.json({ success: true, upload: described, photos }) : c.body(null, 204);
  });
};

/** GET or HEAD /api/farmer/uploads/{id} -> {success, upload, photos?} */
const show = (c: UploadContext) => {
  const uploadId = pathId(c);
  return respond(c, async (farmerId) => {
    const upload = await getOwn(c, { farmerId, uploadId });
    const photos = upload.photoId === null ? null : await photosOf(c, { farmerId, upload });
    return c.json({ success: true, upload: describe(c, upload), ...(photos && { photos }) });
  });
};

export const uploadPaths = new Hono<RequestEnv>()
  .options('/', (c) => {
    c.header('Tus-Resumable', TUS_VERSION);
    c.header('Tus-Version', TUS_VERSION);
    c.header('Tus-Extension', 'creation,creation-with-upload,expiration');
    c.header('Tus-Max-Size', String(PHOTO_FILE_MAX_BYTES));
    return c.body(null, 204);
  })
  .post('/', begin)
  .get('/:id', show)
  .patch('/:id', append);

/** Checks the session before reading anything. */
async function respond(c: UploadContext, answer: (farmerId: number) => Promise<Response>) {
  try {
    c.header('Tus-Resumable', TUS_VERSION);
    const { farmerId } = await requireFarmer(c);
    const version = c.req.header('tus-resumable');
    if (version !== undefined && version !== TUS_VERSION) {
      c.header('Tus-Version', TUS_VERSION);
      throw new AppError('TUS_VERSION_UNKNOWN');
    }
    return await answer(farmerId);
  } catch (error) {
    return answerError(c, error);
  }
}

const isPart = (c: UploadContext) => PART.test(c.req.header('content-type') ?? '');

type Own = { farmerId: number; uploadId: number };

function getOwn(c: UploadContext, own: Own): Promise<Upload> {
  const { db, services } = c.get('context');
  return inTurn(c, () => getUpload(db, own, services));
}

async function offsetWrong(c: UploadContext, own: Own): Promise<AppError> {
  const { receivedBytes } = await getOwn(c, own);
  c.header('Upload-Offset', String(receivedBytes));
  return new AppError('UPLOAD_OFFSET_WRONG', { facts: { offset: receivedBytes } });
}

/** If it fails, the bytes received so far stay stored. */
async function receivePart<U extends State>(
  c: UploadContext,
  { farmerId, upload }: { farmerId: number; upload: U },
): Promise<U> {
  const { db, services } = c.get('context');
  const own = { farmerId, uploadId: upload.id };
  let offset = upload.receivedBytes;
  for await (const bytes of readPieces({ body: bodyOf(c) })) {
    if (offset + bytes.length > upload.lengthBytes)
      throw new AppError('PAYLOAD_TOO_LARGE', { field: 'photos' });
    try {
      offset = await storePiece(db, { ...own, offset, bytes }, services);
    } catch (error) {
      if (error instanceof AppError && error.code === 'UPLOAD_OFFSET_WRONG')
        throw await offsetWrong(c, own);
      throw error;
    }
  }
  return { ...upload, receivedBytes: offset };
}

async function photosOf(
  c: UploadContext,
  { farmerId, upload }: { farmerId: number; upload: State },
) {
  if (upload.receivedBytes < upload.lengthBytes) return null;
  const { db, services } = c.get('context');
  return [await finishUpload(db, { farmerId, uploadId: upload.id }, services)];
}

function describe(c: UploadContext, { id, lengthBytes, receivedBytes, expiresAt }: State) {
  c.header('Upload-Offset', String(receivedBytes));
  c.header('Upload-Length', String(lengthBytes));
  c.header('Upload-Expires', expiresAt.toUTCString());
  return { id, length: lengthBytes, offset: receivedBytes, expiresAt };
}

function byteCount(c: UploadContext, header: string) {
  const text = c.req.header(header) ?? '';
  if (!/^\d{1,9}$/.test(text)) throw new AppError('INVALID_INPUT', { field: header });
  return Number(text);
}

function announcedBytes(c: UploadContext) {
  const text = c.req.header('content-length');
  return text === undefined ? null : Number(text);
}

/** Built from entries, because a name may be __proto__. */
function readMetadata(c: UploadContext): Record<string, string> {
  const pairs = (c.req.header('upload-metadata') ?? '')
    .split(',')
    .map((pair) => pair.trim().split(' '));
  return Object.fromEntries(
    pairs.map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]),
  );
}
