import { PhotoNotSent, sendPhoto } from '#features/photos/web/send-photo.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { rpc } from '#platform/web/client/rpc.ts';
import type { Entry } from '#platform/web/offline/entry.ts';
import { factsOf, type Kind, notSent, type Sending } from '#platform/web/offline/kinds.ts';
import { inputOf } from '#platform/web/offline/lazy-queue.ts';
import type { WaitingProduct } from './waiting-product.ts';

const GONE = 410;
/** The product itself is small. If no answer arrives in this time, the connection is lost. */
const ANSWER_MILLISECONDS = 60_000;

const refreshes = [
  ['farmer', 'products'],
  ['farmer', 'overview'],
] as const;

/**
 * How the queue sends a new product: first its photos in parts, each under its own key, then the
 * product under the entry's key.
 */
export const newProductKind: Kind = {
  async send(entry, sending) {
    const { photos: _, typed: __, ...input } = inputOf<WaitingProduct>(entry);
    const photoIds = await sendPhotos(entry, sending);
    return answered((signal) =>
      rpc.farmer.products.create.mutate({ ...input, photoIds }, optionsOf(entry, sending, signal)),
    );
  },
  refreshes,
};

/**
 * How the queue sends an edit with photos. Sending it twice is harmless as long as the quantity is
 * still the one that the edit set.
 */
export const editPhotosKind: Kind = {
  async send(entry, sending) {
    const { photos: _, typed: __, productId = 0, ...input } = inputOf<WaitingProduct>(entry);
    const edit = { ...input, productId, photoIds: await sendPhotos(entry, sending) };
    return answered((signal) =>
      rpc.farmer.products.edit.mutate(edit, optionsOf(entry, sending, signal)),
    ).catch((error: unknown) => {
      const wasDone =
        readFailure(error).code === 'QUANTITY_CHANGED' &&
        factsOf(error).quantity === input.quantity;
      if (entry.tries > 1 && wasDone) return null;
      throw error;
    });
  },
  refreshes,
};

const optionsOf = ({ key }: Entry, { token }: Sending, signal: AbortSignal) => ({
  context: { idempotencyKey: key, token },
  signal,
});

async function answered<Answer>(send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const giveUp = new AbortController();
  const patience = setTimeout(() => giveUp.abort(), ANSWER_MILLISECONDS);
  try {
    return await send(giveUp.signal);
  } finally {
    clearTimeout(patience);
  }
}

/** @returns the ids of the photos, in their order */
async function sendPhotos(
  entry: Entry,
  { token, files: findFiles, onProgress, signal }: Sending,
): Promise<number[]> {
  const { photos } = inputOf<WaitingProduct>(entry);
  const files = [...((await findFiles()) ?? [])];
  const ids: number[] = [];
  for (const [place, { key, takenAt, id, hasFile }] of photos.entries()) {
    const file = hasFile ? files.shift() : undefined;
    if (!file) {
      if (id === null) throw notSent(m.queuePhotosLost(), { status: GONE });
      ids.push(id);
      continue;
    }
    const progress = (percent: number) =>
      onProgress(Math.round((100 * place + percent) / photos.length));
    // Asks first for what the server already has, so that no byte is sent twice.
    const isResumed = entry.tries > 1 || id !== null;
    const sending = {
      idempotencyKey: key,
      takenAt: takenAt || undefined,
      token,
      signal,
      isResumed,
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
