import type { PlaceOrder } from '#orders/rules/order-input.ts';
import type { Cart } from '#orders/web/cart/visitor-cart.tsx';
import { beginAttempt, endAttempt, readAttempt } from '#orders/web/checkout/checkout-attempt.ts';

const order: PlaceOrder = { fulfilment: 'collection', paymentMethod: 'M-Pesa', expectedTotal: 240 };
const cartOf = (quantity: number) =>
  ({
    lines: [{ productId: 1, quantity, acceptedPrice: 80 }],
    farms: [],
    total: 240,
    lineCount: 1,
    canOrder: true,
  }) as unknown as Cart;

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

beforeEach(() => vi.stubGlobal('sessionStorage', storage()));
afterEach(() => {
  endAttempt();
  vi.unstubAllGlobals();
});

test('a checkout attempt keeps its key through retries and a reload', () => {
  const first = beginAttempt(order, cartOf(3));
  expect(first.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  expect(beginAttempt({ ...order }, cartOf(3)).idempotencyKey).toBe(first.idempotencyKey);
  expect(readAttempt()).toEqual(first);
});

test('a checkout attempt is another one for another order or cart', () => {
  const keys = [
    beginAttempt(order, cartOf(3)),
    beginAttempt({ ...order, paymentMethod: 'Cash on delivery' }, cartOf(3)),
    beginAttempt({ ...order, paymentMethod: 'Cash on delivery' }, cartOf(4)),
  ].map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys).size).toBe(3);
});

test('a checkout attempt is a new one for the same order once the first was answered', () => {
  const { idempotencyKey } = beginAttempt(order, cartOf(3));
  endAttempt();
  expect(readAttempt()).toBeNull();
  expect(beginAttempt(order, cartOf(3)).idempotencyKey).not.toBe(idempotencyKey);
});

test('a checkout attempt keeps its key without storage', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const { idempotencyKey } = beginAttempt(order, cartOf(3));
  expect(beginAttempt(order, cartOf(3)).idempotencyKey).toBe(idempotencyKey);
});
