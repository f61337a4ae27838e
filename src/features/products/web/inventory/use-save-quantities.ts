import { useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { Entry } from '#platform/web/offline/entry.ts';
import { saveChange } from '#platform/web/offline/lazy-queue.ts';
import { useIsShown } from '#platform/web/ui/browser/use-is-shown.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import type { OwnProduct } from '../use-own-products.ts';
import { mergeQuantity, quantityEntry } from './queued-quantity.ts';

export type QuantityLine = { productId: number; quantity: number; quantitySeen: number };

/** The stored lines, and the error of each refused one, by product. */
type SavedQuantities = { saved: ReadonlySet<number>; errors: ReadonlyMap<number, unknown> };

/**
 * Saves many quantities, each as a change of its own, and says how many were saved or are pending.
 * The caller shows the refusals.
 */
export function useSaveQuantities(products: readonly OwnProduct[]) {
  const [isSaving, setIsSaving] = useState(false);
  const isShown = useIsShown();

  async function saveLine(line: QuantityLine): Promise<Entry | null> {
    const product = products.find(({ id }) => id === line.productId);
    if (!product) return null;
    const entry = quantityEntry({ ...product, ...line });
    return saveChange({ entry, merge: mergeQuantity(line.quantity), isShown });
  }

  async function save(lines: readonly QuantityLine[]): Promise<SavedQuantities> {
    setIsSaving(true);
    const ends = await Promise.allSettled(lines.map(saveLine));
    setIsSaving(false);
    const saved = new Set<number>();
    const errors = new Map<number, unknown>();
    let pending = 0;
    for (const [at, { productId }] of lines.entries()) {
      const end = ends[at];
      if (end?.status === 'rejected') errors.set(productId, end.reason);
      else {
        saved.add(productId);
        if (end?.value) pending += 1;
      }
    }
    if (saved.size > pending) showToast('success', m.bulkSaved({ count: saved.size - pending }));
    if (pending > 0) showToast('info', m.queueKeptSome({ count: pending }));
    return { saved, errors };
  }

  return { save, isSaving };
}
