import { keepPreviousData } from '@tanstack/react-query';
import { MapPin, SlidersHorizontal } from 'lucide-react';
import { Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { PAGE_DATA_AT, readMarketData } from '#products/web/catalogue/page-data.ts';
import {
  keepLastList,
  type LastList,
  readLastFilters,
} from '#products/web/catalogue/visitor-choices.ts';
import { m } from '#text';
import { Button, buttonClass, classNames, Skeleton } from '#ui/elements.tsx';
import { Notice } from '#ui/feedback.tsx';
import { lazy, lazyPart } from '#ui/lazy.tsx';
import { onceWide, useIsWide } from '#ui/screen-state.ts';
import { trpc } from '#web/trpc.ts';
import { CardIcons } from '../product-card.tsx';
import { CategoryFilter, SortSelect } from './category-and-sort.tsx';
import type { PanelProps } from './filter-panel.tsx';
import { ProductGrid, SearchBox } from './market-list.tsx';
import { countFilters, type MarketSearch, readMarketSearch, usualSort } from './market-search.ts';
import { type ChangeSearch, type Market, questionOf, useMarket } from './use-market.ts';

const LazyFiltersDialog = lazy(() => import('./filter-panel.tsx'), 'FiltersDialog');

const FACETS_FRESH_MILLISECONDS = 30_000;

type MarketBrowserProps = {
  search: Record<string, unknown>;
  onSearch: ChangeSearch;
  page: LastList['to'];
};

export function MarketBrowser({ search: inAddress, onSearch, page }: MarketBrowserProps) {
  // The router passes on what others add to an address (utm_source, fbclid).
  const search = useMemo(() => readMarketSearch(inAddress), [inAddress]);
  useStoredFilters(search, onSearch);
  useEffect(() => keepLastList({ to: page, search }));
  const market = useMarket(search, onSearch);
  const { filter, change, place } = market;
  const { sort, ...countedBy } = filter;
  const facets = trpc.market.facets.useQuery(countedBy, {
    initialData: () => readMarketData(questionOf(search, place))?.facets,
    initialDataUpdatedAt: PAGE_DATA_AT,
    placeholderData: keepPreviousData,
    staleTime: FACETS_FRESH_MILLISECONDS,
  });
  const counts = facets.data?.leftOut ? undefined : facets.data;
  const panel = { market, countyCounts: counts?.counties };
  const usual = usualSort(place !== null);
  return (
    <div className="grid gap-2 sm:gap-3">
      <CardIcons />
      {/* Below the header, whose height is fixed. On a phone only the first line stays. */}
      <div className="z-20 max-lg:contents lg:sticky lg:top-17 lg:-mx-6 lg:grid lg:gap-2 lg:bg-paper/95 lg:px-6 lg:py-2 lg:backdrop-soft">
        <div className="z-20 -mx-4 flex items-center gap-2 px-4 max-lg:sticky max-lg:top-17 max-lg:bg-paper/95 max-lg:pt-2 max-lg:backdrop-soft sm:-mx-6 sm:px-6 lg:mx-0 lg:p-0">
          <div className="min-w-0 flex-1">
            <SearchBox
              page={page}
              category={search.category}
              value={search.search ?? ''}
              onChange={(words) => change({ search: words || undefined }, { replaces: true })}
            />
          </div>
          <PlaceButton market={market} />
          <div className="lg:hidden">
            <FiltersButton count={countFilters(search)} panel={panel} />
          </div>
        </div>
        <div className="flex min-w-0 items-center gap-2">
          <CategoryFilter
            page={page}
            search={search}
            counts={counts?.categories}
            onChange={(category) => change({ category })}
          />
          <SortSelect
            value={search.sort ?? usual}
            onChange={(next) => change({ sort: next === usual ? undefined : next })}
          />
        </div>
      </div>
      <div className="grid items-start gap-x-6 gap-y-8 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <FiltersAside {...panel} />
        <div className="min-w-0">
          {market.isPlaceMissing && (
            <Notice type="info" className="mb-4">
              {m.placeMissingNotice()}{' '}
              <button type="button" className="link min-h-11" onClick={market.askPlace}>
                {m.placeSet()}
              </button>
            </Notice>
          )}
          {/* A short list has room for a notice above it, which comes later for a buyer with a
              place and moves nothing then. */}
          <div className="max-lg:min-h-[calc(100dvh-14rem)]">
            {/* A part of its own for React to hydrate, in a task of its own. */}
            <Suspense>
              <ProductGrid market={market} page={page} />
            </Suspense>
          </div>
        </div>
      </div>
      {market.isAskingPlace && <LazyPlaceDialog market={market} />}
    </div>
  );
}

/** A new tab starts with the browser's last filters and order, unless its address has a search. */
function useStoredFilters(search: MarketSearch, onSearch: ChangeSearch) {
  const [kept] = useState(() => (hasParts(search) ? {} : readMarketSearch(readLastFilters())));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the list is opened.
  useLayoutEffect(() => {
    // Replaces the address, so that Back leaves the market.
    if (hasParts(kept)) onSearch(() => kept, { replaces: true });
  }, []);
}

const hasParts = (search: MarketSearch) => Object.values(search).some((part) => part !== undefined);

const LazyPlaceDialog = lazy(() => import('./place-dialog.tsx'), 'PlaceDialog');

/**
 * Loaded after the products. The skeleton has the panel's height, so that nothing moves. A phone
 * removes the panel that came with the page, and its dialog loads the same file.
 */
const LazyFilterPanel = lazyPart(
  () => onceWide('lg').then(() => import('./filter-panel.tsx')),
  'FilterPanel',
  <Skeleton className="h-[35rem]" />,
);

/**
 * On a narrow screen the filters are in a dialog; without JavaScript they are at the end of the
 * page. A component of its own, so that a phone does not render the list again to remove it.
 */
function FiltersAside(panel: PanelProps) {
  if (!useIsWide('lg')) return null;
  return (
    <aside
      id="filters"
      aria-label={m.filtersTitle()}
      className="without-script top-48 rounded-card border border-line bg-card p-5 max-lg:order-last max-lg:hidden lg:sticky lg:max-h-[calc(100dvh-13rem)] lg:overflow-y-auto"
    >
      <LazyFilterPanel {...panel} />
    </aside>
  );
}

/** A phone shows only the pin, which leaves the room to the search. */
function PlaceButton({ market: { place, askPlace } }: { market: Market }) {
  return (
    <button
      type="button"
      aria-label={
        place ? `${m.placeShown({ place: place.name })}. ${m.placeChange()}` : m.placeSet()
      }
      onClick={askPlace}
      className={classNames(
        buttonClass({ variant: place ? 'quiet' : 'primary', size: 'small' }),
        'needs-script shrink-0 max-sm:px-2.5',
      )}
    >
      <MapPin className="size-5 shrink-0" />
      <span className="max-w-60 truncate max-sm:sr-only">
        {place ? place.name.replace(/,.*/, '') : m.placeSet()}
      </span>
    </button>
  );
}

/** Without JavaScript, the filters are at the end of the page. */
function FiltersButton({ count, panel }: { count: number; panel: PanelProps }) {
  const [isOpen, setIsOpen] = useState(false);
  const label = (
    <>
      <SlidersHorizontal className="size-5" />
      <span className="sr-only">{m.filtersTitle()}</span>
      {count > 0 && (
        <span className="absolute -top-1 -right-1 min-w-5 rounded-full bg-maize px-1 text-on-maize text-xs leading-5 tabular-nums">
          {count}
        </span>
      )}
    </>
  );
  return (
    <div className="relative">
      <Button
        variant="secondary"
        size="icon"
        className="needs-script"
        onPointerDown={() => void LazyFiltersDialog.preload()}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      <div className="without-script hidden">
        <a href="#filters" className={buttonClass({ variant: 'secondary', size: 'icon' })}>
          {label}
        </a>
      </div>
      {isOpen && <LazyFiltersDialog onClose={() => setIsOpen(false)} {...panel} />}
    </div>
  );
}
