import { useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { DeleteProduct } from '../own/delete-product.tsx';
import type { OwnProduct } from '../use-own-products.ts';
import { StockRow } from './stock-row.tsx';
import type { BulkUpdate } from './use-bulk-update.ts';
import type { Stock } from './use-stock.ts';

type StockRowsProps = {
  products: readonly OwnProduct[];
  stock: Stock;
  onEdit: (product: OwnProduct) => void;
  /** Each row has Edit and Delete in place of − and +. */
  hasActions?: boolean;
  /** An open bulk update: each quantity is then a field. */
  bulk?: BulkUpdate | undefined;
};

/**
 * The farm's products on narrow screens, the same list for Products, Inventory and the bulk update:
 * one row of the same height each, of which one at a time opens for its price, quantity and actions.
 */
export function StockRows({ products, stock, onEdit, hasActions = false, bulk }: StockRowsProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  const [deleted, setDeleted] = useState<OwnProduct | null>(null);
  return (
    <>
      <ul aria-label={m.inventoryCaption()} className="border-line border-t">
        {products.map((product) => (
          <StockRow
            key={product.id}
            product={product}
            stock={stock}
            bulk={bulk}
            hasActions={hasActions}
            isOpen={!bulk && openId === product.id}
            onToggle={() => setOpenId(openId === product.id ? null : product.id)}
            onEdit={() => onEdit(product)}
            onDelete={() => setDeleted(product)}
          />
        ))}
      </ul>
      <DeleteProduct product={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}
