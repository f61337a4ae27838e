import { CircleCheck, PackageOpen, PackageX } from 'lucide-react';
import { LOW_STOCK_BELOW } from '#features/products/rules/limits.ts';
import { lowStockLimit, stockClass } from '#features/products/rules/product.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { useIsWide } from '#platform/web/ui/browser/use-is-wide.ts';
import { FigureCard } from '#platform/web/ui/layout/figure-card.tsx';
import type { OwnProduct } from '../use-own-products.ts';

export function StockSummary({ products }: { products: readonly OwnProduct[] }) {
  const count = { inStock: 0, lowStock: 0, outOfStock: 0 };
  for (const product of products) count[stockClass(product)]++;
  const isWide = useIsWide('sm');
  // The notes name the limits of §9, which do not apply to packs and products with their own.
  const hasOwnThresholds = products.some(
    ({ lowStockBelow, unit }) => lowStockBelow !== null || lowStockLimit(unit) !== LOW_STOCK_BELOW,
  );
  return (
    <div className="grid grid-cols-3 gap-2 sm:gap-4">
      <FigureCard
        label={m.stockIn()}
        value={figureText(count.inStock)}
        note={hasOwnThresholds || !isWide ? undefined : m.stockInNote({ count: LOW_STOCK_BELOW })}
        icon={CircleCheck}
      />
      <FigureCard
        label={m.stockLow()}
        value={figureText(count.lowStock)}
        note={
          hasOwnThresholds || !isWide
            ? undefined
            : m.stockLowNote({ from: 1, to: LOW_STOCK_BELOW - 1 })
        }
        icon={PackageOpen}
        isWarning={count.lowStock > 0}
      />
      <FigureCard
        label={m.stockOut()}
        value={figureText(count.outOfStock)}
        note={isWide ? m.stockOutNote() : undefined}
        icon={PackageX}
        isWarning={count.outOfStock > 0}
      />
    </div>
  );
}
