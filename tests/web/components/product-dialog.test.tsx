// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ProductDialog } from '../../../src/web/features/products/product-dialog.tsx';
import { renderScreen, useBrowserStubs } from './render-screen.tsx';

describe('the product form', () => {
  useBrowserStubs();
  const answers = {
    'farmer.products.create': () => ({ id: 9 }),
    'farmer.products.list': () => ({ products: [], nextCursor: null }),
  };

  test('an empty one is not sent, and says what is missing', async () => {
    const { user, calls } = await renderScreen(<ProductDialog product={null} onClose={() => {}} />, answers);
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    expect(await screen.findByText('Product name is required')).toBeTruthy();
    expect(screen.getByText('Please fix the errors below')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  test('texts are sent as the numbers that the schema wants, and the form closes', async () => {
    const close = vi.fn();
    const { user, calls } = await renderScreen(<ProductDialog product={null} onClose={close} />, answers);
    await user.type(screen.getByLabelText(/^Product name/), 'Maize');
    await user.selectOptions(screen.getByLabelText(/^Category/), 'Cereals');
    await user.type(screen.getByLabelText(/^Quantity/), '12.5');
    await user.type(screen.getByLabelText(/^Price per/), '3,200');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
    expect(calls[0]).toMatchObject({
      path: 'farmer.products.create',
      input: { name: 'Maize', category: 'Cereals', quantity: 12.5, price: 3200 },
    });
  });

  test('closing it with something typed asks first', async () => {
    const close = vi.fn();
    const { user } = await renderScreen(<ProductDialog product={null} onClose={close} />, answers);
    await user.type(screen.getByLabelText(/^Product name/), 'Maize');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(within(screen.getByRole('dialog', { name: 'Discard what you typed?' })).getAllByRole('button').length).toBe(3);
    expect(close).not.toHaveBeenCalled();
  });
});
