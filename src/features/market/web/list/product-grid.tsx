import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { trpc } from '#platform/web/client/trpc.ts';
import { PAGE_SIZE } from '#products/rules/limits.ts';
import { readOfferPages } from '#products/web/catalogue/offer.ts';
import { readMarketData } from '#products/web/catalogue/page-data.ts';
import { type LastList, readBuyerPlace } from '#products/web/catalogue/visitor-choices.ts';
import { m } from '#text';
import { lazy } from '#ui/browser/lazy.tsx';
import { useIsHydrated } from '#ui/browser/screen-state.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { EmptyState, MoreButton, QueryView } from '#ui/feedback/query-view.tsx';
import { Button, buttonClass } from '#ui/form/button.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { CardsSkeleton, ProductCards } from '../product-card.tsx';
import { type Market, productListOptions, questionOf } from './use-market.ts';

export function ProductGrid({ market, page }: { market: Market; page: LastList['to'] }) {
  const { search, filter, place, isNarrowed, clear } = market;
  // The explicit limit (the default) gives a further page its own cache key.
  const input = search.after ? { ...filter, limit: PAGE_SIZE } : filter;
  const question = questionOf(search, place);
  const products = trpc.market.cards.useInfiniteQuery(input, {
    ...productListOptions(question),
    ...(search.after && { initialCursor: search.after }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    select: readOfferPages,
  });
  const isHydrated = useIsHydrated();
  const key = JSON.stringify([search, place]);
  // This browser may know a place that the server's page does not.
  const [openedKey] = useState(() => JSON.stringify([search, readBuyerPlace()]));
  const shownKey = JSON.stringify(input);
  const [listKey, setListKey] = useState(shownKey);
  if (!products.isPlaceholderData && listKey !== shownKey) setListKey(shownKey);
  const { isPlaceholderData, hasNextPage, isFetchNextPageError } = products;
  return (
    <QueryView query={products} skeleton={<CardsSkeleton />} errorText={m.productsLoadFailed()}>
      {(pages) => {
        const shown = pages.flat();
        if (shown.length === 0) {
          const clearing = isNarrowed && (
            <Button variant="secondary" className="needs-script" onClick={clear}>
              {m.filtersClear()}
            </Button>
          );
          return (
            <>
              <EmptyState picture="search" title={m.productsNothingFound()} action={clearing} />
              <LazyNearestFarm filter={filter} />
            </>
          );
        }
        // The first list stays until the one for the buyer's place arrives.
        const isOld = isPlaceholderData && key !== openedKey;
        return (
          <div aria-busy={isPlaceholderData} className="relative">
            {isOld && (
              <progress
                aria-label={m.loading()}
                className="absolute inset-x-0 -top-2 h-1 w-full accent-leaf"
              />
            )}
            <div inert={isOld} className={classNames(isOld && 'opacity-60')}>
              <p role="status" className="sr-only">
                {m.marketProductsShown({ count: shown.length })}
              </p>
              {/* Only the list for the buyer's place knows. */}
              {place && !isPlaceholderData && !shown.some(({ deliversToMe }) => deliversToMe) && (
                <LazyNothingDelivers
                  products={shown}
                  isAll={!hasNextPage && !search.after}
                  what={search.search}
                />
              )}
              {search.after && (
                <Link
                  to={page}
                  search={{ ...search, after: undefined }}
                  className="link mb-4 inline-flex min-h-11 items-center"
                >
                  {m.productsFromStart()}
                </Link>
              )}
              {/* A new key for each list, so that cards do not jump to other places. */}
              <ProductCards key={listKey} products={shown} hasCartBar />
              <div className="mt-8 grid justify-items-center gap-3">
                {isFetchNextPageError && <Notice type="error">{m.loadFailed()}</Notice>}
                {hasNextPage && !isHydrated && (
                  <Link
                    to={page}
                    search={{
                      ...search,
                      sort: search.sort ?? 'newest',
                      after: readMarketData(question)?.products.nextCursor ?? undefined,
                    }}
                    rel="next"
                    className={buttonClass({ variant: 'secondary', size: 'large' })}
                  >
                    {m.productsShowMore()}
                  </Link>
                )}
                {isHydrated && (
                  <MoreButton list={products} size="large">
                    {m.productsShowMore()}
                  </MoreButton>
                )}
              </div>
            </div>
          </div>
        );
      }}
    </QueryView>
  );
}

const LazyNearestFarm = lazy(
  () => import('./nothing-delivers.tsx').then(({ NearestFarm }) => NearestFarm),
  null,
);

/** Its space is kept, so that the list does not move. */
const LazyNothingDelivers = lazy(
  () => import('./nothing-delivers.tsx').then(({ NothingDelivers }) => NothingDelivers),
  <p className="min-h-10" />,
);
