import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from '#platform/contract.ts';
import { offered, quantityOf } from '#products/web/offline.ts';
import { m } from '#text';
import { has, isNumber, numberOf, optional, textOf } from '#web/offline/database.ts';
import type { EntryParts, Kind } from '#web/offline/entry.ts';
import type { Cart } from './cart/visitor-cart.tsx';
import { type CartChange, isOwnLine, withQuantity } from './cart/with-quantity.ts';

type Steps = inferRouterInputs<AppRouter>['farmer']['orders'];

/** Not shown as done before the server confirms it, because it cannot be undone. */
const step = {
  isInput: has({ orderId: isNumber }),
  refreshes: [
    ['farmer', 'orders'],
    ['farmer', 'overview'],
    ['farmer', 'payments'],
    ['farmer', 'products', 'list'],
  ],
  lookAt: {
    advice: m.queueOrderChanged,
    label: m.queueSeeOrder,
    link: { to: '/farmer/dashboard', search: { tab: 'orders' } },
  },
} as const satisfies Partial<Kind>;

const isProduct = has({ ...offered, id: isNumber, farmId: isNumber, photos: Array.isArray });
const cartChange = {
  isInput: has({ productId: isNumber, quantity: isNumber, product: optional(isProduct) }),
  title: (parts: EntryParts) => {
    const name = textOf(parts.name);
    return numberOf(parts.quantity) > 0
      ? m.queueKindCart({ name, quantity: quantityOf(parts) })
      : m.queueKindCartRemove({ name });
  },
  // A checkout that was opened meanwhile lacks the change.
  refreshes: [['buyer', 'orders', 'quote']],
} as const;
const CART = ['buyer', 'cart', 'get'];

/** Steps about money cannot wait for the connection. */
const queuedSteps = {
  confirmOrder: {
    ...step,
    title: ({ id }) => m.queueKindConfirm({ id: numberOf(id) }),
    call: (input) => ({ path: 'farmer.orders.confirm', input }),
  } satisfies Kind<Steps['confirm']>,
  rejectOrder: {
    ...step,
    title: ({ id }) => m.queueKindReject({ id: numberOf(id) }),
    call: (input) => ({ path: 'farmer.orders.reject', input }),
  } satisfies Kind<Steps['reject']>,
  dispatchOrder: {
    ...step,
    title: ({ id }) => m.queueKindDispatch({ id: numberOf(id) }),
    call: (input) => ({ path: 'farmer.orders.dispatch', input }),
  } satisfies Kind<Steps['dispatch']>,
  completeOrder: {
    ...step,
    title: ({ id }) => m.queueKindComplete({ id: numberOf(id) }),
    call: (input) => ({ path: 'farmer.orders.complete', input }),
  } satisfies Kind<Steps['complete']>,
};
export type QueuedStep = keyof typeof queuedSteps;

export const offlineOrders = {
  ...queuedSteps,
  setCart: {
    ...cartChange,
    call: ({ productId, quantity }) =>
      quantity > 0
        ? { path: 'buyer.cart.setLine', input: { productId, quantity } }
        : { path: 'buyer.cart.remove', input: { productId } },
    shows: { query: CART, change: withQuantity, isAnswer: true },
  } satisfies Kind<CartChange, Cart>,
  // The cart was not loaded yet: the larger quantity counts.
  addToCart: {
    ...cartChange,
    call: ({ productId, quantity }) => ({
      path: 'buyer.cart.add',
      input: { lines: [{ productId, quantity }] },
    }),
    shows: { query: CART, change: withAddition, isAnswer: true },
  } satisfies Kind<CartChange, Cart>,
};

function withAddition(cart: Cart, change: CartChange): Cart {
  const held = cart.lines.find((line) => isOwnLine(line, change.productId))?.quantity ?? 0;
  return held < change.quantity ? withQuantity(cart, change) : cart;
}
