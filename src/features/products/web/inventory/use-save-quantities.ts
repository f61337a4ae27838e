import { useState } from 'react';
import { BULK_LINES_MAX } from '#features/products/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { readFailure } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { keepAll } from '#platform/web/offline/lazy-queue.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { useCachedQuantities } from '../own/use-cached-quantities.ts';
import type { OwnProduct } from '../use-own-products.ts';
import { mergeQuantity, quantityEntry } from './queued-quantity.ts';

export type QuantityLine = { productId: number; quantity: number; quantitySeen: number };
type Refused = { outcome: 'notFound' | 'repeated' } | { outcome: 'changed'; quantity: number };
type Result = { productId: number } & ({ outcome: 'saved'; quantity: number } | Refused);
type Send = (input: { lines: QuantityLine[] }) => Promise<Result[]>;

/**
 * By product: the stored quantities, messages for the refused ones, and the newer quantities from
 * those refusals. `error` is the error that ended the saving early, or null.
 */
type SavedQuantities = {
  saved: Map<number, number>;
  refused: Record<string, string>;
  figures: Map<number, number>;
  error: unknown;
};

/**
 * Saves many quantities, updates the list of products, and says how many were saved. The caller
 * shows the failures. Offline, or if earlier changes are pending, each quantity becomes a pending
 * change of its own.
 */
export function useSaveQuantities(products: readonly OwnProduct[]) {
  const { farmer, client } = trpc.useUtils();
  const putIntoList = useCachedQuantities();
  const [isSaving, setIsSaving] = useState(false);

  async function save(lines: readonly QuantityLine[]): Promise<SavedQuantities> {
    setIsSaving(true);
    try {
      const before = await keepLines(lines, products, 'ifNeeded');
      const outcome = await sendAll(
        lines.filter(({ productId }) => !before.has(productId)),
        client.farmer.products.setQuantities.mutate,
      );
      const { saved, refused } = outcome;
      const isLost = outcome.error !== null && readFailure(outcome.error).isConnectionLost;
      const unsent = lines.filter(
        ({ productId }) => !(before.has(productId) || saved.has(productId) || refused[productId]),
      );
      const after = isLost
        ? await keepLines(unsent, products, 'always')
        : new Map<number, number>();
      const kept = new Map([...before, ...after]);
      if (saved.size > 0) showToast('success', m.bulkSaved({ count: saved.size }));
      if (kept.size > 0) showToast('info', m.queueKeptSome({ count: kept.size }));
      const all = new Map([...saved, ...kept]);
      putIntoList(all);
      // A refused product has changed in the meantime or is gone.
      if (Object.keys(refused).length > 0) void farmer.products.list.invalidate();
      return { ...outcome, saved: all, error: unsent.length === after.size ? null : outcome.error };
    } finally {
      setIsSaving(false);
    }
  }

  return { save, isSaving };
}

/** @returns the pending quantities by product */
async function keepLines(
  lines: readonly QuantityLine[],
  products: readonly OwnProduct[],
  when: 'always' | 'ifNeeded',
): Promise<Map<number, number>> {
  const named = new Map(products.map((product) => [product.id, product]));
  const changes = lines.flatMap((line) => {
    const product = named.get(line.productId);
    return product
      ? [
          {
            line,
            entry: quantityEntry({ ...product, ...line }),
            merge: mergeQuantity(line.quantity),
          },
        ]
      : [];
  });
  const kept = await keepAll(changes, when);
  return new Map(kept.map(({ line }) => [line.productId, line.quantity]));
}

/**
 * Sends as many lines per call as the server accepts. A failed call stops the loop; lines saved
 * before it stay saved.
 */
async function sendAll(lines: readonly QuantityLine[], send: Send): Promise<SavedQuantities> {
  const saved = new Map<number, number>();
  const refused: Record<string, string> = {};
  const figures = new Map<number, number>();
  try {
    for (let at = 0; at < lines.length; at += BULK_LINES_MAX) {
      for (const result of await send({ lines: lines.slice(at, at + BULK_LINES_MAX) })) {
        if (result.outcome === 'saved') saved.set(result.productId, result.quantity);
        else refused[result.productId] = refusalText(result);
        if (result.outcome === 'changed') figures.set(result.productId, result.quantity);
      }
    }
  } catch (error) {
    return { saved, refused, figures, error };
  }
  return { saved, refused, figures, error: null };
}

function refusalText(result: Refused): string {
  if (result.outcome === 'changed')
    return m.errorQuantityChanged({ quantity: figureText(result.quantity) });
  return result.outcome === 'notFound' ? m.errorProductNotFound() : m.csvRepeated();
}
