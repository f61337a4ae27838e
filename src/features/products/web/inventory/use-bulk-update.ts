import { useState } from 'react';
import { failureText } from '#platform/web/client/failure.ts';
import type { Entry } from '#platform/web/offline/entry.ts';
import { saveChange } from '#platform/web/offline/lazy-queue.ts';
import { tabStore } from '#platform/web/session/storage.ts';
import { quantity as quantityRule } from '#products/rules/product.ts';
import { m } from '#text';
import { useIsShown } from '#ui/browser/screen-state.ts';
import { showToast } from '#ui/feedback/show-toast.ts';
import { type OwnProduct, useFreshQuantities } from '../use-own-products.ts';
import {
  countOf,
  isChanged,
  mergeQuantity,
  quantityEntry,
  type TypedQuantities,
  typedQuantities,
  withCounts,
  withFigures,
  withText,
} from './product-parts.tsx';

export function useBulkUpdate(products: readonly OwnProduct[]) {
  const { save, isSaving } = useSaveQuantities(products);
  const findQuantities = useFreshQuantities();
  const [typed, setTyped] = useTypedQuantities();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [banner, setBanner] = useState<string | null>(null);
  const changed = products.filter(({ id }) => isChanged(typed, id));

  const change = (next: TypedQuantities | null) => {
    setTyped(next);
    setBanner(null);
  };

  async function saveAll() {
    if (!typed) return;
    const wrong = problemsOf(changed, typed);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) {
      setBanner(m.fixFieldsFirst());
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('[data-bulk][aria-invalid="true"]')?.focus(),
      );
      return;
    }
    const { saved, errors } = await save(linesOf(changed, typed));
    const left = Object.entries(typed).filter(([id]) => !saved.has(Number(id)));
    // Saved lines leave the grid; the others stay with the reason.
    const seen = errors.size > 0 ? await findQuantities([...errors.keys()]) : new Map();
    change(errors.size > 0 ? withFigures(Object.fromEntries(left), seen) : null);
    setProblems(
      Object.fromEntries(
        [...errors].map(([id, error]) => [id, failureText(error, m.saveFailed())]),
      ),
    );
    if (errors.size > 0) setBanner(m.bulkSomeFailed({ count: errors.size }));
  }

  return {
    isOpen: typed !== null,
    textOf: ({ id, quantity }: OwnProduct) => typed?.[id]?.text ?? String(quantity),
    problemOf: ({ id }: OwnProduct) => problems[id],
    changedCount: changed.length,
    banner,
    isSaving,
    open: () => change(typed ?? {}),
    close: () => {
      setProblems({});
      change(null);
    },
    type: (product: OwnProduct, text: string) => {
      setProblems(({ [product.id]: _, ...others }) => others);
      change(withText(typed ?? {}, product, text));
    },
    fill: (file: Parameters<typeof withCounts>[2]) =>
      change(withCounts(typed ?? {}, products, file)),
    saveAll,
  };
}

export type BulkUpdate = ReturnType<typeof useBulkUpdate>;

function problemsOf(
  products: readonly OwnProduct[],
  typed: TypedQuantities,
): Record<string, string> {
  const wrong = products.filter(
    ({ id }) => !quantityRule.safeParse(countOf(typed[id]?.text ?? '')).success,
  );
  return Object.fromEntries(wrong.map(({ id }) => [id, m.quantityInvalid()]));
}

const linesOf = (products: readonly OwnProduct[], typed: TypedQuantities): QuantityLine[] =>
  products.map(({ id, quantity }) => ({
    productId: id,
    quantity: countOf(typed[id]?.text ?? '') ?? 0,
    quantitySeen: typed[id]?.seen ?? quantity,
  }));

const KEY = 'draft:inventory';

function useTypedQuantities() {
  const [typed, setTyped] = useState<TypedQuantities | null>(() =>
    tabStore.readAs(KEY, typedQuantities),
  );
  const change = (next: TypedQuantities | null) => {
    setTyped(next);
    if (next) tabStore.writeJson(KEY, next);
    else tabStore.write(KEY, null);
  };
  return [typed, change] as const;
}

type QuantityLine = { productId: number; quantity: number; quantitySeen: number };

type SavedQuantities = { saved: ReadonlySet<number>; errors: ReadonlyMap<number, unknown> };

/** Each quantity is a change of its own. The caller shows the refusals. */
function useSaveQuantities(products: readonly OwnProduct[]) {
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
