import { useEffect, useState } from 'react';
import { createIdempotencyKey } from '#platform/web/client/idempotency-key.ts';
import { dropEntry, findFiles } from '#platform/web/offline/entries.ts';
import type { Entry } from '#platform/web/offline/entry.ts';
import { inputOf } from '#platform/web/offline/lazy-queue.ts';
import { useEntries, useSentPercent } from '#platform/web/offline/mirror.ts';
import { QueuedMark } from '#platform/web/offline/queued-mark.tsx';
import type { Change } from '#platform/web/offline/save-change.ts';
import { readUser } from '#platform/web/session/session.ts';
import { tabStore } from '#platform/web/session/storage.ts';
import type { CreateProduct } from '#products/rules/product.ts';
import { m } from '#text';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Button } from '#ui/form/button.tsx';
import type { Typed } from '#ui/form/form-codec.tsx';
import { priceText, quantityText } from '../product-texts.ts';
import { keepDraftPhotos } from './stored-photos.ts';

type PendingProductsProps = { onOpen: (form: number | 'new') => void };

export function PendingProducts({ onOpen }: PendingProductsProps) {
  const entries = useEntries().filter(isProduct);
  if (entries.length === 0) return null;
  return (
    <ul aria-label={m.queueTitle()} className="mb-5 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {entries.map((entry) => (
        <PendingCard key={entry.key} entry={entry} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function PendingCard({ entry, onOpen }: { entry: Entry } & PendingProductsProps) {
  const { name, price, unit, quantity } = inputOf<PendingProduct>(entry);
  const percent = useSentPercent(entry.key);
  const url = useFirstPicture(entry);
  const open = async () => {
    const form = await reopenProduct(entry);
    if (form === null) showToast('error', m.storageFull());
    else onOpen(form);
  };
  return (
    <li className="grid grid-cols-[6rem_1fr] gap-3 rounded-card border border-line border-dashed bg-card p-3">
      <span className="block size-24 overflow-hidden rounded-field bg-sunk">
        {url && <img src={url} alt="" className="cover" />}
      </span>
      <div className="grid min-w-0 content-start gap-0.5">
        <p className="wrap-anywhere font-bold leading-snug">{name}</p>
        <p className="text-muted text-sm tabular-nums">
          {priceText(price, unit)} · {quantityText(quantity, unit)}
        </p>
        {percent === null ? (
          <QueuedMark entry={entry} />
        ) : (
          <p
            role="status"
            className="flex min-h-11 items-center font-semibold text-sm tabular-nums"
          >
            {m.queueStateSending({ percent })}
          </p>
        )}
      </div>
      {entry.refusal && (
        <div className="col-span-2 grid gap-2">
          <p
            role="alert"
            className="rounded-field bg-soil-soft px-3 py-2 font-semibold text-on-soil-soft text-sm"
          >
            {entry.refusal.sentence}
          </p>
          <Button size="small" variant="secondary" onClick={() => void open()}>
            {m.queueOpenAgain()}
          </Button>
        </div>
      )}
    </li>
  );
}

function useFirstPicture({ key, fileCount }: Entry): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const user = readUser();
    if (!user || fileCount === 0) return;
    let shown: string | null = null;
    let isOver = false;
    findFiles(user.id, key).then(
      (files) => {
        const [first] = files ?? [];
        if (isOver || !first) return;
        shown = URL.createObjectURL(first);
        setUrl(shown);
      },
      () => {},
    );
    return () => {
      isOver = true;
      if (shown) URL.revokeObjectURL(shown);
    };
  }, [key, fileCount]);
  return url;
}

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
