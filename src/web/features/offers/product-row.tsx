import { Link } from '@tanstack/react-router';
import { farmNameText, farmTitle } from '#shared/farm-texts.ts';
import { moneyText } from '#shared/money.ts';
import { m } from '#shared/text/compiled/messages.js';
import { FarmLink } from '#web/app/shell/farm-link.tsx';
import { CardCartButton } from '#web/features/cart/card-cart-button.tsx';
import { useCartQuantity } from '#web/features/cart/use-cart-quantity.ts';
import { reachTexts } from '#web/features/catalogue/offer-texts.ts';
import { ProductPicture } from '#web/features/catalogue/product-picture.tsx';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { categoryLabels, oneUnitLabels, quantityText } from '#web/ui/format/product-texts.ts';
import { classNames } from '#web/ui/layout/class-names.ts';
import { FarmRating, type ProductCardProps } from './product-card.tsx';

const small = 'truncate text-[0.8125rem] text-muted leading-tight';

/**
 * One product on a phone: a row of 112 px, so that four are on the first screen. Name and price with unit take the whole width next to
 * the picture, unless the quantity in the cart needs the right edge.
 */
export function ProductRow({ product, rating = 0, isFirstSeen = false, isOfOneFarm = false }: ProductCardProps) {
  const { id, name, category, description, quantity, unit, price, isOrganic, county } = product;
  const [held] = useCartQuantity(product);
  const reach = reachTexts(product);
  return (
    <article className="group relative flex h-28 items-center gap-2.5 border-line border-b">
      <div className="relative size-22 shrink-0 overflow-hidden rounded-field bg-sunk">
        <ProductPicture product={product} sizes="5.5rem" isFirstSeen={isFirstSeen} />
        {isOrganic && (
          <span className="absolute top-1 left-1 *:whitespace-nowrap *:px-1.5">
            <Badge tone="maize">{m.organicBadge()}</Badge>
          </span>
        )}
      </div>
      <div className={classNames('min-w-0 flex-1', held > 0 && 'pr-13')}>
        {/* With a place there is one line more below, so that the name has one line less. */}
        <h2 className={classNames('font-bold text-[0.9375rem] leading-tight', reach ? 'line-clamp-1' : 'line-clamp-2')}>
          <Link
            to="/market/$productId"
            params={{ productId: id }}
            className="text-ink no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-leaf"
          >
            {name}
          </Link>
        </h2>
        <p className="text-[0.9375rem] leading-tight">
          <span className="whitespace-nowrap font-extrabold tabular-nums tracking-tight">{moneyText(price)}</span>{' '}
          <span className="whitespace-nowrap text-[0.8125rem] text-muted">/ {oneUnitLabels[unit]()}</span>
        </p>
        <div className={held > 0 ? undefined : 'pr-19'}>
          <p className={small}>
            {quantityText(quantity, unit)}
            {rating > 0 && <FarmRating rating={rating} />}
          </p>
          {reach && (
            <p className={small}>
              <span className={product.deliversToMe ? 'font-semibold text-leaf' : undefined}>{reach.reach}</span> ·{' '}
              {reach.distance}
            </p>
          )}
          <p className={small}>
            {categoryLabels[category]()}
            {description && ` · ${description}`}
          </p>
          {!isOfOneFarm && (
            <p className={small}>
              <FarmLink farmId={product.farmId}>{farmTitle(product)}</FarmLink>
              {farmNameText(product.farmName) && ` · ${county}`}
            </p>
          )}
        </div>
      </div>
      <div className={classNames('absolute right-0 z-10', held === 0 ? 'bottom-3' : 'top-0.5')}>
        <CardCartButton product={product} isColumn />
      </div>
    </article>
  );
}
