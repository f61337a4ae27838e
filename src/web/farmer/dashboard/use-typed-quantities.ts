import { useState } from 'react';
import * as z from 'zod/mini';
import { forgetKept, keep, readKept } from '#web/kept.ts';

const KEY = 'draft:inventory';
const keptShape = z.record(z.string(), z.string());

/** What stands in the grid, by product; null while it isn't open. Ids are texts, as keys of what is kept are. */
export type TypedQuantities = Record<string, string> | null;

/** What was typed into the grid, kept through a reload until it is closed. */
export function useTypedQuantities() {
  const [typed, setTyped] = useState<TypedQuantities>(() => readKept(KEY, keptShape));
  const change = (next: TypedQuantities) => {
    setTyped(next);
    if (next) keep(KEY, next);
    else forgetKept(KEY);
  };
  return [typed, change] as const;
}
