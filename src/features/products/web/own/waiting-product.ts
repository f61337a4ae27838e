import type { CreateProduct } from '#features/products/rules/product.ts';
import { createIdempotencyKey } from '#platform/web/client/idempotency-key.ts';
import { dropEntry, findFiles, storeEntry } from '#platform/web/offline/entries.ts';
import type { Entry } from '#platform/web/offline/entry.ts';
import { inputOf } from '#platform/web/offline/lazy-queue.ts';
import { sendEntries } from '#platform/web/offline/send-entries.ts';
import { readUser } from '#platform/web/session/session.ts';
import { keep } from '#platform/web/ui/browser/tab-storage.ts';
import { keepDraftPhotos } from './draft-photos.ts';
import type { ProductValues } from './product-values.ts';

/**
 * A photo of a pending product. With `hasFile` its file is one of the entry's, in the same order;
 * otherwise the server has it under its id.
 */
export type WaitingPhoto = { key: string; takenAt: string; id: number | null; hasFile: boolean };
/** The form's values, both as the procedures take them and as typed. */
export type WaitingProduct = Omit<CreateProduct, 'photoIds'> & {
  productId?: number;
  quantitySeen?: number | undefined;
  photos: WaitingPhoto[];
  typed: ProductValues;
};

export const isProduct = ({ kind }: Pick<Entry, 'kind'>): boolean =>
  kind === 'newProduct' || kind === 'editPhotos';

/** The photos, and the key of a request whose answer was lost. */
type Keeping = { files: readonly File[]; key?: string };

/**
 * Stores a product with its photos as a pending change.
 * @returns false if there is no room; the form then keeps it
 */
export async function keepProduct(
  userId: number,
  product: WaitingProduct,
  { files, key }: Keeping,
): Promise<boolean> {
  const { name, quantity, unit, price, productId } = product;
  const ownKey = key ?? createIdempotencyKey();
  const isStored = await storeEntry(
    userId,
    {
      key: ownKey,
      kind: productId === undefined ? 'newProduct' : 'editPhotos',
      subject: productId === undefined ? `newProduct:${ownKey}` : `product:${productId}`,
      input: product,
      parts: { name, quantity, unit, price },
      ...(key !== undefined && { tries: 1 }),
    },
    files,
  ).then(
    () => true,
    () => false,
  );
  if (isStored) void sendEntries();
  return isStored;
}

/**
 * Restores everything into the form. The draft is written first, and only then the entry is
 * deleted.
 * @returns which form; null if the draft could not be stored, and the entry stays
 */
export async function reopenProduct(entry: Entry): Promise<number | 'new' | null> {
  const user = readUser();
  const { photos, typed, productId } = inputOf<WaitingProduct>(entry);
  const files = [...((user && (await findFiles(user.id, entry.key))) ?? [])];
  const form = productId ?? 'new';
  const drafts = photos.flatMap(({ key, takenAt, hasFile }) => {
    const file = hasFile ? files.shift() : undefined;
    return file ? [{ key, takenAt, file }] : [];
  });
  if (!user || !(await keepDraftPhotos(`draft:product:${form}`, drafts))) return null;
  keep(`draft:product:${form}`, typed);
  await dropEntry(user.id, entry.key);
  return form;
}
