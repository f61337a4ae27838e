import type { Unit } from '#features/products/rules/product.ts';
import { pricedUnitText, quantityText } from '#features/products/web/product-texts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

type Goods = { quantity: number; unit: Unit; netWeightKg: number | null };
type Offered = Goods & { productName: string };
type Product = Goods & { name: string };

/**
 * Why an open offer cannot be accepted with its product's current state; null if it can, or the
 * product is not known yet. A sold-out product counts as gone. The server decides: the shown data
 * may be some minutes old.
 */
export function offerProblem(
  offer: Offered,
  { product, isGone }: { product: Product | null; isGone: boolean },
): string | null {
  if (isGone) return m.priceOfferGone();
  if (!product) return null;
  if (product.name !== offer.productName) return m.priceOfferRenamed({ name: product.name });
  if (product.unit !== offer.unit || product.netWeightKg !== offer.netWeightKg) {
    return m.priceOfferOtherUnit({ unit: pricedUnitText(product.unit, product.netWeightKg) });
  }
  if (product.quantity >= offer.quantity) return null;
  return m.priceOfferTooMuch({ quantity: quantityText(product.quantity, product.unit) });
}
