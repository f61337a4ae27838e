import type { ReactNode } from 'react';
import { roundedToHundredths } from '#platform/rules/decimal.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { AddToCart } from './add-to-cart.tsx';
import type { CartProduct } from './cart.ts';
import type { CartActions } from './use-cart-actions.ts';

const round =
  'grid size-11 shrink-0 place-items-center rounded-full font-bold text-xl leading-none border-[1.5px] border-leaf bg-card text-leaf hover:bg-leaf-soft aria-disabled:border-line aria-disabled:text-muted';

/** `held`: the product's quantity in the cart. */
type CardCartButtonProps = {
  product: CartProduct;
  held: number;
  cart: CartActions;
  /** Of "Add to Cart". */
  icon: ReactNode;
};

/**
 * "Add to Cart" on a product's card. Once the product is in the cart: minus, quantity and plus,
 * which are a column on a phone.
 */
export function CardCartButton({ product, held, cart, icon }: CardCartButtonProps) {
  const { name, quantity: available } = product;
  if (held === 0) return <AddToCart product={product} add={cart.add} isWide icon={icon} isOnCard />;
  const most = held >= available;
  const set = (quantity: number) => cart.set(product, quantity);
  return (
    <fieldset
      aria-label={m.cartQuantityOf({ name })}
      className="flex items-center justify-between max-cards:flex-col-reverse cards:w-full cards:gap-3"
    >
      <button
        type="button"
        aria-label={m.quantityOneLess({ name })}
        onClick={() => set(Math.max(0, roundedToHundredths(held - 1)))}
        className={round}
      >
        <span aria-hidden="true">−</span>
      </button>
      <output className="font-bold tabular-nums leading-5" aria-live="polite">
        {figureText(held)}
      </output>
      <button
        type="button"
        aria-label={m.quantityOneMore({ name })}
        aria-disabled={most}
        onClick={() => !most && set(Math.min(available, roundedToHundredths(held + 1)))}
        className={round}
      >
        <span aria-hidden="true">+</span>
      </button>
    </fieldset>
  );
}
