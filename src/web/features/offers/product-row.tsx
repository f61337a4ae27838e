import { Link } from '@tanstack/react-router';
import { farmNameText, farmTitle } from '#shared/farm-texts.ts';
import { moneyText } from '#shared/money.ts';
import { m } from '#shared/text/compiled/messages.js';
import { FarmLink } from '#web/app/shell/farm-link.tsx';
import { CardCartButton } from '#web/features/cart/card-cart-button.tsx';
import { reachTexts } from '#web/features/catalogue/offer-texts.ts';
import { ProductPicture } from '#web/features/catalogue/product-picture.tsx';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { categoryLabels, oneUnitLabels, quantityText } from '#web/ui/format/product-texts.ts';
import { FarmRating, type ProductCardProps } from './product-card.tsx';

/** One product on a phone: a row of 112 px, so that four are on the first screen. */
export function ProductRow({ product, rating = 0, isFirstSeen = false, isOfOneFarm = false }: ProductCardProps) {
  const { id, name, category, description, quantity, unit, price, isOrganic, county } = product;
  const reach = reachTexts(product);
  return (
    <article className="group relative grid h-28 grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-2.5 border-line border-b">
      <div className="relative size-22 overflow-hidden rounded-field bg-sunk">
        <ProductPicture product={product} sizes="5.5rem" isFirstSeen={isFirstSeen} />
        {isOrganic && (
          <span className="absolute top-1 left-1 *:whitespace-nowrap *:px-1.5">
            <Badge tone="maize">{m.organicBadge()}</Badge>
          </span>
        )}
      </div>
      <div className="min-w-0">
        <h2 className="font-bold leading-tight">
          <Link
            to="/market/$productId"
            params={{ productId: id }}
            className="line-clamp-2 text-ink no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-leaf"
          >
            {name}
          </Link>
        </h2>
        <p className="truncate leading-tight">
          <span className="font-extrabold tabular-nums tracking-tight">{moneyText(price)}</span>{' '}
          <span className="text-muted text-sm">/ {oneUnitLabels[unit]()}</span>
        </p>
        <p className="truncate text-[0.8125rem] text-muted leading-tight">
          {reach && (
            <>
              <span className={product.deliversToMe ? 'font-semibold text-leaf' : undefined}>{reach.reach}</span> ·{' '}
              {reach.distance} ·{' '}
            </>
          )}
          {quantityText(quantity, unit)}
          {rating > 0 && <FarmRating rating={rating} />}
        </p>
        <p className="truncate text-[0.8125rem] text-muted leading-tight">
          {categoryLabels[category]()}
          {description && ` · ${description}`}
        </p>
        {!isOfOneFarm && (
          <p className="truncate text-[0.8125rem] text-muted leading-tight">
            <FarmLink farmId={product.farmId}>{farmTitle(product)}</FarmLink>
            {farmNameText(product.farmName) && ` · ${county}`}
          </p>
        )}
      </div>
      <div className="relative">
        <CardCartButton product={product} isColumn />
      </div>
    </article>
  );
}
