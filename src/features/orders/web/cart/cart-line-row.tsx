import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { ProductPicture } from '#features/products/web/catalogue/product-picture.tsx';
import {
  pricedUnitText,
  productNameText,
  quantityText,
} from '#features/products/web/product-texts.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
import type { CartLineView } from './cart.ts';
import { CartLineProblem } from './cart-line-problem.tsx';
import { QuantityPicker } from './quantity-picker.tsx';

/** Loaded separately, because few carts have such a line. */
const LazyAgreedTerms = lazy(
  () => import('./agreed-terms.tsx').then(({ AgreedTerms }) => AgreedTerms),
  <span className="block min-h-12 sm:min-h-25" />,
);

type CartLineRowProps = { line: CartLineView; onSet: (quantity: number) => void };

/** One product in the cart, with any problem that prevents ordering it and the way to solve it. */
export function CartLineRow({ line, onSet }: CartLineRowProps) {
  const { productId, name, unit, price, quantity, total, available, problem, photo } = line;
  const isGone = problem === 'gone';
  const product = { name, category: line.category, crop: line.crop, photos: photo ? [photo] : [] };
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto] sm:px-5">
      <div className="aspect-4/3 overflow-hidden rounded-field bg-sunk">
        <ProductPicture
          product={product}
          sizes="6.5rem"
          className={isGone ? 'opacity-60 grayscale' : ''}
        />
      </div>
      <div className="min-w-0">
        <h3 className="font-bold leading-snug">
          <Link
            to="/market/$productId"
            params={{ productId }}
            className="-my-3 inline-block py-3 wrap-anywhere text-ink no-underline hover:text-leaf"
          >
            {productNameText(line)}
          </Link>
        </h3>
        <p className="text-muted text-sm tabular-nums">
          {moneyText(price)}{' '}
          <span className="whitespace-nowrap">/ {pricedUnitText(unit, line.netWeightKg)}</span>
        </p>
        {!isGone && <p className="mt-1 font-bold tabular-nums sm:hidden">{moneyText(total)}</p>}
      </div>
      <div className="col-span-full flex flex-wrap items-center justify-between gap-3 sm:col-span-1 sm:flex-col sm:items-end">
        {!isGone && <p className="font-bold tabular-nums max-sm:hidden">{moneyText(total)}</p>}
        {line.offerId !== null ? (
          <LazyAgreedTerms line={line} />
        ) : (
          <div className="flex items-center gap-1 max-sm:w-full max-sm:justify-between">
            {isGone ? (
              <span className="text-muted">{quantityText(quantity, unit)}</span>
            ) : (
              <QuantityPicker
                label={m.cartQuantityOf({ name })}
                value={quantity}
                most={available}
                unit={unit}
                onChange={onSet}
              />
            )}
            <button
              type="button"
              aria-label={m.cartRemoveNamed({ name })}
              onClick={() => onSet(0)}
              className={buttonClass({ variant: 'quiet', size: 'icon' })}
            >
              <Trash2 aria-hidden="true" className="size-5" />
            </button>
          </div>
        )}
      </div>
      {line.offerId === null && (
        <CartLineProblem line={line} onSet={onSet} className="col-span-full" />
      )}
    </li>
  );
}
