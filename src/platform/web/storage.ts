/*
 * All tabs share localStorage, which stays until it is deleted. sessionStorage belongs to one tab and
 * ends with it. If storage is full, forbidden or absent, nothing is stored, and nothing throws.
 */

import type * as z from 'zod/mini';

type Shape<T> = z.core.$ZodType<T> & Pick<z.ZodMiniType<T>, 'safeParse'>;

function storeOf(name: 'localStorage' | 'sessionStorage') {
  const store = {
    /** Undefined without storage, null if nothing is kept. */
    read(key: string): string | null | undefined {
      try {
        return globalThis[name].getItem(key);
      } catch {
        return undefined;
      }
    },
    /** Null removes the key. False if the browser stores nothing. */
    write(key: string, text: string | null) {
      try {
        if (text === null) globalThis[name].removeItem(key);
        else globalThis[name].setItem(key, text);
        return true;
      } catch {
        return false;
      }
    },
    /**
     * Not validated: another version may have written it, so any field may be missing. Null if it
     * is no JSON.
     */
    readJson<Value>(key: string): Partial<Value> | null {
      try {
        return JSON.parse(store.read(key) ?? 'null');
      } catch {
        return null;
      }
    },
    /** Null removes it. */
    writeJson: (key: string, value: unknown) =>
      store.write(key, value === null ? null : JSON.stringify(value)),
    readAs: <T>(key: string, shape: Shape<T>): T | null =>
      shape.safeParse(store.readJson(key)).data ?? null,
  };
  return store;
}

export const deviceStore = storeOf('localStorage');
export const tabStore = storeOf('sessionStorage');
