import * as z from 'zod/mini';
import { parseDecimal, roundedToHundredths } from '#platform/rules/decimal.ts';

/*
 * What a farmer types into the grid, each with the figure that was on the screen at that time. The
 * list may be refetched meanwhile and show what an order has left. The server must be told the
 * figure that the farmer started from, or it would overwrite that order.
 */

/** `seen`: the figure on the screen when the farmer began to type. */
const typedQuantity = z.object({ text: z.string(), seen: z.number() });
export const typedQuantities = z.record(z.string(), typedQuantity);

/** By product id. The ids are strings, because they are keys of a stored object. */
export type TypedQuantities = z.infer<typeof typedQuantities>;
type Shown = { id: number; quantity: number };

/** Further typing keeps the figure that was there when typing began. */
export function withText(
  typed: TypedQuantities,
  { id, quantity }: Shown,
  text: string,
): TypedQuantities {
  return { ...typed, [id]: { text, seen: typed[id]?.seen ?? quantity } };
}

type Counts = { counts: ReadonlyMap<number, number>; seen: ReadonlyMap<number, number> };

/**
 * Takes over the counts in a file. If the file does not say which figures it started from, the ones
 * shown now are used; unchanged lines are left out.
 */
export function withCounts(
  typed: TypedQuantities,
  products: readonly Shown[],
  { counts, seen }: Counts,
): TypedQuantities {
  const filled = products.flatMap(({ id, quantity }) => {
    const count = counts.get(id);
    if (count === undefined || count === seen.get(id)) return [];
    return [[String(id), { text: String(count), seen: seen.get(id) ?? quantity }]];
  });
  return { ...typed, ...Object.fromEntries(filled) };
}

/** The farmer has been told the newer figures, so the next save is based on them. */
export function withFigures(
  typed: TypedQuantities,
  figures: ReadonlyMap<number, number>,
): TypedQuantities {
  const told = [...figures].flatMap(([id, seen]) => {
    const entry = typed[id];
    return entry ? [[String(id), { ...entry, seen }]] : [];
  });
  return { ...typed, ...Object.fromEntries(told) };
}

export function isChanged(typed: TypedQuantities | null, id: number): boolean {
  const entry = typed?.[id];
  return entry !== undefined && countOf(entry.text) !== entry.seen;
}

/**
 * The quantity that is saved for a text: with two decimals, as the server keeps it. Null if nothing
 * was typed, NaN if it is no number.
 */
export function countOf(text: string): number | null {
  const number = parseDecimal(text);
  return number === null ? null : roundedToHundredths(number);
}
