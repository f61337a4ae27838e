import { LOW_STOCK_BELOW } from '#features/products/rules/limits.ts';
import { stockClass } from '#features/products/rules/product.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { Figure, Figures } from '#platform/web/ui/layout/figures.tsx';
import type { OwnProduct } from '../use-own-products.ts';

export function StockSummary({ products }: { products: readonly OwnProduct[] }) {
  const count = { inStock: 0, lowStock: 0, outOfStock: 0, expired: 0 };
  for (const product of products)
    count[isExpiredStock(product) ? 'expired' : stockClass(product)]++;
  // The notes name the limits of §9, which do not apply to products with their own.
  const hasOwnThresholds = products.some(({ lowStockBelow }) => lowStockBelow !== null);
  return (
    <Figures isOneRow>
      <Figure
        label={m.stockIn()}
        value={figureText(count.inStock)}
        note={hasOwnThresholds ? undefined : m.stockInNote({ count: LOW_STOCK_BELOW })}
      />
      <Figure
        label={m.stockLow()}
        value={figureText(count.lowStock)}
        note={hasOwnThresholds ? undefined : m.stockLowNote({ from: 1, to: LOW_STOCK_BELOW - 1 })}
        isWarning={count.lowStock > 0}
      />
      <Figure
        label={m.stockOut()}
        value={figureText(count.outOfStock)}
        isWarning={count.outOfStock > 0}
      />
      {count.expired > 0 && (
        <Figure label={m.productStatusExpired()} value={figureText(count.expired)} isWarning />
      )}
    </Figures>
  );
}

const isExpiredStock = ({ status, quantity }: OwnProduct) => status === 'expired' && quantity > 0;
