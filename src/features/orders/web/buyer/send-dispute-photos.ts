import { sendPhotoForm } from '#photos/web/send-photo-form.ts';

/** One at a time, because a phone's connection has room for one. */
export async function sendDisputePhotos(orderId: number, files: readonly File[]): Promise<void> {
  for (const file of files)
    await sendPhotoForm(`/api/buyer/orders/${orderId}/dispute/photos`, file);
}
