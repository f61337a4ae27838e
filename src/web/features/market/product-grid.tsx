import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { trpc } from '#web/app/client/trpc.ts';
import type { Offer } from '#web/features/catalogue/offer.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/state-message.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { classNames } from '#web/ui/layout/class-names.ts';
import { productListOptions } from './first-list.ts';
import type { MarketFilter } from './market-search.ts';
import { ProductCard } from './product-card.tsx';

const FIRST_SEEN = 4;
/** More cards than any screen shows at once. */
const FIRST_DRAWN = 6;

const gridClass = 'grid gap-4 min-[36rem]:grid-cols-2 min-[52rem]:grid-cols-3';

type ProductGridProps = { filter: MarketFilter; onClear?: (() => void) | undefined };

/** The products that match a filter, one page at a time. `onClear` is set only while filters are active. */
export function ProductGrid({ filter, onClear }: ProductGridProps) {
  const products = trpc.market.products.useInfiniteQuery(filter, {
    ...productListOptions(filter),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const { isPlaceholderData, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = products;
  return (
    <QueryView query={products} skeleton={<GridSkeleton />} errorText={m.productsLoadFailed()}>
      {({ pages }) => {
        const shown = pages.flatMap((page) => page.products);
        if (shown.length === 0) {
          const clear = onClear && (
            <Button variant="secondary" onClick={onClear}>
              {m.filtersClear()}
            </Button>
          );
          return <EmptyState picture="search" title={m.productsEmpty()} action={clear} />;
        }
        return (
          // Greyed rather than faded, so that the old list stays readable until the new one arrives.
          <div aria-busy={isPlaceholderData} className={classNames(isPlaceholderData && 'grayscale')}>
            <p role="status" className="sr-only">
              {m.marketProductsShown({ count: shown.length })}
            </p>
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

let isFirstLook = true;

/**
 * When the first list after a page load is shown, the visible cards are drawn at once and the rest in pieces, so that the page can
 * respond to a press in between. Later lists are drawn whole, because Back scrolls to a position that must already exist.
 */
function Cards({ products }: { products: Offer[] }) {
  const [drawnFirst] = useState(isFirstLook ? FIRST_DRAWN : products.length);
  const count = useDeferredValue(products.length, drawnFirst);
  useEffect(() => {
    isFirstLook = false;
  }, []);
  return (
    <ul className={gridClass}>
      {products.slice(0, count).map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} isFirstSeen={index < FIRST_SEEN} />
        </li>
      ))}
    </ul>
  );
}

function GridSkeleton() {
  return (
    <div className={gridClass}>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} className="h-72 rounded-card! min-[36rem]:h-[33rem]" />
      ))}
    </div>
  );
}
