import { Badge, type BadgeTone } from '#platform/web/ui/feedback/badge.tsx';
import { type ProductStatus, type StockClass, stockClass } from '#products/rules/product.ts';
import { m } from '#text';

const looks: Record<StockClass, { tone: BadgeTone; text: () => string }> = {
  inStock: { tone: 'leaf', text: m.stockIn },
  lowStock: { tone: 'maize', text: m.stockLow },
  outOfStock: { tone: 'soil', text: m.stockOut },
};

export function StockBadge(stock: Parameters<typeof stockClass>[0]) {
  const { tone, text } = looks[stockClass(stock)];
  return <Badge tone={tone}>{text()}</Badge>;
}

const statusTexts: Record<ProductStatus, () => string> = {
  available: m.productStatusAvailable,
  sold_out: m.productStatusSoldOut,
  expired: m.productStatusExpired,
  hidden: m.productStatusHidden,
};

/** Nothing for an available product that needs no answer. */
export function StatusBadge({ status, isAsked }: { status: ProductStatus; isAsked: boolean }) {
  if (isAsked && status === 'available') return <Badge tone="maize">{m.stillThereBadge()}</Badge>;
  if (isAsked && status === 'expired') return <Badge tone="soil">{m.stillThereOff()}</Badge>;
  return status === 'available' ? null : <Badge tone="soil">{statusTexts[status]()}</Badge>;
}
