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
 * A photo of a product that waits. Its file is the entry's, in the same order, where `hasFile`;
 * else the server has it under its id.
 */
export type WaitingPhoto = { key: string; takenAt: string; id: number | null; hasFile: boolean };
/** What the form had, as the procedures take it and as it was typed. */
export type WaitingProduct = Omit<CreateProduct, 'photoIds'> & {
  productId?: number;
  quantitySeen?: number | undefined;
  photos: WaitingPhoto[];
  typed: ProductValues;
};

export const isProduct = ({ kind }: Pick<Entry, 'kind'>): boolean =>
  kind === 'newProduct' || kind === 'editPhotos';

/** Its photos; the key and the count of tries of a request whose answer was lost. */
type Keeping = { files: readonly File[]; key?: string };

/**
 * Keeps a product with its photos until there is a line. @returns false where there is no room for
 * it: then the form still has it
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
 * Puts everything back into the form: its draft first, and only then the entry goes.
 * @returns which form; null where the phone could not keep the draft, and the entry stays
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
