import type { ReactNode } from 'react';
import { quantityText } from '#products/web/product-texts.ts';
import { m } from '#text';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Button, type ButtonSize } from '#ui/form/button.tsx';
import type { CartProduct } from './cart-lines.ts';
import { oneStepLess, oneStepMore, useTypedQuantity } from './quantity-picker.tsx';
import type { CartActions } from './use-cart.ts';

const target = 'group/round grid size-11 shrink-0 place-items-center rounded-full';
/** Smaller than its target, because the targets of two rows touch on a phone. */
const round =
  'grid size-9 place-items-center rounded-full font-bold text-xl leading-none border-[1.5px] border-leaf bg-card text-leaf cards:size-11 group-hover/round:bg-leaf-soft group-aria-disabled/round:border-line group-aria-disabled/round:text-muted';

type CardCartButtonProps = { product: CartProduct; held: number; cart: CartActions };

export function CardCartButton({ product, held, cart }: CardCartButtonProps) {
  const { name, quantity: available, unit } = product;
  const field = useTypedQuantity({
    value: held,
    most: available,
    onChange: (quantity) => quantity !== held && cart.set(product, quantity),
    onCutChange: (isCut) =>
      isCut && showToast('info', m.quantityCut({ available: quantityText(available, unit) })),
  });
  if (held === 0) return <AddToCart product={product} add={cart.add} isOnCard />;
  const most = held >= available;
  const set = (quantity: number) => cart.set(product, quantity);
  return (
    <fieldset
      aria-label={m.cartQuantityOf({ name })}
      className="flex items-center justify-between max-cards:flex-col"
    >
      <button
        type="button"
        aria-label={m.quantityOneLess({ name })}
        onClick={() => set(oneStepLess(held, unit))}
        className={target}
      >
        <span aria-hidden="true" className={round}>
          −
        </span>
      </button>
      <input
        {...field}
        aria-label={m.cartQuantityOf({ name })}
        className="h-6 w-12 min-w-0 rounded-field bg-transparent text-center font-bold tabular-nums cards:h-11 cards:w-14"
      />
      <button
        type="button"
        aria-label={m.quantityOneMore({ name })}
        aria-disabled={most}
        onClick={() => !most && set(oneStepMore(held, unit, available))}
        className={target}
      >
        <span aria-hidden="true" className={round}>
          +
        </span>
      </button>
    </fieldset>
  );
}

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
