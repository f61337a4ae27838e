// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import {
  ImportInventory,
  type ImportReport,
  ImportReportNotice,
} from '#features/products/web/inventory/import-inventory.tsx';
import { ownProduct } from '#tests/setup/web/fixtures.ts';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';

type Take = Parameters<typeof ImportInventory>[0]['onCounts'];

function Import({ onCounts }: { onCounts: Take }) {
  const [report, setReport] = useState<ImportReport | null>(null);
  return (
    <>
      <ImportInventory products={[ownProduct()]} onCounts={onCounts} onReport={setReport} />
      {report && <ImportReportNotice report={report} />}
    </>
  );
}

const file = (text: string) => new File([text], 'inventory.csv', { type: 'text/csv' });

describe('importing an inventory', () => {
  useBrowserStubs();

  test('applies the valid quantities, and lists each invalid line', async () => {
    const read: [number, number][] = [];
    const { user } = await renderScreen(<Import onCounts={({ counts }) => read.push(...counts)} />);
    await user.upload(
      screen.getByLabelText('Import CSV', { selector: 'input' }),
      file('product_id,quantity\n7,15\n99,3\n'),
    );
    expect(await screen.findByText('1 quantity read. Check it below, then save.')).toBeTruthy();
    expect(screen.getByText(/Line 3 .*not one of your products/)).toBeTruthy();
    expect(read).toEqual([[7, 15]]);
    // Some lines were accepted, so it is not an error.
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('names the columns that a file needs, and applies nothing', async () => {
    const takeCounts = vi.fn();
    const { user } = await renderScreen(<Import onCounts={takeCounts} />);
    await user.upload(
      screen.getByLabelText('Import CSV', { selector: 'input' }),
      file('name,amount\nMaize,3\n'),
    );
    expect(await screen.findByText(/no columns named product_id and quantity/)).toBeTruthy();
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(takeCounts).not.toHaveBeenCalled();
  });
});
