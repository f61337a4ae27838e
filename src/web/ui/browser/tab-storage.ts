import type * as z from 'zod/mini';

/*
 * What must survive a reload of this tab: drafts of forms, the moment a code ends. Storage may be full, forbidden or absent; then
 * a reload loses it, and nothing else happens.
 */

type Shape<T> = z.core.$ZodType<T> & Pick<z.ZodMiniType<T>, 'safeParse'>;

/** What was kept under this key, if it still has the shape it should have. */
export function readKept<T>(key: string, shape: Shape<T>): T | null {
  try {
    const parsed = shape.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Said above.
  }
}

export function forgetKept(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Said above.
  }
}
