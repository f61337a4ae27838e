import { Link } from '@tanstack/react-router';
import { BadgeCheck, Camera, Footprints, MapPin } from 'lucide-react';
import { memo } from 'react';
import { farmNameText, farmTitle } from '#features/farms/rules/farm-texts.ts';
import { FarmLink } from '#features/farms/web/farm-link.tsx';
import { CardCartButton } from '#features/orders/web/cart/card-cart-button.tsx';
import type { CartActions } from '#features/orders/web/cart/use-cart-actions.ts';
import type { Offer } from '#features/products/web/catalogue/offer.ts';
import { daysAgoText, reachTexts } from '#features/products/web/catalogue/offer-texts.ts';
import { ProductPicture } from '#features/products/web/catalogue/product-picture.tsx';
import {
  categoryLabels,
  pricedUnitText,
  quantityText,
} from '#features/products/web/product-texts.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { dateText } from '#platform/web/ui/format/date-text.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';

const PICTURE_SIZES =
  '(width >= 64rem) 18rem, (width >= 52rem) 31vw, (width >= 36rem) 45vw, 5.5rem';

type ProductCardProps = {
  product: Offer;
  /** The quantity in the cart. */
  held: number;
  cart: CartActions;
  /** The farm's rating, 0 to 5; 0 without reviews. */
  rating?: number | undefined;
  isFirstSeen?: boolean;
  /** Omits the farm's name on its own page. */
  isOfOneFarm?: boolean;
};

/** For the row on a phone, which has a fixed height. */
const rowLine = 'max-cards:truncate max-cards:text-[0.8125rem] max-cards:leading-tight';

/** Memoized, because the list around it is rendered several times while a page arrives. */
export const ProductCard = memo(Card);

/**
 * One product in a list, linked as a whole to its page. From 36 rem on it is a card, and all cards
 * in a row of the list have the same height. On a phone it is a row of 112 px, so that four are on
 * the first screen: name and price take the whole width next to the picture, unless the quantity in
 * the cart needs the right edge.
 */
function Card({
  product,
  held,
  cart,
  rating = 0,
  isFirstSeen = false,
  isOfOneFarm = false,
}: ProductCardProps) {
  const {
    id,
    name,
    category,
    description,
    quantity,
    unit,
    price,
    pricePerKg,
    netWeightKg,
    isOrganic,
  } = product;
  const reach = reachTexts(product);
  const narrow = held === 0 && 'max-cards:pr-19';
  return (
    <article className="group relative flex cards:h-full cards:flex-col cards:overflow-hidden cards:rounded-card cards:border cards:border-line cards:bg-card transition-shadow max-cards:h-28 max-cards:items-center max-cards:gap-2.5 max-cards:border-line max-cards:border-b cards:focus-within:border-leaf cards:hover:shadow-card">
      <div className="relative shrink-0 overflow-hidden bg-sunk cards:aspect-3/2 cards:w-full max-cards:size-22 max-cards:rounded-field">
        <div className="absolute inset-0">
          <ProductPicture product={product} sizes={PICTURE_SIZES} isFirstSeen={isFirstSeen} />
        </div>
        {isOrganic && (
          <span className="absolute top-1 left-1 cards:top-3 cards:left-3 max-cards:*:whitespace-nowrap max-cards:*:px-1.5">
            <Badge tone="maize">{m.organicBadge()}</Badge>
          </span>
        )}
      </div>
      <div
        className={classNames(
          'flex min-w-0 flex-1 flex-col cards:px-4 cards:pt-3 cards:pb-4',
          held > 0 && 'max-cards:pr-13',
        )}
      >
        {/* On a phone the place takes a line below, so the name gets one line less. */}
        <h2
          className={classNames(
            'font-bold leading-snug cards:mt-0.5 cards:text-lg max-cards:text-sm max-cards:leading-tight',
            reach && 'max-cards:line-clamp-1',
          )}
        >
          <Link
            to="/market/$productId"
            params={{ productId: id }}
            className="line-clamp-2 text-ink no-underline after:absolute after:inset-0 after:rounded-card group-hover:text-leaf focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-leaf"
          >
            {name}
          </Link>
        </h2>
        <p className="leading-tight cards:mt-1.5 max-cards:text-sm max-cards:leading-tight">
          <span className="whitespace-nowrap font-extrabold tabular-nums tracking-tight cards:text-xl">
            {moneyText(price)}
          </span>{' '}
          <span className="whitespace-nowrap text-muted cards:text-sm max-cards:text-[0.8125rem]">
            / {pricedUnitText(unit, netWeightKg)}
          </span>
        </p>
        {pricePerKg !== null && unit !== 'kg' && (
          <p className="mt-0.5 text-muted text-sm tabular-nums max-cards:hidden">
            {m.pricePerKg({ price: moneyText(pricePerKg) })}
          </p>
        )}
        <p
          className={classNames(
            'cards:mt-2 cards:font-medium cards:text-sm max-cards:text-muted',
            rowLine,
            narrow,
          )}
        >
          <span className="max-cards:hidden">
            {m.quantityAvailable({ quantity: quantityText(quantity, unit) })}
          </span>
          <span className="cards:hidden">{quantityText(quantity, unit)}</span>
          {rating > 0 && (
            <>
              {' · '}
              <FarmRating rating={rating} />
            </>
          )}
        </p>
        {reach && (
          <p className={classNames('text-muted cards:mt-1.5 cards:text-sm', rowLine, narrow)}>
            <span className={product.deliversToMe ? 'font-semibold text-leaf' : undefined}>
              {reach.reach}
            </span>{' '}
            · {reach.distance}
          </p>
        )}
        <p className={classNames('truncate text-muted text-xs cards:-order-1', rowLine, narrow)}>
          <span>{categoryLabels[category]()}</span>
          {description && <span> · {description}</span>}
        </p>
        {!isOfOneFarm && <Origin product={product} className={classNames(rowLine, narrow)} />}
        <Standing product={product} />
        {/* Fills the space below the text of a shorter card. */}
        <div
          className="relative max-cards:absolute max-cards:right-0 cards:mt-auto cards:pt-3 z-10 max-cards:data-held:top-0.5 max-cards:not-data-held:bottom-3"
          data-held={held > 0 ? '' : undefined}
        >
          <CardCartButton product={product} held={held} cart={cart} />
        </div>
      </div>
    </article>
  );
}

/** The farm and its place. */
function Origin({ product, className }: { product: Offer; className: string }) {
  const { farmId, farmName, county } = product;
  return (
    <p
      className={classNames(
        'text-muted cards:mt-1.5 cards:flex cards:gap-1.5 cards:text-sm',
        className,
      )}
    >
      <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0 max-cards:hidden" />
      <span className="min-w-0">
        <FarmLink farmId={farmId}>{farmTitle(product)}</FarmLink>
        {farmNameText(farmName) && (
          <>
            {' · '}
            <span>{county}</span>
          </>
        )}
      </span>
    </p>
  );
}

/**
 * The listing date and the checks that the farm has passed. A phone's row has no room for them.
 */
function Standing({ product }: { product: Offer }) {
  const { harvestDate, listedOn, isPhotographedOnFarm, isFarmVerified, isFarmVisited } = product;
  return (
    <>
      {/* The device's clock and calendar must not change the server's text. */}
      <p suppressHydrationWarning className="mt-1.5 text-muted text-xs max-cards:hidden">
        {[
          ...(harvestDate ? [m.harvestedOn({ date: dateText(harvestDate) })] : []),
          m.listedWhen({ when: daysAgoText(listedOn) }),
        ].join(' · ')}
      </p>
      {(isFarmVisited || isFarmVerified || isPhotographedOnFarm) && (
        <div className="mt-1.5 flex flex-wrap gap-1.5 max-cards:hidden">
          {isFarmVisited && (
            <Badge icon={<Footprints aria-hidden="true" className="size-4" />}>
              {m.visitedBadge()}
            </Badge>
          )}
          {isFarmVerified && (
            <Badge icon={<BadgeCheck aria-hidden="true" className="size-4" />}>
              {m.verifiedFarmBadge()}
            </Badge>
          )}
          {isPhotographedOnFarm && (
            <Badge tone="sky" icon={<Camera aria-hidden="true" className="size-4" />}>
              {m.photographedBadge()}
            </Badge>
          )}
        </div>
      )}
    </>
  );
}

/** "★ 4.8". */
export function FarmRating({ rating }: { rating: number }) {
  const score = rating.toFixed(1);
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true">★ {score}</span>
      <span className="sr-only">{m.farmRating({ rating: score })}</span>
    </span>
  );
}
