import { keepPreviousData } from '@tanstack/react-query';
import { m } from '#shared/text/compiled/messages.js';
import { trpc } from '#web/app/client/trpc.ts';
import type { BuyerPlace } from '#web/features/catalogue/buyer-place.ts';
import type { Offer } from '#web/features/catalogue/offer.ts';
import { CardsSkeleton, ProductCards } from '#web/features/offers/product-cards.tsx';
import { lazy } from '#web/ui/browser/lazy.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { EmptyState } from '#web/ui/feedback/state-message.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { classNames } from '#web/ui/layout/class-names.ts';
import { productListOptions } from './first-list.ts';
import type { MarketFilter } from './market-search.ts';

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
    <QueryView query={products} skeleton={<CardsSkeleton />} errorText={m.productsLoadFailed()}>
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
            <ProductCards products={shown} />
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
