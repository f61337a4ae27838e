import type { InfiniteData } from '@tanstack/react-query';
import { m } from '#text';
import {
  has,
  isFlag,
  isListOf,
  isNumber,
  isObject,
  isText,
  numberOf,
  optional,
  orNull,
  textOf,
} from '#web/offline/database.ts';
import type { EntryParts, Kind, Refusal } from '#web/offline/entry.ts';
import type { RouterOutputs } from '#web/trpc.ts';
import {
  type EditProduct,
  type SetQuantity,
  type Unit,
  withoutUndefined,
} from '../rules/product.ts';
import { type Category, categories } from '../rules/product-facts.ts';
import { quantityText } from '../rules/product-texts.ts';
import type { PendingProduct } from './own/queued-products.ts';
import { withQuantity } from './use-own-products.ts';

type OwnProducts = RouterOutputs['farmer']['products']['list'];
type OwnProduct = OwnProducts['products'][number];
type Pages = InfiniteData<OwnProducts>;

const units: Record<Unit, true> = {
  kg: true,
  bags: true,
  pieces: true,
  crates: true,
  trays: true,
  litres: true,
  bunches: true,
};

export const offered = {
  name: isText,
  category: (value: unknown) => categories.includes(value as Category),
  unit: (value: unknown) => Object.hasOwn(units, String(value)),
  price: isNumber,
  quantity: isNumber,
};
const edits = Object.fromEntries(
  Object.entries(offered).map(([name, check]) => [name, optional(check)]),
);
const isPhoto = has({ key: isText, takenAt: isText, id: orNull(isNumber), hasFile: isFlag });
const withPhotos = { ...offered, photos: isListOf(isPhoto), typed: isObject };

/** A cast: an entry with a quantity has its unit. */
export const quantityOf = ({ quantity, unit }: EntryParts) =>
  quantityText(numberOf(quantity), unit as Unit);

const LIST = ['farmer', 'products', 'list'];
const changesProducts = {
  /** The same quantity is already stored. */
  wasDone: ({ code, facts }: Refusal, { quantity }: { quantity?: number | undefined }) =>
    code === 'QUANTITY_CHANGED' && facts.quantity === quantity,
  refreshes: [
    ['farmer', 'products'],
    ['farmer', 'overview'],
  ],
};
const editTitle = ({ name }: EntryParts) => m.queueKindEditProduct({ name: textOf(name) });

/** A refused product can be corrected. */
const sendsPhotos = {
  loadSend: () => import('./own/queued-products.ts').then(({ sendProduct }) => sendProduct),
  reopen: (async (entry) => {
    const { reopenProduct } = await import('./own/queued-products.ts');
    const product = await reopenProduct(entry);
    return product === null
      ? null
      : { to: '/farmer/dashboard', search: { tab: 'products', product } };
  }) satisfies Kind['reopen'],
};

export const offlineProducts = {
  setQuantity: {
    ...changesProducts,
    isInput: has({ productId: isNumber, quantity: isNumber }),
    title: (parts) =>
      m.queueKindSetQuantity({ name: textOf(parts.name), quantity: quantityOf(parts) }),
    call: (input) => ({ path: 'farmer.products.setQuantity', input }),
    loadTogether: () => import('./own/queued-products.ts').then(({ setTogether }) => setTogether),
    refreshes: [
      ['farmer', 'overview'],
      ['farmer', 'products', 'yesterday'],
    ],
    shows: {
      query: LIST,
      change: (list, { productId, quantity }) =>
        withProduct(list, productId, (product) => withQuantity(product, quantity)),
    },
  } satisfies Kind<SetQuantity, Pages>,
  editProduct: {
    ...changesProducts,
    isInput: has({ ...edits, productId: isNumber }),
    title: editTitle,
    call: (input) => ({ path: 'farmer.products.edit', input }),
    shows: {
      query: LIST,
      change: (list, input) =>
        withProduct(list, input.productId, (product) => edited(product, input)),
    },
  } satisfies Kind<EditProduct, Pages>,
  newProduct: {
    ...sendsPhotos,
    isInput: has(withPhotos),
    title: ({ name }) => m.queueKindNewProduct({ name: textOf(name) }),
    refreshes: changesProducts.refreshes,
  } satisfies Kind,
  editPhotos: {
    ...changesProducts,
    ...sendsPhotos,
    isInput: has({ ...withPhotos, productId: isNumber }),
    title: editTitle,
  } satisfies Kind<PendingProduct>,
};

const withProduct = (
  list: Pages,
  productId: number,
  change: (product: OwnProduct) => OwnProduct,
): Pages => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    products: page.products.map((product) =>
      product.id === productId ? change(product) : product,
    ),
  })),
});

function edited(product: OwnProduct, input: EditProduct): OwnProduct {
  const { productId, quantitySeen, photoIds, capturedAt, quantity, ...fields } = input;
  const changed = { ...product, ...withoutUndefined(fields) };
  return quantity === undefined ? changed : withQuantity(changed, quantity);
}
