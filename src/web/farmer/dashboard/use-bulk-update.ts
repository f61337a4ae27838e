import { useState } from 'react';
import { parseDecimal } from '#shared/decimal.ts';
import { quantity as quantityRule } from '#shared/product.ts';
import { m } from '#shared/text/compiled/messages.js';
import { failureText, readFailure } from '#web/failure.ts';
import type { OwnProduct } from './use-own-products.ts';
import { type QuantityLine, useSaveQuantities } from './use-save-quantities.ts';
import { type TypedQuantities, useTypedQuantities } from './use-typed-quantities.ts';

/** Many quantities at once: typed or read from a file, kept through a reload, saved line by line. */
export function useBulkUpdate(products: readonly OwnProduct[]) {
  const { save, isSaving } = useSaveQuantities();
  const [typed, setTyped] = useTypedQuantities();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [banner, setBanner] = useState<string | null>(null);
  const changed = products.filter((product) => isChanged(product, typed));

  const change = (next: TypedQuantities) => {
    setTyped(next);
    setBanner(null);
  };

  async function saveAll() {
    if (!typed) return;
    const wrong = problemsOf(changed, typed);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) {
      setBanner(m.fixFieldsFirst());
      requestAnimationFrame(() => document.querySelector<HTMLElement>('td [aria-invalid="true"]')?.focus());
      return;
    }
    const { saved, refused, error } = await save(linesOf(changed, typed));
    const left = Object.entries(typed).filter(([id]) => !saved.has(Number(id)));
    // What was stored leaves the grid; the rest stays in it, with why.
    change(saved.size < changed.length ? Object.fromEntries(left) : null);
    setProblems(refused);
    setBanner(failureBanner(Object.keys(refused).length, error));
  }

  return {
    isOpen: typed !== null,
    textOf: ({ id, quantity }: OwnProduct) => typed?.[id] ?? String(quantity),
    problemOf: ({ id }: OwnProduct) => problems[id],
    changedCount: changed.length,
    banner,
    isSaving,
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

function isChanged({ id, quantity }: OwnProduct, typed: TypedQuantities): boolean {
  const text = typed?.[id];
  return text !== undefined && parseDecimal(text) !== quantity;
}

/** A sentence for each product whose text is no quantity. */
function problemsOf(products: readonly OwnProduct[], typed: Record<string, string>): Record<string, string> {
  const wrong = products.filter(({ id }) => !quantityRule.safeParse(parseDecimal(typed[id] ?? '')).success);
  return Object.fromEntries(wrong.map(({ id }) => [id, m.quantityInvalid()]));
}

/** What was typed of these products, as it is sent; that each is a quantity has been checked. */
const linesOf = (products: readonly OwnProduct[], typed: Record<string, string>): QuantityLine[] =>
  products.map(({ id, quantity }) => ({
    productId: id,
    quantity: parseDecimal(typed[id] ?? '') ?? 0,
    quantitySeen: quantity,
  }));

/** That the session is over the screen says itself. */
function failureBanner(refusals: number, error: unknown): string | null {
  if (refusals > 0) return m.bulkSomeFailed({ count: refusals });
  return error && readFailure(error).code !== 'NOT_LOGGED_IN' ? failureText(error, m.quantityFailed()) : null;
}
