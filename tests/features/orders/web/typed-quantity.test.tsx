// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { CardCartButton } from '#features/orders/web/cart/card-cart-button.tsx';
import type { CartProduct } from '#features/orders/web/cart/cart.ts';
import { oneStepLess, oneStepMore } from '#features/orders/web/cart/use-typed-quantity.ts';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';

describe('the steps of a quantity', () => {
  test.each([
    ['kg', [1, 2, 9, 10, 15, 50, 60, 65]],
    ['litres', [9, 10, 15, 50, 60]],
    ['pieces', [9, 10, 15, 50, 60]],
  ] as const)('grow with what is weighed or counted singly: %s', (unit, quantities) => {
    for (const quantity of quantities) {
      const step = quantity >= 50 ? 10 : quantity >= 10 ? 5 : 1;
      expect(oneStepMore(quantity, unit, 1000)).toBe(quantity + step);
      expect(oneStepLess(quantity + step, unit)).toBe(quantity);
    }
  });

  test.each(['bags', 'crates', 'trays'] as const)('are single packs: %s', (unit) => {
    expect(oneStepMore(60, unit, 1000)).toBe(61);
    expect(oneStepLess(60, unit)).toBe(59);
  });

  test('end at the stock and at nothing', () => {
    expect(oneStepMore(50, 'kg', 54)).toBe(54);
    expect(oneStepLess(54, 'kg')).toBe(50);
    expect(oneStepLess(0.5, 'kg')).toBe(0);
  });
});

describe('a product in the market list that is in the cart', () => {
  useBrowserStubs();

  test('takes a typed quantity at once, and reduces it to the stock', async () => {
    const set = vi.fn();
    const product = { id: 7, name: 'Kale', unit: 'kg', quantity: 40, price: 50 } as CartProduct;
    const { user } = await renderScreen(
      <CardCartButton product={product} held={3} cart={{ set, add: vi.fn() }} />,
    );
    const field = screen.getByRole('textbox', { name: 'Quantity of Kale' });
    await user.clear(field);
    await user.type(field, '12');
    expect(set).toHaveBeenLastCalledWith(product, 12);
    await user.clear(field);
    await user.type(field, '99{Enter}');
    expect(set).toHaveBeenLastCalledWith(product, 40);
    // An empty field changes nothing; the last button removes the product.
    set.mockClear();
    await user.clear(field);
    await user.tab();
    expect(set).not.toHaveBeenCalled();
  });
});
