import { useState } from 'react';
import { moneyText } from '#shared/money-text.ts';
import { m } from '#shared/text/compiled/messages.js';
import { AddToCart } from '#web/features/cart/add-to-cart.tsx';
import { QuantityPicker } from '#web/features/cart/quantity-picker.tsx';
import type { WholeOffer } from '#web/features/catalogue/offer.ts';
import { amountText } from '#web/ui/format/amount-text.ts';

/** How much of it, what that comes to, and into the cart. */
export function BuyBox({ product }: { product: WholeOffer }) {
  const { unit, price, quantity: available } = product;
  const [quantity, setQuantity] = useState(Math.min(1, available));
  return (
    <div className="grid gap-4 rounded-card border border-line bg-card p-4 shadow-card sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <QuantityPicker label={m.quantityPickerLabel()} value={quantity} onChange={setQuantity} most={available} />
        <p className="ml-auto text-right" aria-live="polite">
          <span className="block text-muted text-sm">{amountText(quantity, unit)}</span>
          <span className="font-bold text-lg tabular-nums">{m.quantityOfTotal({ total: moneyText(price * quantity) })}</span>
        </p>
      </div>
      <AddToCart product={product} quantity={quantity} isWide size="large" />
    </div>
  );
}
