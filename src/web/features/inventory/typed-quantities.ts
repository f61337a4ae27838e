import * as z from 'zod/mini';
import { parseDecimal } from '#shared/decimal.ts';

/*
 * What a farmer types into the grid, each with the figure that was on the screen then. The list may be fetched again meanwhile and
 * show what an order has left; the server must hear of the figure that the farmer counted by, or it would overwrite that order.
 */

/** `seen`: the figure that was there when the farmer began to type. */
const typedQuantity = z.object({ text: z.string(), seen: z.number() });
export const typedQuantities = z.record(z.string(), typedQuantity);

/** By product. Ids are texts, as keys of what is kept are. */
export type TypedQuantities = z.infer<typeof typedQuantities>;
type Shown = { id: number; quantity: number };

/** Typing on keeps the figure that was there when it began. */
export function withText(typed: TypedQuantities, { id, quantity }: Shown, text: string): TypedQuantities {
  return { ...typed, [id]: { text, seen: typed[id]?.seen ?? quantity } };
}

type Counts = { counts: ReadonlyMap<number, number>; seen: ReadonlyMap<number, number> };

/** What a file says. Where it does not say what it was made from, that is what is shown now; a line nobody changed is left out. */
export function withCounts(typed: TypedQuantities, products: readonly Shown[], { counts, seen }: Counts): TypedQuantities {
  const filled = products.flatMap(({ id, quantity }) => {
    const count = counts.get(id);
    if (count === undefined || count === seen.get(id)) return [];
    return [[String(id), { text: String(count), seen: seen.get(id) ?? quantity }]];
  });
  return { ...typed, ...Object.fromEntries(filled) };
}

/** The farmer has been told of newer figures: what is saved next is counted from these. */
export function withFigures(typed: TypedQuantities, figures: ReadonlyMap<number, number>): TypedQuantities {
  const told = [...figures].flatMap(([id, seen]) => {
    const entry = typed[id];
    return entry ? [[String(id), { ...entry, seen }]] : [];
  });
  return { ...typed, ...Object.fromEntries(told) };
}

export function isChanged(typed: TypedQuantities | null, id: number): boolean {
  const entry = typed?.[id];
  return entry !== undefined && parseDecimal(entry.text) !== entry.seen;
}
