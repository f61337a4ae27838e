import { type Category, categories } from '#features/products/rules/categories.ts';
import type { Unit } from '#features/products/rules/product.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { type Entry, type EntryParts, keyOfPlace } from './entry.ts';

/*
 * Validates a stored entry. Another version of the pages, or a user, may have written something
 * that lacks what these pages need. Such an entry is not shown or sent as its original kind. It
 * stays in the list of pending changes, where it can be saved as a file and deleted. The checks are
 * small functions rather than schemas, because every page loads the queue, even pages without
 * schemas.
 */

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => Number.isFinite(value);
const isFlag: Check = (value) => typeof value === 'boolean';
const isObject: Check = (value) => typeof value === 'object' && value !== null;
const isDate: Check = (value) => isText(value) && !Number.isNaN(Date.parse(String(value)));
const isPart: Check = (value) => value === null || isText(value) || isNumber(value);

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const has =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) &&
    Object.entries(checks).every(([name, check]) =>
      check((value as Record<string, unknown>)[name]),
    );

const isParts: Check = (value) => isObject(value) && Object.values(value as object).every(isPart);

const hasShape = has({
  key: isText,
  kind: isText,
  subject: isText,
  parts: isParts,
  place: isNumber,
  tries: isNumber,
  writtenAt: isDate,
  fileCount: isNumber,
  bytes: isNumber,
  clockOffsetMilliseconds: orNull(isNumber),
  refusal: orNull(has({ sentence: isText, code: orNull(isText), facts: isObject })),
});

const units: Record<Unit, true> = {
  kg: true,
  bags: true,
  pieces: true,
  crates: true,
  trays: true,
  litres: true,
  bunches: true,
};

const change = { productId: isNumber, quantity: isNumber };
const offer = {
  name: isText,
  category: (value: unknown) => categories.includes(value as Category),
  unit: (value: unknown) => Object.hasOwn(units, String(value)),
  price: isNumber,
  quantity: isNumber,
};
const isPhoto = has({ key: isText, takenAt: isText, id: orNull(isNumber), hasFile: isFlag });
const product = { ...offer, photos: isListOf(isPhoto), typed: isObject };
const isCartProduct = has({ ...offer, id: isNumber, farmId: isNumber, photos: Array.isArray });
const isCartChange = has({ ...change, product: optional(isCartProduct) });
const isStep = has({ orderId: isNumber });
const isMedia: Check = (value) =>
  has({ kind: isText, count: isNumber })(value) || has({ kind: isText, seconds: isNumber })(value);

/** The input that the code of each kind relies on. The server validates the rest. */
const inputs: Readonly<Record<string, Check>> = {
  setQuantity: has(change),
  editProduct: has({ ...offer, productId: isNumber }),
  newProduct: has(product),
  editPhotos: has({ ...product, productId: isNumber }),
  setCart: isCartChange,
  addToCart: isCartChange,
  message: has({ to: has({ kind: isText, id: isNumber }), text: isText, media: optional(isMedia) }),
  confirmOrder: isStep,
  rejectOrder: isStep,
  dispatchOrder: isStep,
  completeOrder: isStep,
};

/** Returns a stored entry, or in its place one that cannot be sent, with a message that says so. */
export function readEntry(stored: unknown): Entry {
  return isEntry(stored) ? stored : unreadable(stored);
}

function isEntry(stored: unknown): stored is Entry {
  if (!hasShape(stored)) return false;
  const { kind, input } = stored as Entry;
  // An unknown kind is reported when it is sent.
  return !Object.hasOwn(inputs, kind) || inputs[kind]?.(input) === true;
}

const UNREADABLE = 'unreadable';

function unreadable(stored: unknown): Entry {
  const { key, kind, subject, place, parts, tries, writtenAt, bytes } = (stored ?? {}) as {
    [name in keyof Entry]?: unknown;
  };
  return {
    key: typeof key === 'string' ? key : keyOfPlace(place),
    kind: UNREADABLE,
    subject: typeof subject === 'string' ? subject : keyOfPlace(place),
    // All of it, for the file.
    input: stored,
    // The list still shows what it was, if that is known (waiting/entry-texts.ts).
    parts: { ...(isParts(parts) && (parts as EntryParts)), kind: String(kind) },
    // Later entries don't wait for it.
    isPassable: true,
    isUnreadable: true,
    place: typeof place === 'number' ? place : 0,
    tries: typeof tries === 'number' ? tries : 0,
    writtenAt: isDate(writtenAt) ? String(writtenAt) : '',
    fileCount: 0,
    bytes: typeof bytes === 'number' ? bytes : 0,
    clockOffsetMilliseconds: null,
    refusal: { sentence: m.queueUnreadable(), code: null, facts: {} },
  };
}
