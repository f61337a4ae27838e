import type { ReactNode } from 'react';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button, type ButtonSize } from '#platform/web/ui/form/button.tsx';
import { quantityText } from '#products/web/product-texts.ts';
import { m } from '#text';
import type { CartProduct } from './cart.ts';
import type { CartActions } from './use-cart.ts';

type AddToCartProps = {
  product: CartProduct;
  add: CartActions['add'];
  /** Defaults to one unit, or the remaining stock if that is less. */
  quantity?: number;
  isWide?: boolean;
  size?: ButtonSize;
  /** The quantity replaces the button on a card. */
  isOnCard?: boolean;
  label?: ReactNode;
};

export function AddToCart(props: AddToCartProps) {
  const { product, add, quantity = 1, isWide = false, size = 'small', isOnCard } = props;
  const { label = m.addToCart() } = props;
  const { name, unit } = product;
  const press = async () => {
    const held = await add(product, quantity);
    if (!held) return;
    if (held.now === held.before) showToast('info', m.cartHoldsAll({ name }));
    else if (!isOnCard)
      showToast('success', m.addedToCart({ name, quantity: quantityText(held.now, unit) }));
  };
  return (
    <Button size={size} isWide={isWide} onClick={() => void press()} className="needs-script">
      {isOnCard ? (
        <>
          <span className="max-cards:sr-only">{label}</span>
          {/* Every list of cards draws it once. */}
          <svg aria-hidden="true" className="size-5.5 cards:hidden">
            <use href="#icon-plus" />
          </svg>
        </>
      ) : (
        label
      )}
      <span className="sr-only">{`: ${name}`}</span>
    </Button>
  );
}
