import { Download } from 'lucide-react';
import { dayInNairobi } from '#shared/day.ts';
import { writeInventory } from '#shared/inventory-csv.ts';
import { m } from '#shared/text/compiled/messages.js';
import type { OwnProduct } from '#web/features/dashboard/use-own-products.ts';
import { saveFile } from '#web/ui/browser/save-file.ts';
import { Button } from '#web/ui/form/button.tsx';

/** The inventory as a file for a spreadsheet. */
export function ExportInventory({ products }: { products: readonly OwnProduct[] }) {
  const save = () =>
    saveFile({
      name: `sokoshamba-inventory-${dayInNairobi(new Date())}.csv`,
      type: 'text/csv;charset=utf-8',
      content: writeInventory(products),
    });
  return (
    <Button variant="secondary" size="small" onClick={save}>
      <Download aria-hidden="true" className="size-5" />
      {m.csvExport()}
    </Button>
  );
}
