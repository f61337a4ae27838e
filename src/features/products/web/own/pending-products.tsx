import { useEffect, useState } from 'react';
import { priceText, quantityText } from '#products/rules/product-texts.ts';
import { m } from '#text';
import { Button } from '#ui/elements.tsx';
import { showToast } from '#ui/show-toast.ts';
import { findFiles } from '#web/offline/entries.ts';
import type { Entry } from '#web/offline/entry.ts';
import { inputOf } from '#web/offline/lazy-queue.ts';
import { useEntries, useSentPercent } from '#web/offline/mirror.ts';
import { QueuedMark } from '#web/offline/queued-mark.tsx';
import { readUser } from '#web/session.ts';
import { isProduct, type PendingProduct, reopenProduct } from './queued-products.ts';

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

function useFirstPicture({ key, fileCount }: Entry) {
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
