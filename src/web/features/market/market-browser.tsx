import { keepPreviousData } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { retryUnlessRefused } from '#web/app/client/failure.ts';
import { trpc } from '#web/app/client/trpc.ts';
import { keepLastList, type LastList, readLastFilters } from '#web/features/catalogue/last-list.ts';
import { PAGE_DATA_AT, readMarketData } from '#web/features/catalogue/offer.ts';
import { countText, foundOf } from '#web/features/catalogue/offer-texts.ts';
import { lazy } from '#web/ui/browser/lazy.tsx';
import { useIsWide } from '#web/ui/browser/use-is-wide.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { buttonClass } from '#web/ui/form/button-class.ts';
import { classNames } from '#web/ui/layout/class-names.ts';
import { CategoryChips } from './category-chips.tsx';
import { countFilters, type MarketSearch, readMarketSearch, usualSort } from './market-search.ts';
import { ProductGrid } from './product-grid.tsx';
import { SearchBox } from './search-box.tsx';
import { type ChangeSearch, type Market, useMarket } from './use-market.ts';

const FACETS_FRESH_MILLISECONDS = 30_000;

type MarketBrowserProps = { search: MarketSearch; onSearch: ChangeSearch; page: LastList['to'] };

/** The whole catalogue: search, categories, filters and the list. The search is kept in the address, which the route manages. */
export function MarketBrowser({ search, onSearch, page }: MarketBrowserProps) {
  useKeptFilters(search, onSearch);
  useEffect(() => keepLastList({ to: page, search }));
  const market = useMarket(search, onSearch);
  const isWide = useIsWide('lg');
  const { filter, change } = market;
  const { sort, ...countedBy } = filter;
  const facets = trpc.market.facets.useQuery(countedBy, {
    initialData: () => readMarketData(filter)?.facets,
    initialDataUpdatedAt: PAGE_DATA_AT,
    placeholderData: keepPreviousData,
    staleTime: FACETS_FRESH_MILLISECONDS,
    retry: retryUnlessRefused,
  });
  const counts = facets.data?.leftOut ? undefined : facets.data;
  const panel = <LazyFilterPanel market={market} countyCounts={counts?.counties} />;
  const found = foundOf(counts?.categories, search.category);
  const usual = usualSort(market.place !== null);
  const sortSelect = (
    <LazySortSelect
      value={search.sort ?? usual}
      isQuiet={!isWide}
      onChange={(next) => change({ sort: next === usual ? undefined : next })}
    />
  );
  const isNarrowed = Boolean(search.search || search.category || countFilters(search));
  return (
    <div className="grid gap-2 sm:gap-5">
      {/* Below the header, whose height is fixed. */}
      <div className="sticky top-17 z-20 -mx-4 grid bg-paper/95 px-4 py-2 backdrop-blur-sm sm:-mx-6 sm:px-6 lg:static lg:mx-0 lg:bg-transparent lg:p-0">
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <SearchBox
              value={search.search ?? ''}
              onChange={(words) => change({ search: words || undefined }, { isTyping: true })}
            />
          </div>
          {isWide ? <PlaceButton market={market} /> : <LazyFiltersButton count={countFilters(search)}>{panel}</LazyFiltersButton>}
        </div>
        {!isWide && (
          <div className="-mb-2 flex items-center justify-between gap-2">
            <PlaceButton market={market} />
            {sortSelect}
          </div>
        )}
      </div>
      <CategoryChips active={search.category} counts={counts?.categories} onChange={(category) => change({ category })} />
      <div className="grid items-start gap-8 lg:grid-cols-[16rem_minmax(0,1fr)]">
        {isWide && (
          <aside aria-label={m.filtersTitle()} className="sticky top-24 grid gap-6">
            <div className="rounded-card border border-line bg-card p-5">{panel}</div>
            <LazyBadgeMeanings />
          </aside>
        )}
        <div className="min-w-0">
          {isWide && (
            <div className="mb-4 flex min-h-11 items-center justify-between gap-3">
              {found !== undefined && <p className="text-muted">{m.marketProductsFound({ count: countText(found) })}</p>}
              <div className="ml-auto min-w-0">{sortSelect}</div>
            </div>
          )}
          {market.isPlaceMissing && (
            <Notice type="info" className="mb-4">
              {m.placeMissingNotice()}{' '}
              <button type="button" className="link min-h-11" onClick={market.askPlace}>
                {m.placeSet()}
              </button>
            </Notice>
          )}
          <ProductGrid
            filter={filter}
            place={market.place}
            prefersDelivery={search.sort === undefined && market.place !== null}
            onClear={isNarrowed ? market.clear : undefined}
          />
          {!isWide && (
            <div className="mt-8">
              <LazyBadgeMeanings />
            </div>
          )}
        </div>
      </div>
      {market.isAskingPlace && <LazyPlaceDialog market={market} />}
    </div>
  );
}

/** A new tab starts with the filters and order of the browser's last one, unless its address has a search of its own. */
function useKeptFilters(search: MarketSearch, onSearch: ChangeSearch) {
  const [kept] = useState(() => (hasParts(search) ? {} : readMarketSearch(readLastFilters())));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the list is opened.
  useLayoutEffect(() => {
    // It replaces the address, so that Back leaves the market.
    if (hasParts(kept)) onSearch(kept, { isTyping: true });
  }, []);
}

const hasParts = (search: MarketSearch) => Object.values(search).some((part) => part !== undefined);

/** Below the list or next to it, so its code is loaded after the products. */
const LazyBadgeMeanings = lazy(() => import('./badge-meanings.tsx').then(({ BadgeMeanings }) => BadgeMeanings), null);

/** Loaded after the products; the skeleton has its size. */
const LazySortSelect = lazy(
  () => import('./sort-select.tsx').then(({ SortSelect }) => SortSelect),
  <Skeleton className="h-11 w-32" />,
);

/** Loaded after the products; the skeleton has the button's size. */
const LazyFiltersButton = lazy(
  () => import('./filters-button.tsx').then(({ FiltersButton }) => FiltersButton),
  <Skeleton className="size-11 rounded-full!" />,
);

/** Loaded when the buyer wants to say where they are. */
const LazyPlaceDialog = lazy(() => import('./place-dialog.tsx').then(({ PlaceDialog }) => PlaceDialog), null);

/** Loaded after the products, which come first. The skeleton has the panel's height, so that nothing moves. */
const LazyFilterPanel = lazy(
  () => import('./filter-panel.tsx').then(({ FilterPanel }) => FilterPanel),
  <Skeleton className="h-[35rem]" />,
);

/** The place from which distances are counted; pressing it asks for the place again. */
function PlaceButton({ market: { place, askPlace } }: { market: Market }) {
  return (
    <button
      type="button"
      onClick={askPlace}
      className={classNames(
        buttonClass({ variant: place ? 'quiet' : 'secondary', size: 'small' }),
        'min-w-0 max-lg:-ml-2 max-lg:border-transparent! max-lg:bg-transparent max-lg:px-2',
      )}
    >
      <MapPin aria-hidden="true" className="size-4.5 shrink-0" />
      <span className="truncate">{place ? m.placeShown({ place: place.name }) : m.placeSet()}</span>
      {place && <span className="sr-only">. {m.placeChange()}</span>}
    </button>
  );
}
