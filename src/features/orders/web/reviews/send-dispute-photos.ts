import { shrinkPhoto } from '#photos/web/shrink-photo.ts';
import { serverSentence } from '#platform/web/client/fetch-file.ts';
import { createIdempotencyKey } from '#platform/web/client/idempotency-key.ts';
import { momentOf } from '#platform/web/offline/clock-offset.ts';
import { readToken } from '#platform/web/session/session.ts';
import { m } from '#text';

/** One at a time, because a phone's connection has room for one. */
export async function sendDisputePhotos(orderId: number, files: readonly File[]): Promise<void> {
  for (const file of files) await sendOne(orderId, file);
}

async function sendOne(orderId: number, file: File) {
  const form = new FormData();
  const photo = await shrinkPhoto(file);
  // Sent unchanged if it could not be shrunk. It keeps its name, which the server compares with the
  // bytes.
  form.append('photos', photo, photo instanceof File ? photo.name : 'photo.jpg');
  // Only for photos taken while this page was open: a gallery photo may be a copy, whose time
  // proves nothing.
  if (file.lastModified >= performance.timeOrigin)
    form.append('takenAt', momentOf(file.lastModified));
  const response = await fetch(`/api/buyer/orders/${orderId}/dispute/photos`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${readToken() ?? ''}`,
      'idempotency-key': createIdempotencyKey(),
    },
    body: form,
  }).catch(() => null);
  if (response?.ok) return;
  throw new Error(serverSentence(await response?.json().catch(() => null)) ?? m.sendFailed());
}
