import * as z from 'zod/mini';
import { type Cents, centsOf } from '#platform/rules/money.ts';

export const code = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

export const namedValue = z.catch(z.optional(z.nullable(z.union([z.string(), z.number()]))), null);

/**
 * Daraja sends a single entry without its list, and omits an empty list. Unreadable entries don't
 * invalidate the others.
 */
export const listOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((list) =>
      [list].flat().flatMap((one): z.infer<Item>[] => {
        const read = z.safeParse(item, one);
        return read.success ? [read.data] : [];
      }),
    ),
  );

const TEXT_MAX = 300;

/** PostgreSQL's texts cannot hold \0. */
export const shortText = (text: string): string => text.replaceAll('\0', '').slice(0, TEXT_MAX);

const RECEIPT = /^[A-Z0-9]{6,20}$/i;

/** M-Pesa sends this when it made no transaction. */
const NO_RECEIPT = /^0+$/;

export const receiptOf = (value: unknown): string | null =>
  typeof value === 'string' && RECEIPT.test(value) && !NO_RECEIPT.test(value)
    ? value.toUpperCase()
    : null;

export function amountOf(value: unknown): Cents | null {
  const amount = value === null || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(amount) ? centsOf(amount) : null;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
