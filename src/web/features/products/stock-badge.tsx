import { type StockClass, stockClass } from '#shared/product.ts';
import { m } from '#shared/text/compiled/messages.js';
import { Badge, type BadgeTone } from '#web/ui/feedback/badge.tsx';

const looks: Record<StockClass, { tone: BadgeTone; text: () => string }> = {
  inStock: { tone: 'leaf', text: m.stockIn },
  lowStock: { tone: 'maize', text: m.stockLow },
  outOfStock: { tone: 'soil', text: m.stockOut },
};

/** In stock, low, or out of stock. */
export function StockBadge({ quantity }: { quantity: number }) {
  const { tone, text } = looks[stockClass(quantity)];
  return <Badge tone={tone}>{text()}</Badge>;
}
