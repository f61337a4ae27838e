import * as z from 'zod/mini';
import { parseDecimal, roundedToHundredths } from '#platform/rules/decimal.ts';

/*
 * The texts that a farmer types into the grid, each with the quantity that was on screen at that
 * time. The list may be refetched in the meantime and show the quantity after an order. The server
 * must receive the quantity that the farmer started from; otherwise the count would overwrite that
 * order.
 */

/** `seen`: the quantity on screen when the farmer began to type. */
const typedQuantity = z.object({ text: z.string(), seen: z.number() });
export const typedQuantities = z.record(z.string(), typedQuantity);

/** By product id, as a string, because it is a key of a stored object. */
export type TypedQuantities = z.infer<typeof typedQuantities>;
type Shown = { id: number; quantity: number };

/** Further typing keeps the quantity that was on screen when typing began. */
export function withText(
  typed: TypedQuantities,
  { id, quantity }: Shown,
  text: string,
): TypedQuantities {
  return { ...typed, [id]: { text, seen: typed[id]?.seen ?? quantity } };
}

type Counts = { counts: ReadonlyMap<number, number>; seen: ReadonlyMap<number, number> };

/**
 * Takes over the counts of a file. If the file does not contain the quantities that it started
 * from, the ones on screen are used. Unchanged lines are left out.
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

/** The farmer has seen the newer quantities, so the next save is based on them. */
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
 * The quantity that is saved for a text, with two decimals as on the server. Null if the text is
 * empty, NaN if it is not a number.
 */
export function countOf(text: string): number | null {
  const number = parseDecimal(text);
  return number === null ? null : roundedToHundredths(number);
}
