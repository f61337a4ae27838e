import { useState } from 'react';
import * as z from 'zod/mini';
import { parseDecimal } from '#shared/decimal.ts';
import { BULK_LINES_MAX } from '#shared/limits.ts';
import { quantity as quantityRule } from '#shared/product.ts';
import { m } from '#shared/text/compiled/messages.js';
import { failureText, readFailure } from '#web/failure.ts';
import { forgetKept, keep, readKept } from '#web/kept.ts';
import { figureText } from '#web/product-texts.ts';
import { trpc } from '#web/trpc.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { useCachedQuantities } from './use-cached-quantities.ts';
import type { OwnProduct } from './use-own-products.ts';

const KEY = 'draft:inventory';
const keptShape = z.record(z.string(), z.string());

/** What stands in the grid, by product; null while it isn't open. Ids are texts, as keys of what is kept are. */
type Typed = Record<string, string> | null;

/** Many quantities at once: typed or read from a file, kept through a reload, saved line by line. */
export function useBulkUpdate(products: readonly OwnProduct[]) {
  const { farmer } = trpc.useUtils();
  const putIntoList = useCachedQuantities();
  const save = trpc.farmer.products.setQuantities.useMutation();
  const [typed, setTyped] = useState<Typed>(() => readKept(KEY, keptShape));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [banner, setBanner] = useState<string | null>(null);

  const change = (next: Typed) => {
    setTyped(next);
    setBanner(null);
    if (next) keep(KEY, next);
    else forgetKept(KEY);
  };

  const changed = products.filter(({ id, quantity }) => {
    const text = typed?.[id];
    return text !== undefined && parseDecimal(text) !== quantity;
  });

  async function saveAll() {
    if (!typed) return;
    const wrong = changed.filter(({ id }) => !quantityRule.safeParse(parseDecimal(typed[id] ?? '')).success);
    setProblems(Object.fromEntries(wrong.map(({ id }) => [id, m.quantityInvalid()])));
    if (wrong.length > 0) {
      setBanner(m.fixFieldsFirst());
      requestAnimationFrame(() => document.querySelector<HTMLElement>('td [aria-invalid="true"]')?.focus());
      return;
    }
    const { saved, failed, error } = await saveLines(linesOf(changed, typed), save.mutateAsync);
    if (error && readFailure(error).code !== 'NOT_LOGGED_IN') setBanner(failureText(error, m.quantityFailed()));
    putIntoList(saved);
    setProblems(failed);
    const left = Object.fromEntries(Object.entries(typed).filter(([id]) => !saved.has(Number(id))));
    const failures = Object.keys(failed).length;
    change(failures > 0 || saved.size < changed.length ? left : null);
    if (saved.size > 0) showToast('success', m.bulkSaved({ count: saved.size }));
    if (failures > 0) {
      setBanner(m.bulkSomeFailed({ count: failures }));
      await farmer.products.list.invalidate();
    }
  }

  return {
    isOpen: typed !== null,
    textOf: ({ id, quantity }: OwnProduct) => typed?.[id] ?? String(quantity),
    problemOf: ({ id }: OwnProduct) => problems[id],
    changedCount: changed.length,
    banner,
    isSaving: save.isPending,
    open: () => change(typed ?? {}),
    close: () => {
      setProblems({});
      change(null);
    },
    type: ({ id }: OwnProduct, text: string) => {
      setProblems(({ [id]: _, ...others }) => others);
      change({ ...typed, [id]: text });
    },
    fill: (counts: ReadonlyMap<number, number>) =>
      change({ ...typed, ...Object.fromEntries([...counts].map(([id, count]) => [id, String(count)])) }),
    saveAll,
  };
}

export type BulkUpdate = ReturnType<typeof useBulkUpdate>;

type Line = { productId: number; quantity: number; quantitySeen: number };
type Result = { productId: number } & ({ outcome: 'saved'; quantity: number } | Failed);

/** What was typed of these products; that each is a quantity has been checked. */
const linesOf = (products: readonly OwnProduct[], typed: Record<string, string>): Line[] =>
  products.map(({ id, quantity }) => ({
    productId: id,
    quantity: parseDecimal(typed[id] ?? '') ?? 0,
    quantitySeen: quantity,
  }));

/** Sends as many at once as the server takes. A call that fails ends it; what was saved until then is saved. */
async function saveLines(lines: readonly Line[], send: (input: { lines: Line[] }) => Promise<Result[]>) {
  const saved = new Map<number, number>();
  const failed: Record<string, string> = {};
  try {
    for (let at = 0; at < lines.length; at += BULK_LINES_MAX) {
      for (const result of await send({ lines: lines.slice(at, at + BULK_LINES_MAX) })) {
        if (result.outcome === 'saved') saved.set(result.productId, result.quantity);
        else failed[result.productId] = problemText(result);
      }
    }
  } catch (error) {
    return { saved, failed, error };
  }
  return { saved, failed, error: null };
}

type Failed = { outcome: 'notFound' | 'repeated' } | { outcome: 'changed'; quantity: number };

function problemText(result: Failed): string {
  if (result.outcome === 'changed') return m.errorQuantityChanged({ quantity: figureText(result.quantity) });
  return result.outcome === 'notFound' ? m.errorProductNotFound() : m.csvRepeated();
}
