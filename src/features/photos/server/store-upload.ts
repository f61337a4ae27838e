import * as z from 'zod/mini';
import type { PhotoRead } from '#photos/rules/photo.ts';
import type { UploadContext } from '#photos/server/receive-upload.ts';
import { storePhotos } from '#photos/server/store-photos.ts';
import { type JudgedMoment, judgeTakenAt, takenAt } from '#platform/rules/fields.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Multipart } from '#platform/server/http/read-multipart.ts';
import { findAnswer, type KeyedRequest, runOnce } from '#platform/server/idempotency.ts';

type Upload = {
  operation: string;
  farmerId: number;
  form: Multipart;
  isAtOnce?: boolean;
};

/** Null without an Idempotency-Key. The input is the whole form. */
export async function keyedUpload(
  c: UploadContext,
  { operation, farmerId, form }: Upload,
): Promise<KeyedRequest | null> {
  const { idempotencyKey } = c.get('context');
  if (idempotencyKey === undefined) return null;
  return { userId: farmerId, operation, idempotencyKey, input: await form.hash() };
}

/**
 * Photos are stored before the transaction, because that may take seconds. If two requests with the
 * same key do so concurrently, the second one's photos are swept after a day.
 */
export async function storeUpload<T>(
  c: UploadContext,
  upload: Upload,
  use: (photos: PhotoRead[], db: Database) => Promise<T>,
): Promise<T> {
  const { db, services } = c.get('context');
  const { farmerId, form, isAtOnce = false } = upload;
  const taken = takenOf(form, services.clock());
  const files = form.files.map((file) => ({ ...file, ...taken }));
  const request = await keyedUpload(c, upload);
  const done = request && (await findAnswer<T>(db, request, services.clock));
  if (done) return done.answer;
  return storePhotos(db, { farmerId, files, isAtOnce, ...services }, (photos) =>
    request
      ? runOnce(db, request, { clock: services.clock, run: (tx) => use(photos, tx) })
      : use(photos, db),
  );
}

const fields = z.object({ takenAt: z.optional(takenAt) });

export const takenOf = (form: Multipart, now: Date): JudgedMoment =>
  judgeTakenAt(fields.parse({ takenAt: form.fields.takenAt }).takenAt, now);

export function refuseWithoutPhotos({ files }: Multipart) {
  if (files.length === 0) throw new AppError('PHOTO_MISSING', { field: 'photos' });
}
