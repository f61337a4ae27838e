import { parseDecimal, roundedToHundredths } from '#rules/amounts.ts';
import { readCsv, writeCsv } from '#rules/csv.ts';
import { quantity as quantityRule } from './product.ts';
import { BULK_LINES_MAX } from './product-facts.ts';

export type InventoryProduct = {
  id: number;
  name: string;
  category: string;
  quantity: number;
  unit: string;
  price: number;
};

const inventoryColumns = [
  'product_id',
  'name',
  'category',
  'quantity',
  'unit',
  'price_kes',
  'quantity_seen',
] as const;

export type InventoryProblem =
  | 'idMissing'
  | 'unknownProduct'
  | 'repeated'
  | 'quantityInvalid'
  | 'tooMany';
export type InventoryCounts =
  | { outcome: 'noColumns' }
  | {
      outcome: 'read';
      counts: Map<number, number>;
      seen: Map<number, number>;
      failed: { line: number; problem: InventoryProblem; text: string }[];
    };

/** Column names are in English, so that files from both languages can be read back. */
export const writeInventory = (products: readonly InventoryProduct[]) =>
  writeCsv([
    inventoryColumns,
    ...products.map(({ id, name, category, quantity, unit, price }) => [
      id,
      name,
      category,
      quantity,
      unit,
      price,
      quantity,
    ]),
  ]);

/** Only the columns `product_id` and `quantity` are required. */
export function readInventory(file: string, ownIds: ReadonlySet<number>): InventoryCounts {
  const [head, ...rows] = readCsv(file);
  const names = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const idAt = names.indexOf('product_id');
  const quantityAt = names.indexOf('quantity');
  const seenAt = names.indexOf('quantity_seen');
  if (idAt < 0 || quantityAt < 0) return { outcome: 'noColumns' };

  const counts = new Map<number, number>();
  const seen = new Map<number, number>();
  const failed: { line: number; problem: InventoryProblem; text: string }[] = [];
  for (const { line, cells } of rows) {
    const text = cells.join(', ');
    const id = parseDecimal(cells[idAt] ?? '');
    const typed = parseDecimal(cells[quantityAt] ?? '');
    const quantity = quantityRule.safeParse(typed === null ? null : roundedToHundredths(typed));
    const figure = quantityRule.safeParse(parseDecimal(cells[seenAt] ?? ''));
    if (id === null || !Number.isInteger(id)) failed.push({ line, problem: 'idMissing', text });
    else if (!ownIds.has(id)) failed.push({ line, problem: 'unknownProduct', text });
    else if (counts.has(id)) failed.push({ line, problem: 'repeated', text });
    else if (!quantity.success) failed.push({ line, problem: 'quantityInvalid', text });
    else if (counts.size >= BULK_LINES_MAX) failed.push({ line, problem: 'tooMany', text });
    else {
      counts.set(id, quantity.data);
      if (figure.success) seen.set(id, figure.data);
    }
  }
  return { outcome: 'read', counts, seen, failed };
}
