import { Link } from '@tanstack/react-router';
import { BadgeCheck, Camera, Footprints, MapPin } from 'lucide-react';
import { farmNameText, farmTitle } from '#shared/farm-texts.ts';
import { moneyText } from '#shared/money.ts';
import { m } from '#shared/text/compiled/messages.js';
import { FarmLink } from '#web/app/shell/farm-link.tsx';
import { CardCartButton } from '#web/features/cart/card-cart-button.tsx';
import type { Offer } from '#web/features/catalogue/offer.ts';
import { daysAgoText, distanceText, isPhotographedOnFarm, reachTexts } from '#web/features/catalogue/offer-texts.ts';
import { ProductPicture } from '#web/features/catalogue/product-picture.tsx';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { dateText } from '#web/ui/format/date-text.ts';
import { categoryLabels, pricedUnitText, quantityText } from '#web/ui/format/product-texts.ts';

const PICTURE_SIZES = '(width >= 64rem) 18rem, 45vw';

export type ProductCardProps = {
  product: Offer;
  /** The farm's, out of five; 0 while there is none. */
  rating?: number | undefined;
  isFirstSeen?: boolean;
  /** On the farm's own page: its name is left out. */
  isOfOneFarm?: boolean;
};

/** One product in the list, on wide screens. The whole card links to its page, and all cards in a row have the same height. */
export function ProductCard({ product, rating = 0, isFirstSeen = false, isOfOneFarm = false }: ProductCardProps) {
  const { id, name, category, description, quantity, unit, price, pricePerKg, netWeightKg, isOrganic } = product;
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-card transition-shadow focus-within:border-leaf hover:shadow-card">
      <div className="flex flex-col">
        <div className="relative aspect-3/2 w-full overflow-hidden bg-sunk">
          <div className="absolute inset-0">
            <ProductPicture product={product} sizes={PICTURE_SIZES} isFirstSeen={isFirstSeen} />
          </div>
          {isOrganic && (
            <span className="absolute top-3 left-3">
              <Badge tone="maize">{m.organicBadge()}</Badge>
            </span>
          )}
        </div>
        <div className="min-w-0 px-4 pt-3">
          <p className="truncate text-muted text-xs">
            <span>{categoryLabels[category]()}</span>
            {description && <span> · {description}</span>}
          </p>
          <h2 className="mt-0.5 font-bold text-lg leading-snug">
            <Link
              to="/market/$productId"
              params={{ productId: id }}
              className="line-clamp-2 text-ink no-underline after:absolute after:inset-0 after:rounded-card group-hover:text-leaf focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-leaf"
            >
              {name}
            </Link>
          </h2>
          <p className="mt-1.5 leading-tight">
            <span className="font-extrabold text-xl tabular-nums tracking-tight">{moneyText(price)}</span>{' '}
            <span className="whitespace-nowrap text-muted text-sm">/ {pricedUnitText(unit, netWeightKg)}</span>
          </p>
          {pricePerKg !== null && unit !== 'kg' && (
            <p className="mt-0.5 text-muted text-sm tabular-nums">{m.pricePerKg({ price: moneyText(pricePerKg) })}</p>
          )}
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-1.5 px-4 pt-2 pb-4">
        <p className="font-medium text-sm">
          <span>{m.quantityAvailable({ quantity: quantityText(quantity, unit) })}</span>
          {rating > 0 && <FarmRating rating={rating} />}
        </p>
        <Origin product={product} isOfOneFarm={isOfOneFarm} />
        <div className="relative mt-auto pt-2">
          <CardCartButton product={product} />
        </div>
      </div>
    </article>
  );
}

/** Who sells it, from where and since when, and which checks the farm has passed. */
function Origin({ product, isOfOneFarm }: { product: Offer; isOfOneFarm: boolean }) {
  const { county, harvestDate, createdAt, isFarmVerified, farmVisitedAt } = product;
  const isPhotographed = isPhotographedOnFarm(product);
  const distance = distanceText(product.distanceKm);
  const reach = reachTexts(product)?.reach;
  return (
    <>
      {(distance || !isOfOneFarm) && (
        <p className="flex gap-1.5 text-muted text-sm">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">
            {reach && (
              <>
                <span className={product.deliversToMe ? 'font-semibold text-leaf' : undefined}>{reach}</span>{' '}
              </>
            )}
            <span>{distance}</span>
            {!isOfOneFarm && (
              <>
                {distance && ' · '}
                <FarmLink farmId={product.farmId}>{farmTitle(product)}</FarmLink>
                {farmNameText(product.farmName) && (
                  <>
                    {' · '}
                    <span>{county}</span>
                  </>
                )}
              </>
            )}
          </span>
        </p>
      )}
      <p className="text-muted text-xs">
        {harvestDate && <span>{m.harvestedOn({ date: dateText(harvestDate) })} · </span>}
        {m.listedWhen({ when: daysAgoText(createdAt) })}
      </p>
      {(farmVisitedAt || isFarmVerified || isPhotographed) && (
        <div className="flex flex-wrap gap-1.5">
          {farmVisitedAt && <Badge icon={<Footprints aria-hidden="true" className="size-4" />}>{m.visitedBadge()}</Badge>}
          {isFarmVerified && <Badge icon={<BadgeCheck aria-hidden="true" className="size-4" />}>{m.verifiedFarmBadge()}</Badge>}
          {isPhotographed && (
            <Badge tone="sky" icon={<Camera aria-hidden="true" className="size-4" />}>
              {m.photographedBadge()}
            </Badge>
          )}
        </div>
      )}
    </>
  );
}

/** " · ★ 4.8", after other facts. */
export function FarmRating({ rating }: { rating: number }) {
  const score = rating.toFixed(1);
  return (
    <span className="whitespace-nowrap">
      {' · '}
      <span aria-hidden="true">★ {score}</span>
      <span className="sr-only">{m.farmRating({ rating: score })}</span>
    </span>
  );
}
