import { useCallback, useEffect, useLayoutEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { tabStore } from '../../session/storage.ts';

type Draft = { name: string; without: readonly string[] };

const values = z.record(z.string(), z.union([z.string(), z.boolean()]));
const keyOf = (name: string) => `draft:${name}`;

export const hasDraft = (name: string): boolean => tabStore.readAs(keyOf(name), values) !== null;

/** Returns a function that clears form and draft. */
export function useDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { name, without }: Draft,
): () => void {
  const key = keyOf(name);
  const { reset, subscribe, getValues } = form;

  useLayoutEffect(() => {
    const draft = tabStore.readAs(key, values);
    // Keeps the defaults, so that the form knows it has unsaved input.
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
  }, [key, reset, getValues]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: typed }) => {
          tabStore.writeJson(
            key,
            Object.fromEntries(Object.entries(typed).filter(([field]) => !without.includes(field))),
          );
        },
      }),
    [subscribe, key, without],
  );

  return useCallback(() => {
    reset();
    tabStore.write(key, null);
  }, [reset, key]);
}
