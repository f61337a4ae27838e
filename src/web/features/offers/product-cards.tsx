import { useDeferredValue, useEffect, useState } from 'react';
import type { Offer } from '#web/features/catalogue/offer.ts';
import { useFarmRatings } from '#web/features/catalogue/use-farm-ratings.ts';
import { useIsWide } from '#web/ui/browser/use-is-wide.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ProductCard } from './product-card.tsx';
import { ProductRow } from './product-row.tsx';

const FIRST_SEEN = 4;
/** More cards than any screen shows at once. */
const FIRST_DRAWN = 6;

const gridClass = 'grid grid-cols-1 min-[36rem]:gap-4 min-[36rem]:grid-cols-2 min-[52rem]:grid-cols-3';

let isFirstLook = true;

type ProductCardsProps = {
  products: Offer[];
  /** On the farm's own page, which says itself whose products these are. */
  isOfOneFarm?: boolean;
};

/**
 * Products as cards, or as rows on a phone. When the first list after a page load is shown, the visible cards are drawn at once and
 * the rest in pieces, so that the page can respond to a press in between. Later lists are drawn whole, because Back scrolls to a
 * position that must already exist.
 */
export function ProductCards({ products, isOfOneFarm = false }: ProductCardsProps) {
  const isWide = useIsWide('cards');
  const Card = isWide ? ProductCard : ProductRow;
  const ratings = useFarmRatings(isOfOneFarm ? [] : products);
  const [drawnFirst] = useState(isFirstLook ? FIRST_DRAWN : products.length);
  const count = useDeferredValue(products.length, drawnFirst);
  useEffect(() => {
    isFirstLook = false;
  }, []);
  return (
    <ul className={gridClass}>
      {products.slice(0, count).map((product, index) => (
        <li key={product.id}>
          <Card
            product={product}
            rating={ratings.get(product.farmId)}
            isFirstSeen={index < FIRST_SEEN}
            isOfOneFarm={isOfOneFarm}
          />
        </li>
      ))}
    </ul>
  );
}

export function CardsSkeleton() {
  return (
    <div className={gridClass}>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} className="mb-2 h-26 min-[36rem]:mb-0 min-[36rem]:h-[30rem] min-[36rem]:rounded-card!" />
      ))}
    </div>
  );
}
