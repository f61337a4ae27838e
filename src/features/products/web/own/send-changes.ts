import { PhotoNotSent, sendPhoto } from '#photos/web/send-photo.ts';
import { figureText } from '#platform/rules/amounts.ts';
import { rpc } from '#platform/web/client/rpc.ts';
import {
  type Entry,
  notSent,
  type Send,
  type Sending,
  type SendTogether,
  withDeadline,
} from '#platform/web/offline/entry.ts';
import { inputOf } from '#platform/web/offline/lazy-queue.ts';
import type { SetQuantity } from '#products/rules/product.ts';
import { m } from '#text';
import type { PendingProduct } from './pending-products.tsx';

const GONE = 410;
/** Without an answer in this time, the connection is lost. */
const ANSWER_MILLISECONDS = 20_000;
/** The server deletes a photo that no product uses after a day. */
const SURELY_THERE_MILLISECONDS = 60 * 60_000;

/** Sends the photos in parts, each under its own key, then the product under the entry's key. */
export const sendProduct: Send = async (entry, sending) => {
  const { photos: _, typed: __, productId, ...input } = inputOf<PendingProduct>(entry);
  const product = { ...input, photoIds: await sendPhotos(entry, sending) };
  const { create, edit } = rpc.farmer.products;
  return withDeadline(ANSWER_MILLISECONDS, (signal) => {
    const options = { context: { idempotencyKey: entry.key, token: sending.token }, signal };
    return productId === undefined
      ? create.mutate(product, options)
      : edit.mutate({ ...product, productId }, options);
  });
};

async function sendPhotos(
  entry: Entry,
  { token, files: findFiles, onProgress, signal }: Sending,
): Promise<number[]> {
  const { photos } = inputOf<PendingProduct>(entry);
  const files = [...((await findFiles()) ?? [])];
  const isFresh = Math.abs(Date.now() - Date.parse(entry.writtenAt)) < SURELY_THERE_MILLISECONDS;
  const ids: number[] = [];
  for (const [place, { key, takenAt, id, hasFile }] of photos.entries()) {
    const file = hasFile ? files.shift() : undefined;
    if (id !== null && (isFresh || !file)) {
      ids.push(id);
      continue;
    }
    if (!file) throw notSent(m.queuePhotosLost(), { status: GONE });
    const progress = (percent: number) =>
      onProgress(Math.round((100 * place + percent) / photos.length));
    const sending = {
      idempotencyKey: key,
      takenAt: takenAt || undefined,
      token,
      signal,
      // The form may have sent a part.
      isResumed: true,
      onProgress: progress,
    };
    ids.push((await sendPhoto(file, sending).catch(toNotSent)).id);
  }
  return ids;
}

function toNotSent(error: unknown): never {
  if (!(error instanceof PhotoNotSent)) throw error;
  throw notSent(error.message, error);
}

export const setTogether: SendTogether = async (entries, options) => {
  const lines = entries.map((entry) => inputOf<SetQuantity>(entry));
  const results = await rpc.farmer.products.setQuantities.mutate({ lines }, options);
  return results.map((result) => {
    if (result.outcome === 'saved') return { sent: result };
    if (result.outcome === 'changed') {
      const { quantity } = result;
      const sentence = m.errorQuantityChanged({ quantity: figureText(quantity) });
      return { refusal: { sentence, code: 'QUANTITY_CHANGED', facts: { quantity } } };
    }
    return {
      refusal: { sentence: m.errorProductNotFound(), code: 'PRODUCT_NOT_FOUND', facts: {} },
    };
  });
};
