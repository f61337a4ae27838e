import * as z from 'zod/mini';
import { serverSentence } from '#platform/web/client/fetch-file.ts';
import { createIdempotencyKey } from '#platform/web/client/idempotency-key.ts';
import { momentOf } from '#platform/web/offline/clock-offset.ts';
import { readToken } from '#platform/web/session/session.ts';
import { m } from '#text';
import type { TakenPhoto } from './photo-picker.tsx';
import type { SentPhoto } from './send-photo.ts';
import { shrinkPhoto } from './shrink-photo.ts';

const answer = z.object({ photos: z.tuple([z.object({ id: z.number() })]) });

/** In one request, unlike `sendPhoto`. Returns the answer's body. */
export async function sendPhotoForm(path: string, file: File): Promise<unknown> {
  const form = new FormData();
  const photo = await shrinkPhoto(file);
  // Sent unchanged if it could not be shrunk. It keeps its name, which the server compares with the
  // bytes.
  form.append('photos', photo, photo instanceof File ? photo.name : 'photo.jpg');
  // Only for photos taken while this page was open: a gallery photo may be a copy, whose time
  // proves nothing.
  if (file.lastModified >= performance.timeOrigin)
    form.append('takenAt', momentOf(file.lastModified));
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${readToken() ?? ''}`,
      'idempotency-key': createIdempotencyKey(),
    },
    body: form,
  }).catch(() => null);
  const body: unknown = await response?.json().catch(() => null);
  if (response?.ok) return body;
  throw new Error(serverSentence(body) ?? m.sendFailed());
}

export async function sendLotPhoto({ file, url }: TakenPhoto): Promise<SentPhoto> {
  const { photos } = await sendPhotoForm('/api/buyer/photos', file).then(answer.parse);
  return { id: photos[0].id, url };
}
