import type { Unit } from '#features/products/rules/product.ts';
import { quantityText } from '#features/products/web/product-texts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { Entry, EntryParts } from '#platform/web/offline/entry.ts';

type Part = EntryParts[string] | undefined;
const textOf = (value: Part) => String(given(value));
const numberOf = (value: Part) => Number(given(value));
/** A cast, because an entry with a quantity always has its unit. */
const quantityOf = ({ quantity, unit }: EntryParts) =>
  quantityText(numberOf(quantity), unit as Unit);

const titles: Record<string, (parts: EntryParts) => string> = {
  message: messageTitle,
  setQuantity: (parts) =>
    m.queueKindSetQuantity({ name: textOf(parts.name), quantity: quantityOf(parts) }),
  newProduct: ({ name }) => m.queueKindNewProduct({ name: textOf(name) }),
  editPhotos: ({ name }) => m.queueKindEditProduct({ name: textOf(name) }),
  editProduct: ({ name }) => m.queueKindEditProduct({ name: textOf(name) }),
  confirmOrder: ({ id }) => m.queueKindConfirm({ id: numberOf(id) }),
  rejectOrder: ({ id }) => m.queueKindReject({ id: numberOf(id) }),
  dispatchOrder: ({ id }) => m.queueKindDispatch({ id: numberOf(id) }),
  completeOrder: ({ id }) => m.queueKindComplete({ id: numberOf(id) }),
  setCart: cartTitle,
  addToCart: cartTitle,
  unreadable: ({ kind, ...parts }) => entryTitle({ kind: textOf(kind), parts }),
};

/** @throws if the part is missing, because half a sentence is useless */
function given(value: Part): string | number {
  if (value === undefined || value === null) throw new Error('A part of an entry is missing');
  return value;
}

/**
 * The title of an entry. An entry of another version may lack parts, but must still be listed, so
 * that it can be deleted.
 */
export function entryTitle({ kind, parts }: Pick<Entry, 'kind' | 'parts'>): string {
  try {
    return (Object.hasOwn(titles, kind) ? titles[kind] : undefined)?.(parts) ?? m.queueKindOther();
  } catch {
    return m.queueKindOther();
  }
}

function cartTitle(parts: EntryParts): string {
  const name = textOf(parts.name);
  return numberOf(parts.quantity) > 0
    ? m.queueKindCart({ name, quantity: quantityOf(parts) })
    : m.queueKindCartRemove({ name });
}

const SHOWN_LETTERS = 80;

function messageTitle({ text, photos, seconds }: EntryParts): string {
  if (seconds) return m.queueKindVoice({ seconds: numberOf(seconds) });
  if (photos && !text) return m.queueKindPhotos({ count: numberOf(photos) });
  const words = textOf(text);
  return m.queueKindMessage({
    text: words.length > SHOWN_LETTERS ? `${words.slice(0, SHOWN_LETTERS)}…` : words,
  });
}

const KILOBYTE = 1000;

export function sizeText(bytes: number): string {
  const kilobytes = bytes / KILOBYTE;
  return kilobytes < KILOBYTE
    ? `${Math.max(1, Math.round(kilobytes))} kB`
    : `${(kilobytes / KILOBYTE).toFixed(1)} MB`;
}

/** The size of an entry's request in bytes: its files and its input. */
export const sizeOf = ({ input, bytes }: Pick<Entry, 'input' | 'bytes'>): number =>
  bytes + (JSON.stringify(input)?.length ?? 0);
