import * as z from 'zod/mini';
import { type Cents, centsOf } from '#platform/rules/money.ts';

/* Values that Daraja's answers and callbacks have in common, and how they are read. */

/** Codes are strings in some answers and numbers in others. */
export const code = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

/** A named value of a list; it may be missing. */
export const namedValue = z.optional(z.nullable(z.union([z.string(), z.number()])));

/** A list of named values. One alone comes without its list, and none as nothing at all. */
export const listOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.pipe(
    z.optional(z.nullable(z.union([z.array(item), item]))),
    z.transform((list) =>
      list === undefined || list === null ? [] : ([list].flat() as z.infer<Item>[]),
    ),
  );

const TEXT_MAX = 300;

/** Cut to the stored length. PostgreSQL's texts cannot hold \0. */
export const shortText = (text: string): string => text.replaceAll('\0', '').slice(0, TEXT_MAX);

const RECEIPT = /^[A-Z0-9]{6,20}$/i;

/** Stands in the place of a transaction's number where M-Pesa made no transaction. */
const NO_RECEIPT = /^0+$/;

/** A receipt's number, or a transaction's; null for what can't be one. */
export const receiptOf = (value: unknown): string | null =>
  typeof value === 'string' && RECEIPT.test(value) && !NO_RECEIPT.test(value)
    ? value.toUpperCase()
    : null;

/** An amount in KES as cents; null where there is none. */
export function amountOf(value: unknown): Cents | null {
  const amount = value === null || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(amount) ? centsOf(amount) : null;
}

/** Null for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
