import { roundedToHundredths } from '#shared/decimal.ts';
import { m } from '#shared/text/compiled/messages.js';
import type { Offer } from '#web/features/catalogue/offer.ts';
import { figureText } from '#web/ui/format/product-texts.ts';
import { classNames } from '#web/ui/layout/class-names.ts';
import { AddToCart } from './add-to-cart.tsx';
import { useCartQuantity } from './use-cart-quantity.ts';

type CardCartButtonProps = { product: Offer; isColumn?: boolean };

const round =
  'grid size-11 shrink-0 place-items-center rounded-full font-bold text-xl leading-none border-[1.5px] border-leaf bg-card text-leaf hover:bg-leaf-soft aria-disabled:border-line aria-disabled:text-muted';

/** "Add to Cart" on a product's card; once it is in the cart, one less, how much, and one more. */
export function CardCartButton({ product, isColumn = false }: CardCartButtonProps) {
  const { name, quantity: available } = product;
  const [held, set] = useCartQuantity(product);
  if (held === 0) return <AddToCart product={product} isWide isOnCard isColumn={isColumn} />;
  const most = held >= available;
  return (
    <fieldset
      aria-label={m.cartQuantityOf({ name })}
      className={classNames('flex items-center justify-between', isColumn ? 'flex-col-reverse' : 'w-full gap-3')}
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
