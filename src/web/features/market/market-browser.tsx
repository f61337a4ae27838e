import { keepPreviousData } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { retryUnlessRefused } from '#web/app/client/retry-unless-refused.ts';
import { trpc } from '#web/app/client/trpc.ts';
import { countText, foundOf } from '#web/features/catalogue/offer-texts.ts';
import { PAGE_DATA_AT, readMarketData } from '#web/features/catalogue/page-data.ts';
import { useIsWide } from '#web/ui/browser/use-is-wide.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { BadgeMeanings } from './badge-meanings.tsx';
import { CategoryChips } from './category-chips.tsx';
import { LaterFilterPanel } from './later-filter-panel.tsx';
import { LaterPlaceDialog } from './later-place-dialog.tsx';
import { countFilters, type MarketSearch } from './market-search.ts';
import { PlaceButton } from './place-button.tsx';
import { ProductGrid } from './product-grid.tsx';
import { SearchBox } from './search-box.tsx';
import { SortSelect } from './sort-select.tsx';
import { type ChangeSearch, useMarket } from './use-market.ts';

const FACETS_FRESH_MILLISECONDS = 30_000;

type MarketBrowserProps = { search: MarketSearch; onSearch: ChangeSearch };

/** The whole catalogue: search, categories, filters and the list. What is looked for stands in the address, which the route holds. */
export function MarketBrowser({ search, onSearch }: MarketBrowserProps) {
  const market = useMarket(search, onSearch);
  const isWide = useIsWide();
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
  const panel = <LaterFilterPanel market={market} countyCounts={counts?.counties} />;
  const found = foundOf(counts?.categories, search.category);
  const isNarrowed = Boolean(search.search || search.category || countFilters(search));
  return (
    <div className="grid gap-4 sm:gap-5">
      <div className="grid items-center gap-3 lg:grid-cols-[1fr_auto]">
        <SearchBox value={search.search ?? ''} onChange={(words) => change({ search: words || undefined }, { isTyping: true })} />
        <div className="min-w-0 justify-self-start">
          <PlaceButton market={market} />
        </div>
      </div>
      <CategoryChips active={search.category} counts={counts?.categories} onChange={(category) => change({ category })} />
      <div className="grid items-start gap-8 lg:grid-cols-[16rem_minmax(0,1fr)]">
        {isWide && (
          <aside aria-label={m.filtersTitle()} className="sticky top-24 grid gap-6">
            <div className="rounded-card border border-line bg-card p-5">{panel}</div>
            <BadgeMeanings />
          </aside>
        )}
        <div className="min-w-0">
          <div className="mb-4 flex min-h-11 items-center justify-between gap-3">
            {!isWide && <FiltersButton count={countFilters(search)}>{panel}</FiltersButton>}
            {isWide && found !== undefined && <p className="text-muted">{m.marketProductsFound({ count: countText(found) })}</p>}
            <div className="ml-auto min-w-0">
              <SortSelect value={sort ?? 'newest'} onChange={(next) => change({ sort: next === 'newest' ? undefined : next })} />
            </div>
          </div>
          {market.isPlaceMissing && (
            <Notice type="info" className="mb-4">
              {m.placeMissingNotice()}{' '}
              <button type="button" className="link min-h-11" onClick={market.askPlace}>
                {m.placeSet()}
              </button>
            </Notice>
          )}
          <ProductGrid filter={filter} onClear={isNarrowed ? market.clear : undefined} />
          {!isWide && (
            <div className="mt-8">
              <BadgeMeanings />
            </div>
          )}
        </div>
      </div>
      {market.isAskingPlace && <LaterPlaceDialog market={market} />}
    </div>
  );
}

/** On narrow screens the filters wait behind a button that says how many are set. */
function FiltersButton({ count, children }: { count: number; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        <SlidersHorizontal aria-hidden="true" className="size-4.5" />
        {m.filtersTitle()}
        {count > 0 && <span className="rounded-full bg-maize px-2 text-on-maize tabular-nums">{count}</span>}
      </Button>
      <Dialog
        title={m.filtersTitle()}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        actions={<Button onClick={() => setIsOpen(false)}>{m.filtersShow()}</Button>}
      >
        {children}
      </Dialog>
    </div>
  );
}
