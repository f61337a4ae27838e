// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { VisitorCart } from '#features/orders/web/cart/visitor-cart.tsx';
import { cartWith } from '#tests/setup/web/fixtures.ts';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';

const stored = () => JSON.parse(localStorage.getItem('cartLines') ?? '[]');

describe("a visitor's cart", () => {
  useBrowserStubs();

  test("shows this device's lines at the server's prices, is changed on the device, and leads to the login", async () => {
    localStorage.setItem('cartLines', JSON.stringify([{ productId: 7, quantity: 2 }]));
    const { user, calls } = await renderScreen(<VisitorCart onContinue={() => {}} />, {
      'market.cart': () => cartWith(),
    });
    await user.click(await screen.findByRole('button', { name: 'More' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Maize' }).value).toBe(
      '3',
    );
    expect(screen.getAllByText('KES 9,600.00').length).toBeGreaterThan(0);
    expect(stored()).toEqual([{ productId: 7, quantity: 3 }]);
    const login = screen.getByRole('link', { name: 'Log in to order' });
    expect(login.getAttribute('href')).toContain('/login?redirect=%2Fbuyer-dashboard%3Ftab%3Dcart');
    expect(screen.getByRole('link', { name: 'Join as Buyer' }).getAttribute('href')).toBe(
      '/signup?redirect=%2Fbuyer-dashboard%3Ftab%3Dcart',
    );
    expect(screen.queryByRole('link', { name: 'Go to checkout' })).toBeNull();
    expect(calls).toEqual([
      { path: 'market.cart', input: { lines: [{ productId: 7, quantity: 2 }] } },
    ]);
  });

  test("shows no delivery fee and no minimum of a farm that does not deliver to the visitor's place", async () => {
    localStorage.setItem('cartLines', JSON.stringify([{ productId: 7, quantity: 2 }]));
    localStorage.setItem(
      'buyerPlace',
      JSON.stringify({ latitude: -4.04, longitude: 39.66, name: 'Mombasa' }),
    );
    const cart = cartWith();
    const reaches = cart.farms.map(({ farmId }) => ({ farmId, delivers: false, distanceKm: 440 }));
    const { calls } = await renderScreen(<VisitorCart onContinue={() => {}} />, {
      'market.cart': () => ({ ...cart, reaches }),
    });
    expect(await screen.findByText("440 km away, doesn't deliver that far")).toBeTruthy();
    expect(screen.queryByText('Minimum order for delivery')).toBeNull();
    expect(calls).toMatchObject([
      { path: 'market.cart', input: { latitude: -4.04, longitude: 39.66 } },
    ]);
  });

  test('a removed line can be put back', async () => {
    localStorage.setItem('cartLines', JSON.stringify([{ productId: 7, quantity: 2 }]));
    const { user } = await renderScreen(<VisitorCart onContinue={() => {}} />, {
      'market.cart': () => cartWith(),
    });
    await user.click(await screen.findByRole('button', { name: 'Remove Maize from the cart' }));
    expect(await screen.findByText('Your cart is empty.')).toBeTruthy();
    expect(stored()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(stored()).toEqual([{ productId: 7, quantity: 2 }]);
  });

  test('a product no longer offered is dropped', async () => {
    localStorage.setItem(
      'cartLines',
      JSON.stringify([
        { productId: 7, quantity: 2 },
        { productId: 8, quantity: 1 },
      ]),
    );
    await renderScreen(<VisitorCart onContinue={() => {}} />, { 'market.cart': () => cartWith() });
    await waitFor(() => expect(stored()).toEqual([{ productId: 7, quantity: 2 }]));
  });
});
