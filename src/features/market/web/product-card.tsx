import { Link } from '@tanstack/react-router';
import { BadgeCheck, Camera, Footprints, Plus } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useState } from 'react';
import { farmNameText, farmTitle } from '#farms/rules/farm-texts.ts';
import { CardCartButton } from '#orders/web/cart/add-to-cart.tsx';
import { type CartActions, useCartActions, useCartQuantities } from '#orders/web/cart/use-cart.ts';
import {
  categoryLabels,
  pricedUnitText,
  productNameText,
  quantityText,
} from '#products/rules/product-texts.ts';
import { useFarmRatings } from '#products/web/catalogue/farm-facts.tsx';
import {
  deliveryFeeText,
  FlagBadges,
  freshnessText,
  type Offer,
  ProductPicture,
  reachTexts,
} from '#products/web/catalogue/offer.tsx';
import { isPageDrawn } from '#products/web/catalogue/page-data.ts';
import { exactMoneyText, moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { Skeleton } from '#ui/elements.tsx';
import { Badge } from '#ui/feedback.tsx';
import { lazy } from '#ui/lazy.tsx';
import { useIsWide } from '#ui/screen-state.ts';

const FIRST_SEEN = 4;
/** More cards than any screen shows at once. */
const FIRST_DRAWN = 6;

/** Few have something in the cart when the list appears. */
const LazyCartBar = lazy(() => import('#orders/web/cart/cart-bar.tsx'), 'CartBar');

let isFirstLook = true;

type ProductCardsProps = {
  products: Offer[];
  isOfOneFarm?: boolean;
  hasCartBar?: boolean;
};

/**
 * The first list after a page load is drawn in pieces, the visible cards first, so that the page
 * can respond to a press in between. Later lists are drawn whole, because Back scrolls to a
 * position that must already exist.
 */
export function ProductCards({
  products,
  isOfOneFarm = false,
  hasCartBar = false,
}: ProductCardsProps) {
  const isWide = useIsWide('sm');
  const held = useCartQuantities();
  const cart = useCartActions();
  const ratings = useFarmRatings(isOfOneFarm ? [] : products);
  const [drawnFirst] = useState(isFirstLook && !isPageDrawn() ? FIRST_DRAWN : products.length);
  const count = useDeferredValue(products.length, drawnFirst);
  useEffect(() => {
    isFirstLook = false;
  }, []);
  return (
    <>
      <ul className="product-cards">
        {products.slice(0, count).map((product, index) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              held={held.get(product.id) ?? 0}
              cart={cart}
              rating={ratings.get(product.farmId)}
              isFirstSeen={index < FIRST_SEEN}
              isOfOneFarm={isOfOneFarm}
            />
          </li>
        ))}
      </ul>
      {hasCartBar && !isWide && held.size > 0 && <LazyCartBar />}
    </>
  );
}

export function CardsSkeleton() {
  return (
    <div className="product-cards">
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton
          key={place}
          className="mb-2 h-29 cards:mb-0 cards:h-[30rem] cards:rounded-card!"
        />
      ))}
    </div>
  );
}

const PICTURE_SIZES =
  '(width >= 80rem) 14rem, (width >= 52rem) 31vw, (width >= 36rem) 45vw, 5.5rem';

type ProductCardProps = {
  product: Offer;
  held: number;
  cart: CartActions;
  /** 0 to 5; 0 without reviews. */
  rating?: number | undefined;
  isFirstSeen?: boolean;
  isOfOneFarm?: boolean;
};

/** "Delivers KES 150 · 11 km", or that it is collected, and how far away. */
const Reach = ({ product, distance }: { product: Offer; distance: string }) => (
  <p>
    {product.deliversToMe ? (
      <>
        <span className="font-semibold text-leaf">{m.deliversShort()}</span>
        {` ${deliveryFeeText(product)} · ${distance}`}
      </>
    ) : (
      `${m.collectShort()} · ${distance}`
    )}
  </p>
);

const Check = ({ icon, text }: { icon: 'visited' | 'verified' | 'camera'; text: string }) => (
  <span role="img" title={text}>
    <CardIcon name={icon} />
  </span>
);

export const CardIcon = ({ name }: { name: keyof typeof icons }) => (
  <svg aria-hidden="true">
    <use href={`#icon-${name}`} />
  </svg>
);

/** Memoized, because the list is rendered several times while a page arrives. */
export const ProductCard = memo(Card);

/**
 * A card from 36 rem on, so low that eight are on the first screen of a desktop; a row on a phone,
 * so that four are on the first screen.
 */
function Card({
  product,
  held,
  cart,
  rating = 0,
  isFirstSeen = false,
  isOfOneFarm = false,
}: ProductCardProps) {
  const { id, category, description, quantity, unit, price, pricePerKg, netWeightKg } = product;
  const reach = reachTexts(product);
  const perKg =
    pricePerKg !== null && unit !== 'kg' && m.pricePerKgShort({ price: moneyText(pricePerKg) });
  return (
    <article className="product-card" data-held={held > 0 ? '' : undefined}>
      <div className="product-card-picture">
        <ProductPicture product={product} sizes={PICTURE_SIZES} isFirstSeen={isFirstSeen} />
        <span className="product-card-badges">
          {product.depositPercent ? (
            <Badge tone="sky">{m.preOrderBadge()}</Badge>
          ) : (
            <FlagBadges product={product} />
          )}
        </span>
      </div>
      <div className="product-card-text">
        <h2 className="product-card-name">
          <Link to="/market/$productId" params={{ productId: id }}>
            {productNameText(product)}
          </Link>
        </h2>
        <p className="product-card-price" data-long={price >= 10_000 ? '' : undefined}>
          <strong>{exactMoneyText(price)}</strong>{' '}
          <span>{`/ ${pricedUnitText(unit, netWeightKg)}`}</span>
          {perKg && <span className="max-cards:hidden">{perKg}</span>}
        </p>
        <p className="product-card-quiet">
          {perKg && <span className="cards:hidden">{`${perKg} · `}</span>}
          {quantityText(quantity, unit)}
          {/* The device's clock and calendar must not change the server's text. */}
          <span className="max-cards:hidden" suppressHydrationWarning>
            {` · ${freshnessText(product)}`}
          </span>
        </p>
        {reach && <Reach product={product} distance={reach.distance} />}
        <p className="product-card-kind">
          {[categoryLabels[category](), description].filter(Boolean).join(' · ')}
        </p>
        {isOfOneFarm ? <Checks product={product} /> : <Origin product={product} rating={rating} />}
      </div>
      <div className="product-card-cart">
        <CardCartButton product={product} held={held} cart={cart} />
      </div>
    </article>
  );
}

function Origin({ product, rating }: { product: Offer; rating: number }) {
  const { farmName, county } = product;
  return (
    <p className="product-card-origin">
      <span>{farmTitle(product)}</span>
      <Checks product={product} />
      {farmNameText(farmName) && <span className="max-cards:hidden">{`· ${county}`}</span>}
      {rating > 0 && (
        <span>
          {'· '}
          <FarmRating rating={rating} />
        </span>
      )}
    </p>
  );
}

function Checks({ product }: { product: Offer }) {
  const { isFarmVisited, isFarmVerified, isPhotographedOnFarm } = product;
  return (
    <span className="product-card-checks">
      {isFarmVisited && <Check icon="visited" text={m.visitedBadge()} />}
      {isFarmVerified && <Check icon="verified" text={m.verifiedFarmBadge()} />}
      {isPhotographedOnFarm && <Check icon="camera" text={m.photographedBadge()} />}
    </span>
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

const icons = {
  camera: Camera,
  verified: BadgeCheck,
  visited: Footprints,
  plus: Plus,
};

/** Drawn once on a page with cards, because every card repeats them. */
export const CardIcons = () => (
  <svg aria-hidden="true" className="absolute size-0">
    {Object.entries(icons).map(([name, Icon]) => (
      <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
        <Icon />
      </symbol>
    ))}
  </svg>
);
