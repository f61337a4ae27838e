import * as z from 'zod/mini';
import { parseDecimal, roundedToHundredths } from '#platform/rules/decimal.ts';
import type { Entry, NewEntry } from '#platform/web/offline/entry.ts';
import { inputOf } from '#platform/web/offline/lazy-queue.ts';
import type { SetQuantity, Unit } from '#products/rules/product.ts';

export const productSubject = (productId: number): string => `product:${productId}`;

type Counted = {
  productId: number;
  name: string;
  unit: Unit;
  quantity: number;
  quantitySeen: number;
};

export const quantityEntry = ({
  productId,
  name,
  unit,
  quantity,
  quantitySeen,
}: Counted): NewEntry => ({
  kind: 'setQuantity',
  subject: productSubject(productId),
  input: { productId, quantity, quantitySeen } satisfies SetQuantity,
  parts: { name, unit, quantity },
});

/**
 * Counts of one product are merged until the first attempt to send them, and keep the quantity that
 * the farmer saw first.
 */
export const mergeQuantity =
  (quantity: number) =>
  ({ input, parts }: Entry): Pick<Entry, 'input' | 'parts'> => ({
    input: { ...inputOf<SetQuantity>({ input }), quantity },
    parts: { ...parts, quantity },
  });

/*
 * The typed texts, each with the quantity on screen at that time. The list may be refetched and
 * show the quantity after an order; without the quantity that the farmer started from, the count
 * would overwrite that order.
 */

/** `seen`: the quantity when typing began. */
const typedQuantity = z.object({ text: z.string(), seen: z.number() });
export const typedQuantities = z.record(z.string(), typedQuantity);

/** By product id. */
export type TypedQuantities = z.infer<typeof typedQuantities>;
type Shown = { id: number; quantity: number };

/** Keeps `seen` while typing continues. */
export function withText(
  typed: TypedQuantities,
  { id, quantity }: Shown,
  text: string,
): TypedQuantities {
  return { ...typed, [id]: { text, seen: typed[id]?.seen ?? quantity } };
}

type Counts = { counts: ReadonlyMap<number, number>; seen: ReadonlyMap<number, number> };

/** For counts without `seen`, the quantities on screen are used. Unchanged lines are left out. */
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

/** The next save is based on the newer quantities, which the farmer has now seen. */
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

/** Null if the text is empty, NaN if it is not a number. */
export function countOf(text: string): number | null {
  const number = parseDecimal(text);
  return number === null ? null : roundedToHundredths(number);
}
