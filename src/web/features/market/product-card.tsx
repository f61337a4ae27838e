import { Link } from '@tanstack/react-router';
import { BadgeCheck, Camera, Footprints, MapPin } from 'lucide-react';
import { farmNameText } from '#shared/farm-texts.ts';
import { moneyText } from '#shared/money.ts';
import { m } from '#shared/text/compiled/messages.js';
import { AddToCart } from '#web/features/cart/add-to-cart.tsx';
import type { Offer } from '#web/features/catalogue/offer.ts';
import { daysAgoText, distanceText, isPhotographedOnFarm } from '#web/features/catalogue/offer-texts.ts';
import { ProductPicture } from '#web/features/catalogue/product-picture.tsx';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { dateText } from '#web/ui/format/date-text.ts';
import { categoryLabels, pricedUnitText, quantityText } from '#web/ui/format/product-texts.ts';

const PICTURE_SIZES = '(width >= 64rem) 18rem, (width >= 36rem) 45vw, 8rem';

/** One product in the list. The whole card links to its page, and all cards in a row have the same height. */
export function ProductCard({ product, isFirstSeen = false }: { product: Offer; isFirstSeen?: boolean }) {
  const { id, name, category, description, quantity, unit, price, pricePerKg, netWeightKg, isOrganic } = product;
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-card transition-shadow focus-within:border-leaf hover:shadow-card">
      <div className="flex max-[36rem]:gap-3.5 max-[36rem]:p-3.5 max-[36rem]:pb-0 min-[36rem]:flex-col">
        <div className="relative aspect-square w-20 shrink-0 min-[22rem]:w-26 self-start overflow-hidden bg-sunk max-[36rem]:rounded-field min-[36rem]:aspect-3/2 min-[36rem]:w-full">
          <div className="absolute inset-0">
            <ProductPicture product={product} sizes={PICTURE_SIZES} isFirstSeen={isFirstSeen} />
          </div>
          {isOrganic && (
            <span className="absolute top-1.5 left-1.5 min-[36rem]:top-3 min-[36rem]:left-3">
              <Badge tone="maize">{m.organicBadge()}</Badge>
            </span>
          )}
        </div>
        <div className="min-w-0 min-[36rem]:px-4 min-[36rem]:pt-3.5">
          <p className="text-muted text-xs">{categoryLabels[category]()}</p>
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
      <div className="flex flex-1 flex-col gap-1.5 p-3.5 min-[36rem]:px-4 min-[36rem]:pt-2 min-[36rem]:pb-4">
        {description && <p className="line-clamp-2 text-muted text-sm">{description}</p>}
        <p className="font-medium text-sm">{m.quantityAvailable({ quantity: quantityText(quantity, unit) })}</p>
        <Origin product={product} />
        <div className="relative mt-auto pt-2">
          <AddToCart product={product} isWide />
        </div>
      </div>
    </article>
  );
}

/** Who sells it, from where and since when, and which checks the farm has passed. */
function Origin({ product }: { product: Offer }) {
  const { farmName, county, distanceKm, harvestDate, createdAt, isFarmVerified, farmVisitedAt } = product;
  const isPhotographed = isPhotographedOnFarm(product);
  return (
    <>
      <p className="flex gap-1.5 text-muted text-sm">
        <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0">{[farmNameText(farmName), county, distanceText(distanceKm)].filter(Boolean).join(' · ')}</span>
      </p>
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
