import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Cart } from '#features/orders/web/cart/cart.ts';
import { readCartLines, setCartLine } from '#features/orders/web/cart/cart-lines.ts';
import { mergeVisitorCart } from '#features/orders/web/cart/merge-visitor-cart.ts';

const answered = { lines: [], farms: [], total: 0, lineCount: 0, canOrder: false } satisfies Cart;
const kale = { productId: 1, quantity: 2.5 };
const beans = { productId: 2, quantity: 1 };

/** The part of a browser's storage that a cart uses. */
function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

describe("a visitor's cart after the login", () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', storage());
    setCartLine(kale);
    setCartLine(beans);
  });
  afterEach(() => vi.unstubAllGlobals());

  test("is added to the buyer's in one call, and then removed from the device", async () => {
    const add = vi.fn(async () => answered);
    expect(await mergeVisitorCart(add)).toBe(answered);
    expect(add).toHaveBeenCalledExactlyOnceWith({ lines: [kale, beans] });
    expect(readCartLines()).toEqual([]);
  });

  test('is kept if the call fails', async () => {
    expect(
      await mergeVisitorCart(() => Promise.reject(new TypeError('Failed to fetch'))),
    ).toBeNull();
    expect(readCartLines()).toEqual([kale, beans]);
  });

  test('keeps lines added during the call', async () => {
    await mergeVisitorCart(async () => {
      setCartLine({ ...beans, quantity: 4 });
      return answered;
    });
    expect(readCartLines()).toEqual([{ productId: 2, quantity: 4 }]);
  });

  test('is sent once, although two screens ask for it', async () => {
    const add = vi.fn(async () => answered);
    await Promise.all([mergeVisitorCart(add), mergeVisitorCart(add)]);
    expect(add).toHaveBeenCalledTimes(1);
  });

  test('is not sent if it is empty', async () => {
    const add = vi.fn(async () => answered);
    await mergeVisitorCart(add);
    expect(await mergeVisitorCart(add)).toBeNull();
    expect(add).toHaveBeenCalledTimes(1);
  });
});
