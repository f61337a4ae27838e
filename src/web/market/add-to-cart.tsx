import { ShoppingCart } from 'lucide-react';
import type { Unit } from '#shared/product.ts';
import { m } from '#shared/text/compiled/messages.js';
import { amountText } from '#web/say-amount.ts';
import { Button } from '#web/ui/button.tsx';
import type { ButtonSize } from '#web/ui/button-class.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { addToCart, readCartLines } from './cart-lines.ts';

type AddToCartProps = {
  product: { id: number; name: string; quantity: number; unit: Unit };
  /** How much; one unit, or all there is when that is less. */
  quantity?: number;
  isWide?: boolean;
  size?: ButtonSize;
};

/** Puts a product into the cart, and says how much of it is there now. */
export function AddToCart({ product, quantity = 1, isWide = false, size = 'small' }: AddToCartProps) {
  const { id, name, quantity: available, unit } = product;
  const add = () => {
    const before = readCartLines().find(({ productId }) => productId === id)?.quantity ?? 0;
    const held = addToCart({ productId: id, quantity, available });
    if (held === before) showToast('info', m.cartHoldsAll({ name }));
    else showToast('success', m.addedToCart({ name, quantity: amountText(held, unit) }));
  };
  return (
    <Button size={size} isWide={isWide} onClick={add}>
      <ShoppingCart aria-hidden="true" className="size-4.5" />
      {m.addToCart()}
      <span className="sr-only">: {name}</span>
    </Button>
  );
}
