import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { trpc } from '#web/app/client/trpc.ts';
import type { BuyerPlace } from '#web/features/catalogue/buyer-place.ts';
import type { Offer } from '#web/features/catalogue/offer.ts';
import { useFarmRatings } from '#web/features/catalogue/use-farm-ratings.ts';
import { lazy } from '#web/ui/browser/lazy.tsx';
import { useIsWide } from '#web/ui/browser/use-is-wide.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/state-message.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { classNames } from '#web/ui/layout/class-names.ts';
import { productListOptions } from './first-list.ts';
import type { MarketFilter } from './market-search.ts';
import { ProductCard } from './product-card.tsx';
import { ProductRow } from './product-row.tsx';

const FIRST_SEEN = 4;
/** More cards than any screen shows at once. */
const FIRST_DRAWN = 6;

const gridClass = 'grid min-[36rem]:gap-4 min-[36rem]:grid-cols-2 min-[52rem]:grid-cols-3';

type ProductGridProps = {
  filter: MarketFilter;
  place: BuyerPlace | null;
  /** Nobody chose an order: on each page, what is delivered to the buyer comes first. */
  prefersDelivery: boolean;
  onClear?: (() => void) | undefined;
};

const deliveredFirst = (products: Offer[]): Offer[] => [
  ...products.filter(({ deliversToMe }) => deliversToMe),
  ...products.filter(({ deliversToMe }) => !deliversToMe),
];

/** The products that match a filter, one page at a time. `onClear` is set only while filters are active. */
export function ProductGrid({ filter, place, prefersDelivery, onClear }: ProductGridProps) {
  const products = trpc.market.products.useInfiniteQuery(filter, {
    ...productListOptions(filter),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const { isPlaceholderData, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = products;
  return (
    <QueryView query={products} skeleton={<GridSkeleton />} errorText={m.productsLoadFailed()}>
      {({ pages }) => {
        const shown = pages.flatMap((page) => (prefersDelivery ? deliveredFirst(page.products) : page.products));
        if (shown.length === 0) {
          const clear = onClear && (
            <Button variant="secondary" onClick={onClear}>
              {m.filtersClear()}
            </Button>
          );
          return (
            <>
              <EmptyState picture="search" title={m.productsEmpty()} action={clear} />
              <LazyNearestFarm filter={filter} />
            </>
          );
        }
        return (
          // Greyed rather than faded, so that the old list stays readable until the new one arrives.
          <div aria-busy={isPlaceholderData} className={classNames(isPlaceholderData && 'grayscale')}>
            <p role="status" className="sr-only">
              {m.marketProductsShown({ count: shown.length })}
            </p>
            {place && !shown.some(({ deliversToMe }) => deliversToMe) && <LazyNothingDelivers place={place} products={shown} />}
            <Cards products={shown} />
            <div className="mt-8 grid justify-items-center gap-3">
              {isFetchNextPageError && <Notice type="error">{m.productsMoreFailed()}</Notice>}
              {hasNextPage ? (
                <Button variant="secondary" size="large" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {m.productsShowMore()}
                </Button>
              ) : (
                <p className="text-muted text-sm">{m.productsAllShown()}</p>
              )}
            </div>
          </div>
        );
      }}
    </QueryView>
  );
}

/** Needed only where the buyer's place is known and far from the farms. */
const LazyNearestFarm = lazy(() => import('./nearest-farm.tsx').then(({ NearestFarm }) => NearestFarm), null);
const LazyNothingDelivers = lazy(() => import('./nearest-farm.tsx').then(({ NothingDelivers }) => NothingDelivers), null);

let isFirstLook = true;

/**
 * When the first list after a page load is shown, the visible cards are drawn at once and the rest in pieces, so that the page can
 * respond to a press in between. Later lists are drawn whole, because Back scrolls to a position that must already exist.
 */
function Cards({ products }: { products: Offer[] }) {
  const isWide = useIsWide('cards');
  const Card = isWide ? ProductCard : ProductRow;
  const ratings = useFarmRatings(products);
  const [drawnFirst] = useState(isFirstLook ? FIRST_DRAWN : products.length);
  const count = useDeferredValue(products.length, drawnFirst);
  useEffect(() => {
    isFirstLook = false;
  }, []);
  return (
    <ul className={gridClass}>
      {products.slice(0, count).map((product, index) => (
        <li key={product.id}>
          <Card product={product} rating={ratings.get(product.farmId)} isFirstSeen={index < FIRST_SEEN} />
        </li>
      ))}
    </ul>
  );
}

function GridSkeleton() {
  return (
    <div className={gridClass}>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} className="mb-2 h-26 min-[36rem]:mb-0 min-[36rem]:h-[30rem] min-[36rem]:rounded-card!" />
      ))}
    </div>
  );
}
