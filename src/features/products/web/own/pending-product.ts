import { createIdempotencyKey } from '#platform/web/client/idempotency-key.ts';
import { dropEntry, findFiles } from '#platform/web/offline/entries.ts';
import type { Entry } from '#platform/web/offline/entry.ts';
import { inputOf } from '#platform/web/offline/lazy-queue.ts';
import type { Change } from '#platform/web/offline/save-change.ts';
import { readUser } from '#platform/web/session/session.ts';
import { tabStore } from '#platform/web/session/storage.ts';
import type { CreateProduct } from '#products/rules/product.ts';
import type { Typed } from '#ui/form/form-codec.tsx';
import { keepDraftPhotos } from './draft-photos.ts';

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

export const isProduct = ({ kind }: Pick<Entry, 'kind'>): boolean =>
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

export async function dropProduct({ key }: Entry): Promise<void> {
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
