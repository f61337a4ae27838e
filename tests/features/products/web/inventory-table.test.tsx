// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { InventoryTable } from '#features/products/web/inventory/inventory-table.tsx';
import { QuantityDialog } from '#features/products/web/inventory/quantity-dialog.tsx';
import {
  type BulkUpdate,
  useBulkUpdate,
} from '#features/products/web/inventory/use-bulk-update.ts';
import { useStock } from '#features/products/web/inventory/use-stock.ts';
import type { OwnProduct } from '#features/products/web/use-own-products.ts';
import { ownProduct } from '#tests/setup/web/fixtures.ts';
import { useBrowserStubs } from '#tests/setup/web/render-screen.tsx';
import { renderWithQueue } from '#tests/setup/web/render-with-queue.tsx';

const products = [ownProduct(), ownProduct({ id: 8, name: 'Beans', quantity: 4, unit: 'kg' })];

const yesterday = { 'farmer.products.yesterday': () => [] };
const changesIn = (calls: { path: string; input: unknown }[]) =>
  calls.filter(({ path }) => !(path in yesterday));

function BulkUpdateGrid({ onCount = () => {} }: { onCount?: (product: OwnProduct) => void }) {
  const bulk: BulkUpdate = useBulkUpdate(products);
  const stock = useStock();
  return (
    <>
      <button type="button" onClick={bulk.open}>
        Open
      </button>
      <button type="button" onClick={() => void bulk.saveAll()}>
        Save
      </button>
      <InventoryTable products={products} bulk={bulk} stock={stock} onCount={onCount} />
    </>
  );
}

describe('the inventory', () => {
  useBrowserStubs();

  test('a row offers to update one quantity', async () => {
    const count = vi.fn();
    const { user } = await renderWithQueue(<BulkUpdateGrid onCount={count} />, yesterday);
    await user.click(screen.getByRole('button', { name: 'How much Beans is there?' }));
    expect(count).toHaveBeenCalledWith(products[1]);
  });

  test('a bulk update refuses an invalid quantity, and sends nothing', async () => {
    const { user, calls } = await renderWithQueue(<BulkUpdateGrid />, yesterday);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    const field = screen.getByRole('textbox', { name: /Quantity of Maize/ });
    await user.clear(field);
    await user.type(field, 'many');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Quantity must be a number, 0 or more')).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(changesIn(calls)).toEqual([]);
  });

  test("'must be numeric and 0 or more': more than two decimals are rounded to two, with a note", async () => {
    const answers = {
      ...yesterday,
      'farmer.products.setQuantity': (input: unknown) => ({ id: 7, ...(input as object) }),
    };
    const { user, calls } = await renderWithQueue(
      <>
        <BulkUpdateGrid />
        <QuantityDialog product={ownProduct()} onClose={() => {}} />
      </>,
      answers,
    );
    await user.click(screen.getByRole('button', { name: 'Open' }));
    const field = screen.getByRole('textbox', { name: /Quantity of Maize/ });
    await user.clear(field);
    await user.type(field, '2.3456');
    expect(screen.getByText('Rounded to two decimals: 2.35')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() =>
      expect(changesIn(calls)[0]?.input).toEqual({
        productId: 7,
        quantity: 2.35,
        quantitySeen: 12,
      }),
    );
    const single = screen.getByRole('textbox', { name: /New quantity/ });
    await user.clear(single);
    await user.type(single, '0.125');
    expect(screen.getByText('Rounded to two decimals: 0.13')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save quantity' }));
    await vi.waitFor(() =>
      expect(changesIn(calls)[1]?.input).toEqual({
        productId: 7,
        quantity: 0.13,
        quantitySeen: 12,
      }),
    );
  });
});
