import { PhotoNotSent, sendPhoto } from '#photos/web/send-photo.ts';
import type { CreateProduct, SetQuantity } from '#products/rules/product.ts';
import { figureText } from '#rules/amounts.ts';
import { m } from '#text';
import type { Typed } from '#ui/form-codec.tsx';
import { createIdempotencyKey } from '#web/idempotency-key.ts';
import { dropEntry, findFiles } from '#web/offline/entries.ts';
import {
  type Entry,
  notSent,
  type Send,
  type Sending,
  type SendTogether,
  withDeadline,
} from '#web/offline/entry.ts';
import { inputOf } from '#web/offline/lazy-queue.ts';
import type { Change } from '#web/offline/save-change.ts';
import { rpc } from '#web/rpc.ts';
import { readUser } from '#web/session.ts';
import { tabStore } from '#web/storage.ts';
import { keepDraftPhotos } from './stored-photos.ts';

/**
 * With `hasFile` its file is among the entry's, in the same order; otherwise the server has it
 * under its id.
 */
export type PendingPhoto = { key: string; takenAt: string; id: number | null; hasFile: boolean };
/** Both as the procedures take them and as typed. */
export type PendingProduct = Omit<CreateProduct, 'photoIds'> & {
  productId?: number;
  quantitySeen?: number | undefined;
  photos: PendingPhoto[];
  typed: Typed<CreateProduct>;
};

export const isProduct = ({ kind }: Pick<Entry, 'kind'>) =>
  kind === 'newProduct' || kind === 'editPhotos';

type FormPhotos = {
  photos: PendingPhoto[];
  files: readonly File[];
  capturedAt: CreateProduct['capturedAt'] | null;
};

/** An edit without photos is a single call. */
export function productChange(
  values: Omit<PendingProduct, 'photos'>,
  { photos, files, capturedAt }: FormPhotos,
): Pick<Change, 'entry' | 'files'> {
  const { typed, productId, ...input } = { ...values, ...(capturedAt && { capturedAt }) };
  const { name, quantity, unit, price } = input;
  const key = createIdempotencyKey();
  const parts = { name, quantity, unit, price };
  const product = { ...input, photos, typed };
  if (productId === undefined) {
    const entry = { key, kind: 'newProduct', subject: `newProduct:${key}`, input: product, parts };
    return { entry, files };
  }
  const edit = { kind: 'editProduct', subject: `product:${productId}`, parts };
  return photos.length > 0
    ? { entry: { ...edit, kind: 'editPhotos', input: { ...product, productId } }, files }
    : { entry: { ...edit, input: { ...input, productId } } };
}

export async function dropProduct({ key }: Entry) {
  const user = readUser();
  if (user) await dropEntry(user.id, key);
}

/**
 * Writes the draft before it deletes the entry. Returns which form it was; null if the draft could
 * not be stored, and the entry stays.
 */
export async function reopenProduct(entry: Entry): Promise<number | 'new' | null> {
  const user = readUser();
  const { photos, typed, productId } = inputOf<PendingProduct>(entry);
  const files = [...((user && (await findFiles(user.id, entry.key))) ?? [])];
  const form = productId ?? 'new';
  const drafts = photos.flatMap(({ key, takenAt, hasFile }) => {
    const file = hasFile ? files.shift() : undefined;
    return file ? [{ key, takenAt, file }] : [];
  });
  if (!user || !(await keepDraftPhotos(`draft:product:${form}`, drafts))) return null;
  tabStore.writeJson(`draft:product:${form}`, typed);
  await dropEntry(user.id, entry.key);
  return form;
}

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
  { token, files: readFiles, onProgress, signal }: Sending,
): Promise<number[]> {
  const { photos } = inputOf<PendingProduct>(entry);
  const files = [...((await readFiles()) ?? [])];
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
