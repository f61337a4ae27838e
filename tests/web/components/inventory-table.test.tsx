// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { OwnProduct } from '../../../src/web/features/dashboard/use-own-products.ts';
import { InventoryTable } from '../../../src/web/features/inventory/inventory-table.tsx';
import { type BulkUpdate, useBulkUpdate } from '../../../src/web/features/inventory/use-bulk-update.ts';
import { ownProduct } from './fixtures.ts';
import { renderScreen, useBrowserStubs } from './render-screen.tsx';

const products = [ownProduct(), ownProduct({ id: 8, name: 'Beans', quantity: 4, unit: 'kg' })];

/** The grid as the inventory tab opens it. */
function BulkUpdateGrid({ onCount = () => {} }: { onCount?: (product: OwnProduct) => void }) {
  const bulk: BulkUpdate = useBulkUpdate(products);
  return (
    <>
      <button type="button" onClick={bulk.open}>
        Open
      </button>
      <button type="button" onClick={() => void bulk.saveAll()}>
        Save
      </button>
      <InventoryTable products={products} bulk={bulk} onCount={onCount} />
    </>
  );
}

describe('the inventory', () => {
  useBrowserStubs();

  test('a row offers to update one quantity', async () => {
    const count = vi.fn();
    const { user } = await renderScreen(<BulkUpdateGrid onCount={count} />);
    await user.click(screen.getByRole('button', { name: 'How much Beans is there?' }));
    expect(count).toHaveBeenCalledWith(products[1]);
  });

  test('a bulk update refuses what is no quantity, and sends nothing', async () => {
    const { user, calls } = await renderScreen(<BulkUpdateGrid />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    const field = screen.getByRole('textbox', { name: /Quantity of Maize/ });
    await user.clear(field);
    await user.type(field, 'many');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Quantity must be a number from 0, with at most two decimals')).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(calls).toEqual([]);
  });
});
