// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ImportInventory } from '../../../src/web/features/inventory/import-inventory.tsx';
import { ownProduct } from './fixtures.ts';
import { renderScreen, useBrowserStubs } from './render-screen.tsx';

const file = (text: string) => new File([text], 'inventory.csv', { type: 'text/csv' });

describe('importing an inventory', () => {
  useBrowserStubs();

  test('passes on the quantities that it could read, and names each line that it could not', async () => {
    const read: [number, number][] = [];
    const { user } = await renderScreen(
      <ImportInventory products={[ownProduct()]} onCounts={({ counts }) => read.push(...counts)} />,
    );
    await user.upload(screen.getByLabelText('Import CSV', { selector: 'input' }), file('product_id,quantity\n7,15\n99,3\n'));
    expect(await screen.findByText('1 quantity read. Check it below, then save.')).toBeTruthy();
    expect(screen.getByText(/Line 3 .*not one of your products/)).toBeTruthy();
    expect(read).toEqual([[7, 15]]);
  });

  test('says which columns a file needs, and passes nothing on', async () => {
    const takeCounts = vi.fn();
    const { user } = await renderScreen(<ImportInventory products={[ownProduct()]} onCounts={takeCounts} />);
    await user.upload(screen.getByLabelText('Import CSV', { selector: 'input' }), file('name,amount\nMaize,3\n'));
    expect(await screen.findByText(/no columns named product_id and quantity/)).toBeTruthy();
    expect(takeCounts).not.toHaveBeenCalled();
  });
});
