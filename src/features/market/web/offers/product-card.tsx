import { Link } from '@tanstack/react-router';
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
  productNameText,
  quantityText,
} from '#features/products/web/product-texts.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { dateText } from '#platform/web/ui/format/date-text.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { CardIcon } from './card-icons.tsx';

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

/** Memoized, because the list around it is rendered several times while a page arrives. */
export const ProductCard = memo(Card);

/**
 * One product in a list, linked as a whole to its page. From 36 rem on it is a card, and all cards
 * in a row of the list have the same height. On a phone it is a row, so that four are on the first
 * screen.
 */
function Card({
  product,
  held,
  cart,
  rating = 0,
  isFirstSeen = false,
  isOfOneFarm = false,
}: ProductCardProps) {
  const { id, category, description, quantity, unit, price, pricePerKg, netWeightKg, isOrganic } =
    product;
  const reach = reachTexts(product);
  const name = productNameText(product);
  const isShort = reach !== null || name !== product.name;
  const heldMark = held > 0 ? '' : undefined;
  return (
    <article className="product-card">
      <div className="product-card-picture">
        <ProductPicture product={product} sizes={PICTURE_SIZES} isFirstSeen={isFirstSeen} />
        {isOrganic && (
          <span className="product-card-organic">
            <Badge tone="maize">{m.organicBadge()}</Badge>
          </span>
        )}
      </div>
      <div className="product-card-text" data-held={heldMark}>
        {/* On a phone, a place takes a line below, and a name in two languages takes too many. */}
        <h2 className={classNames('product-card-name', isShort && 'max-cards:*:line-clamp-1')}>
          <Link to="/market/$productId" params={{ productId: id }}>
            {name}
          </Link>
        </h2>
        <p className="product-card-price">
          <strong>{moneyText(price)}</strong>{' '}
          <span>{`/ ${pricedUnitText(unit, netWeightKg)}`}</span>
        </p>
        {pricePerKg !== null && unit !== 'kg' && (
          <p className="product-card-per-kg">{m.pricePerKg({ price: moneyText(pricePerKg) })}</p>
        )}
        <p className="product-card-line product-card-quantity">
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
          <p className="product-card-line">
            <span className={product.deliversToMe ? 'font-semibold text-leaf' : undefined}>
              {reach.reach}
            </span>
            {` · ${reach.distance}`}
          </p>
        )}
        <p className="product-card-line product-card-kind">
          {[categoryLabels[category](), ...(description ? [description] : [])].join(' · ')}
        </p>
        {!isOfOneFarm && <Origin product={product} />}
        <Standing product={product} />
        <div className="product-card-cart">
          <CardCartButton
            product={product}
            held={held}
            cart={cart}
            icon={<CardIcon name="cart" />}
          />
        </div>
      </div>
    </article>
  );
}

/** The farm and its place. */
function Origin({ product }: { product: Offer }) {
  const { farmId, farmName, county } = product;
  return (
    <p className="product-card-line product-card-origin">
      <CardIcon name="place" />
      <span>
        <FarmLink farmId={farmId}>{farmTitle(product)}</FarmLink>
        {farmNameText(farmName) && ` · ${county}`}
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
      <p suppressHydrationWarning className="product-card-dates">
        {[
          ...(harvestDate ? [m.harvestedOn({ date: dateText(harvestDate) })] : []),
          m.listedWhen({ when: daysAgoText(listedOn) }),
        ].join(' · ')}
      </p>
      {(isFarmVisited || isFarmVerified || isPhotographedOnFarm) && (
        <div className="product-card-badges">
          {isFarmVisited && <Badge icon={<CardIcon name="visited" />}>{m.visitedBadge()}</Badge>}
          {isFarmVerified && (
            <Badge icon={<CardIcon name="verified" />}>{m.verifiedFarmBadge()}</Badge>
          )}
          {isPhotographedOnFarm && (
            <Badge tone="sky" icon={<CardIcon name="camera" />}>
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
