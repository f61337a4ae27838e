import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AddToCart } from '#orders/web/cart/add-to-cart.tsx';
import { QuantityPicker } from '#orders/web/cart/quantity-picker.tsx';
import { useCartActions } from '#orders/web/cart/use-cart-actions.ts';
import { centsOf, lineTotalCents, moneyText, shillingsOf } from '#platform/rules/money.ts';
import { useSessionRole } from '#platform/web/session/session.ts';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
import type { WholeOffer } from '#products/web/catalogue/offer.ts';
import { quantityText } from '#products/web/product-texts.ts';
import { m } from '#text';

/** On a phone always at the bottom of the screen. */
export function BuyBox({ product }: { product: WholeOffer }) {
  const { unit, price, quantity: available } = product;
  const [quantity, setQuantity] = useState(Math.min(1, available));
  const { add } = useCartActions();
  const total = moneyText(shillingsOf(lineTotalCents(centsOf(price), quantity)));
  return (
    <div
      data-low-bar=""
      className="needs-script flex flex-wrap items-center gap-3 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:border-line max-sm:border-t max-sm:bg-card max-sm:px-4 max-sm:py-2 max-sm:[&>button]:px-2 max-sm:in-[:has([data-bottom-bar],[data-farmer-bar])]:bottom-16 print:hidden"
    >
      <QuantityPicker
        label={m.quantityPickerLabel()}
        value={quantity}
        onChange={setQuantity}
        most={available}
        unit={unit}
      />
      <p className="ml-auto text-right leading-tight max-sm:sr-only" aria-live="polite">
        <span className="block text-muted text-sm">{quantityText(quantity, unit)}</span>
        <span className="font-bold text-lg tabular-nums">{m.quantityOfTotal({ total })}</span>
      </p>
      <AddToCart
        product={product}
        add={add}
        quantity={quantity}
        isWide
        size="medium"
        label={
          <span className="grid">
            {m.addToCart()}
            <span className="font-normal text-xs tabular-nums sm:hidden">{total}</span>
          </span>
        }
      />
    </div>
  );
}

/** An announced harvest has no price offers. */
export function AskFarmer({ product }: { product: WholeOffer }) {
  const { id: productId, depositPercent } = product;
  if (useSessionRole() === 'farmer') return null;
  const look = buttonClass({ variant: 'secondary', isWide: true });
  return (
    <div className="needs-script grid auto-cols-fr grid-flow-col gap-3">
      <Link to="/messages" search={{ product: productId }} className={look}>
        {m.askFarmer()}
      </Link>
      {!depositPercent && (
        <Link to="/messages" search={{ product: productId, offer: true }} className={look}>
          {m.priceOfferMake()}
        </Link>
      )}
    </div>
  );
}
