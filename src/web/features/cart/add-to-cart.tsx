import { ShoppingCart } from 'lucide-react';
import { m } from '#shared/text/compiled/messages.js';
import { trpc } from '#web/app/client/trpc.ts';
import type { Offer } from '#web/features/catalogue/offer.ts';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import type { ButtonSize } from '#web/ui/form/button-class.ts';
import { quantityText } from '#web/ui/format/product-texts.ts';
import { addToCart, readCartLines } from './cart-lines.ts';
import { useIsBuyer } from './use-cart.ts';

type AddToCartProps = {
  product: Offer;
  /** The quantity to add: one unit, or all that is left if that is less. */
  quantity?: number;
  isWide?: boolean;
  size?: ButtonSize;
  /** On a card, where the quantity takes the button's place and says itself that it is in the cart. */
  isOnCard?: boolean;
  /** In a narrow column, as two short lines without the picture. */
  isColumn?: boolean;
};

/** Adds a product to the cart and says how much of it is there now. */
export function AddToCart(props: AddToCartProps) {
  const { product, quantity = 1, isWide = false, size = 'small', isOnCard = false, isColumn = false } = props;
  const { name, unit } = product;
  const add = useAdd();
  const press = async () => {
    const held = await add(product, quantity);
    if (!held) return;
    if (held.now === held.before) showToast('info', m.cartHoldsAll({ name }));
    else if (!isOnCard) showToast('success', m.addedToCart({ name, quantity: quantityText(held.now, unit) }));
  };
  return (
    <Button
      size={size}
      isWide={isWide}
      onClick={() => void press()}
      className={isColumn ? 'w-17! rounded-field! px-0.5! text-xs!' : undefined}
    >
      {!isColumn && <ShoppingCart aria-hidden="true" className="size-4.5" />}
      {m.addToCart()}
      <span className="sr-only">: {name}</span>
    </Button>
  );
}

type Held = { before: number; now: number };

/** Adds to the buyer's cart or to the visitor's. Returns null if it failed, after the person was told. */
function useAdd(): (product: Offer, quantity: number) => Promise<Held | null> {
  const isBuyer = useIsBuyer();
  const cache = trpc.useUtils();
  return async (product, quantity) => {
    if (isBuyer) {
      try {
        const { addToBuyerCart } = await import('./change-cart.ts');
        return await addToBuyerCart(cache, product, quantity);
      } catch {
        showToast('error', m.cartChangeOffline());
        return null;
      }
    }
    const { id: productId, quantity: available } = product;
    const before = readCartLines().find((line) => line.productId === productId)?.quantity ?? 0;
    return { before, now: addToCart({ productId, quantity, available }) };
  };
}
