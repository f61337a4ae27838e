import { useDeferredValue, useEffect, useState } from 'react';
import { useCartActions, useCartQuantities } from '#orders/web/cart/use-cart.ts';
import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { useIsWide } from '#platform/web/ui/browser/screen-state.ts';
import { Skeleton } from '#platform/web/ui/feedback/loading.tsx';
import type { Offer } from '#products/web/catalogue/offer.ts';
import { isPageDrawn } from '#products/web/catalogue/page-data.ts';
import { useFarmRatings } from '#products/web/catalogue/use-farm-reviews.ts';
import { ProductCard } from './product-card.tsx';

const FIRST_SEEN = 4;
/** More cards than any screen shows at once. */
const FIRST_DRAWN = 6;

/** Few have something in the cart when the list appears. */
const LazyCartBar = lazy(
  () => import('#orders/web/cart/cart-bar.tsx').then(({ CartBar }) => CartBar),
  null,
);

let isFirstLook = true;

type ProductCardsProps = {
  products: Offer[];
  /** On the farm's own page. */
  isOfOneFarm?: boolean;
  /** On lists that fill the screen. */
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
