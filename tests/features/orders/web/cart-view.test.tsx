// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { CartView } from '#features/orders/web/cart/cart-view.tsx';
import { overwriteGetLocale } from '#platform/rules/text/compiled/runtime.js';
import { cartWith, farmQuote } from '#tests/setup/web/fixtures.ts';
import { type Answers, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';
import { renderWithQueue } from '#tests/setup/web/render-with-queue.tsx';

const empty = cartWith({ cart: { lines: [], farms: [], total: 0, lineCount: 0 } });

const renderScreen = (cart: ReactNode, answers: Answers) => renderWithQueue(cart, answers, 'buyer');

describe('the cart', () => {
  useBrowserStubs();

  test('one more is shown at once and sent', async () => {
    const { user, calls } = await renderScreen(<CartView onContinue={() => {}} />, {
      'buyer.cart.get': () => cartWith(),
      'buyer.cart.setLine': () => cartWith({ line: { quantity: 3, total: 9600 } }),
    });
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await waitFor(() =>
      expect(calls).toContainEqual({
        path: 'buyer.cart.setLine',
        input: { productId: 7, quantity: 3 },
      }),
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Maize' }).value).toBe(
      '3',
    );
  });

  test('a removed line can be put back', async () => {
    const { user, calls } = await renderScreen(<CartView onContinue={() => {}} />, {
      'buyer.cart.get': () => cartWith(),
      'buyer.cart.remove': () => empty,
      'buyer.cart.setLine': () => cartWith(),
    });
    await user.click(await screen.findByRole('button', { name: 'Remove Maize from the cart' }));
    expect(await screen.findByText(/Maize was removed/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(calls).toContainEqual({
        path: 'buyer.cart.setLine',
        input: { productId: 7, quantity: 2 },
      }),
    );
  });

  test("below a farm's minimum it says how much is missing for delivery, and the checkout stays open for collection", async () => {
    await renderScreen(<CartView onContinue={() => {}} />, {
      'buyer.cart.get': () => cartWith({ farm: { isBelowMinimum: true, minimumOrder: 7000 } }),
    });
    expect(await screen.findByText(/600.* more and this farm delivers/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to checkout' })).toBeTruthy();
  });

  test("a farm that does not deliver to the buyer's place shows no delivery fee", async () => {
    localStorage.setItem(
      'buyerPlace',
      JSON.stringify({ latitude: -4.04, longitude: 39.66, name: 'Mombasa' }),
    );
    await renderScreen(<CartView onContinue={() => {}} />, {
      'buyer.cart.get': () => cartWith(),
      'buyer.orders.quote': () => ({ farms: [{ ...farmQuote, delivers: false, distanceKm: 480 }] }),
    });
    expect(await screen.findByText("480 km away, doesn't deliver that far")).toBeTruthy();
    expect(screen.queryByText('KES 200.00')).toBeNull();
  });

  test.each([
    ['en', 'Delivers · 12 km'],
    ['sw', 'Wanafikisha · kilomita 12'],
  ] as const)(
    "in %s, a farm that delivers to the buyer's place says so",
    async (language, text) => {
      overwriteGetLocale(() => language);
      localStorage.setItem(
        'buyerPlace',
        JSON.stringify({ latitude: -0.3, longitude: 36.07, name: 'Nakuru' }),
      );
      await renderScreen(<CartView onContinue={() => {}} />, {
        'buyer.cart.get': () => cartWith(),
        'buyer.orders.quote': () => ({ farms: [farmQuote] }),
      });
      expect(await screen.findByText(text)).toBeTruthy();
      overwriteGetLocale(() => 'en');
    },
  );

  test('a typed quantity applies at once; more than the stock is reduced, with a note', async () => {
    const { user, calls } = await renderScreen(<CartView onContinue={() => {}} />, {
      'buyer.cart.get': () => cartWith(),
      'buyer.cart.setLine': () => cartWith({ line: { quantity: 5, total: 16_000 } }),
    });
    const quantity = await screen.findByRole('textbox', { name: 'Quantity of Maize' });
    await user.clear(quantity);
    await user.type(quantity, '4');
    await waitFor(() =>
      expect(calls).toContainEqual({
        path: 'buyer.cart.setLine',
        input: { productId: 7, quantity: 4 },
      }),
    );
    await user.type(quantity, '0{Enter}');
    expect(await screen.findByText('Only 5 bags left, so we changed it to that.')).toBeTruthy();
    await waitFor(() =>
      expect(calls).toContainEqual({
        path: 'buyer.cart.setLine',
        input: { productId: 7, quantity: 5 },
      }),
    );
  });

  test('an empty cart links to the market', async () => {
    const goOn = vi.fn();
    const { user } = await renderScreen(<CartView onContinue={goOn} />, {
      'buyer.cart.get': () => empty,
    });
    expect(await screen.findByText('Your cart is empty.')).toBeTruthy();
    await user.click(screen.getByRole('button'));
    expect(goOn).toHaveBeenCalledOnce();
  });

  test('an agreed line has a fixed quantity, and is released after confirmation', async () => {
    const agreed = { offerId: 9, heldUntil: '2026-11-23T12:00:00.000Z' };
    const { user, calls } = await renderScreen(<CartView onContinue={() => {}} />, {
      'buyer.cart.get': () => cartWith({ line: agreed }),
      'buyer.cart.see': () => cartWith({ line: agreed }),
      'offers.release': () => ({}),
    });
    expect(await screen.findByText(/Agreed price/)).toBeTruthy();
    // The time to order it starts now.
    await waitFor(() => expect(calls).toContainEqual({ path: 'buyer.cart.see', input: undefined }));
    expect(screen.queryByRole('textbox', { name: 'Quantity of Maize' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel this deal' }));
    const [, confirm] = await screen.findAllByRole('button', { name: 'Cancel this deal' });
    if (confirm) await user.click(confirm);
    await waitFor(() =>
      expect(calls).toContainEqual({ path: 'offers.release', input: { offerId: 9 } }),
    );
  });
});
