import type * as z from 'zod/mini';

/* Data that must survive a reload of this tab. Does nothing without storage. */

type Shape<T> = z.core.$ZodType<T> & Pick<z.ZodMiniType<T>, 'safeParse'>;

export function readStored<T>(key: string, shape: Shape<T>): T | null {
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
  } catch {}
}

export function forgetStored(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {}
}
