import * as z from 'zod/mini';
import { type Cents, centsOf } from '#platform/rules/money.ts';

/* Values that Daraja's responses and callbacks share. */

/** Codes are strings in some responses and numbers in others. */
export const code = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

/** The value of a named list entry; null if it is missing, or neither text nor a number. */
export const namedValue = z.catch(z.optional(z.nullable(z.union([z.string(), z.number()]))), null);

/**
 * A list of named values. Daraja sends a single entry without its list, and omits an empty list. An
 * entry that cannot be read is left out, so that the others still count.
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

/** Cuts a text to the stored length. PostgreSQL's texts cannot hold \0. */
export const shortText = (text: string): string => text.replaceAll('\0', '').slice(0, TEXT_MAX);

const RECEIPT = /^[A-Z0-9]{6,20}$/i;

/** M-Pesa sends this instead of a number when it made no transaction. */
const NO_RECEIPT = /^0+$/;

/** The number of a receipt or transaction, or null if the value cannot be one. */
export const receiptOf = (value: unknown): string | null =>
  typeof value === 'string' && RECEIPT.test(value) && !NO_RECEIPT.test(value)
    ? value.toUpperCase()
    : null;

/** An amount in KES as cents, or null if there is none. */
export function amountOf(value: unknown): Cents | null {
  const amount = value === null || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(amount) ? centsOf(amount) : null;
}

/** Returns null for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
