import type { Unit } from '#shared/products/product.ts';
import { m } from '#shared/text/compiled/messages.js';
import { quantityText } from '#web/ui/format/product-texts.ts';

type Offered = { quantity: number; unit: Unit };

/**
 * Why an open offer cannot be accepted as its product is now; null where nothing speaks against it, or the product is not known yet. The server
 * decides: what is shown may be some minutes old.
 */
export function offerProblem(offer: Offered, { product, isGone }: { product: Offered | null; isGone: boolean }): string | null {
  if (isGone) return m.priceOfferGone();
  if (!product) return null;
  if (product.unit !== offer.unit) return m.priceOfferOtherUnit();
  if (product.quantity === 0) return m.priceOfferSoldOut();
  if (product.quantity >= offer.quantity) return null;
  return m.priceOfferTooMuch({ quantity: quantityText(product.quantity, product.unit) });
}
