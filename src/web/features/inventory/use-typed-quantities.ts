import { useState } from 'react';
import { forgetKept, keep, readKept } from '#web/ui/browser/tab-storage.ts';
import { type TypedQuantities, typedQuantities } from './typed-quantities.ts';

const KEY = 'draft:inventory';

/** What was typed into the grid, kept through a reload until it is closed; null while it isn't open. */
export function useTypedQuantities() {
  const [typed, setTyped] = useState<TypedQuantities | null>(() => readKept(KEY, typedQuantities));
  const change = (next: TypedQuantities | null) => {
    setTyped(next);
    if (next) keep(KEY, next);
    else forgetKept(KEY);
  };
  return [typed, change] as const;
}
