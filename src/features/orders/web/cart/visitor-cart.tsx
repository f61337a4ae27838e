/*
 * A visitor's cart. Stored in localStorage, so that all tabs share it and it survives a restart; if
 * storage is blocked, it lasts until the page is left. The next login merges it into the buyer's
 * cart on the server (change-cart.ts).
 */

import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { CART_LINES_MAX } from '#orders/rules/limits.ts';
import { QUANTITY_MAX } from '#products/rules/product-facts.ts';
import type { Offer } from '#products/web/catalogue/offer.tsx';
import { roundedToHundredths } from '#rules/amounts.ts';
import { m } from '#text';
import { buttonClass, classNames } from '#ui/elements.tsx';
import { deviceStore } from '#web/storage.ts';
import type { RouterOutputs, trpc } from '#web/trpc.ts';

export type Cart = RouterOutputs['buyer']['cart']['get'];
export type CartFarmView = Cart['farms'][number];
export type CartLineView = Cart['lines'][number];

export type CartProduct = Pick<
  Offer,
  | 'id'
  | 'farmId'
  | 'name'
  | 'category'
  | 'crop'
  | 'swahiliName'
  | 'unit'
  | 'netWeightKg'
  | 'depositPercent'
  | 'price'
  | 'quantity'
  | 'photos'
>;

export type ServerCache = ReturnType<typeof trpc.useUtils>;

const KEY = 'cartLines';

/** As the visitor saw it, for the cart offline. An older line has none. */
export type CartLine = { productId: number; quantity: number; product?: CartProduct };
const NO_LINES: CartLine[] = [];

let known: { stored: string | null; lines: CartLine[] } = { stored: null, lines: NO_LINES };
const listeners = new Set<() => void>();

export function useCartLines(): CartLine[] {
  return useSyncExternalStore(subscribe, readCartLines, () => NO_LINES);
}

/** Adds up to the available stock. Returns the quantities before and after. */
export function addToCart(product: CartProduct, quantity: number) {
  const { id: productId, quantity: available } = product;
  const before = readCartLines().find((line) => line.productId === productId)?.quantity ?? 0;
  const now = Math.min(available, roundedToHundredths(before + quantity));
  setCartLine({ productId, quantity: now, product });
  return { before, now };
}

export function dropCartLines(dropped: readonly CartLine[]): void {
  const isDropped = (line: CartLine) =>
    dropped.some(
      ({ productId, quantity }) => productId === line.productId && quantity === line.quantity,
    );
  write(readCartLines().filter((line) => !isDropped(line)));
}

export function setCartLine(set: CartLine): void {
  const lines = readCartLines();
  const isIt = ({ productId }: CartLine) => productId === set.productId;
  const changed = lines.some(isIt)
    ? lines.map((line) => (isIt(line) ? { ...line, ...set } : line))
    : [...lines, set].slice(-CART_LINES_MAX);
  write(changed.filter((line) => line.quantity > 0));
}

export function readCartLines(): CartLine[] {
  const kept = deviceStore.read(KEY);
  const stored = kept ?? '[]';
  if (kept !== undefined && stored !== known.stored) known = { stored, lines: parse(stored) };
  return known.lines;
}

/**
 * By hand, because a schema would be larger than the rest of the cart's code. Skips invalid lines.
 */
function parse(stored: string): CartLine[] {
  try {
    const lines: unknown = JSON.parse(stored);
    return Array.isArray(lines) ? lines.filter(isLine).slice(0, CART_LINES_MAX) : NO_LINES;
  } catch {
    return NO_LINES;
  }
}

const isLine = (line: Partial<CartLine> | null): line is CartLine =>
  Number.isSafeInteger(line?.productId) &&
  typeof line?.quantity === 'number' &&
  line.quantity > 0 &&
  line.quantity <= QUANTITY_MAX;

function write(lines: CartLine[]) {
  const stored = JSON.stringify(lines);
  known = { stored, lines };
  deviceStore.write(KEY, stored);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Works on a page that does not load the tRPC client. */
export function VisitorCartLink() {
  const count = useCartLines().length;
  return (
    <Link
      to="/cart"
      aria-label={count > 0 ? m.cartLinkCount({ count }) : m.cartLink()}
      className={classNames(
        buttonClass({ variant: 'quiet', size: 'icon' }),
        'relative max-[28rem]:-mr-1.5',
      )}
    >
      {/* Inline, because the landing page needs no other icon of the library. */}
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6">
        <path
          d="M2 2h2l2.7 12.4a2 2 0 0 0 2 1.6h9.7a2 2 0 0 0 2-1.6L22 7H5.1M9 21h.01M19 21h.01"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {count > 0 && (
        <span className="absolute top-0 right-0 min-w-5 rounded-full bg-maize px-1 text-center font-bold text-on-maize text-xs tabular-nums">
          {count}
        </span>
      )}
    </Link>
  );
}
