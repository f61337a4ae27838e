import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import {
  type BuyerCategory,
  PAGE_SIZE,
  PRODUCT_NAME_MAX,
  SUGGESTED_FROM_LETTERS,
} from '#products/rules/product-facts.ts';
import { readOfferPages } from '#products/web/catalogue/offer.tsx';
import { readMarketData } from '#products/web/catalogue/page-data.ts';
import { type LastList, readBuyerPlace } from '#products/web/catalogue/visitor-choices.ts';
import { m } from '#text';
import { Button, buttonClass, classNames } from '#ui/elements.tsx';
import { EmptyState, MoreButton, Notice, QueryView } from '#ui/feedback.tsx';
import { lazy } from '#ui/lazy.tsx';
import { useIsHydrated } from '#ui/screen-state.ts';
import { trpc } from '#web/trpc.ts';
import { useEarlyInput } from '#web/typed-fields.ts';
import { CardsSkeleton, ProductCards } from '../product-card.tsx';
import { MARKET_FORM, type Market, productListOptions, questionOf } from './use-market.ts';

const PAUSE_MILLISECONDS = 300;

type SearchBoxProps = {
  page: LastList['to'];
  category: BuyerCategory | undefined;
  value: string;
  onChange: (search: string) => void;
};

/** Searches after a pause in typing, and at once on Enter. */
export function SearchBox({ page, category, value, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [isTyped, setIsTyped] = useState(false);
  const isSuggested = isTyped && value.length >= SUGGESTED_FROM_LETTERS;
  const { data: suggestions } = trpc.market.suggestions.useQuery(
    { search: value },
    { enabled: isSuggested, retry: false },
  );
  const listId = useId();
  const form = useEarlyInput<HTMLFormElement>();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== known) {
    setKnown(value);
    // Our own search has arrived in the address, or Back has restored another one.
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (next: string, milliseconds: number) => {
    setTyped(next);
    setIsTyped(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next.trim()), milliseconds);
  };
  return (
    <search>
      <form
        ref={form}
        id={MARKET_FORM}
        action={page}
        onSubmit={(event) => {
          event.preventDefault();
          search(typed, 0);
        }}
        className="relative"
      >
        <Search className="pointer-events-none absolute top-1/2 left-3 size-5 sm:left-3.5 -translate-y-1/2 text-muted" />
        {category && <input type="hidden" name="category" value={category} />}
        <input
          ref={input}
          type="search"
          name="search"
          enterKeyHint="search"
          aria-label={m.marketSearchLabel()}
          placeholder={m.marketSearchPlaceholder()}
          maxLength={PRODUCT_NAME_MAX}
          list={listId}
          autoComplete="off"
          value={typed}
          onChange={(event) => search(event.target.value, PAUSE_MILLISECONDS)}
          className={classNames(
            'input min-h-11 rounded-full text-ellipsis pl-10 sm:pl-11 lg:min-h-12 [&::-webkit-calendar-picker-indicator]:hidden! [&::-webkit-search-cancel-button]:hidden',
            typed && 'pr-12',
          )}
        />
        <datalist id={listId}>
          {isSuggested && suggestions?.map((words) => <option key={words} value={words} />)}
        </datalist>
        {typed && (
          <button
            type="button"
            aria-label={m.marketSearchClear()}
            onClick={() => {
              search('', 0);
              input.current?.focus();
            }}
            className="needs-script absolute top-1/2 right-1.5 grid size-11 -translate-y-1/2 place-items-center rounded-full text-muted hover:text-ink"
          >
            <X className="size-5" />
          </button>
        )}
      </form>
    </search>
  );
}

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

const LazyNearestFarm = lazy(() => import('./nothing-delivers.tsx'), 'NearestFarm');

/** Its space is kept, so that the list does not move. */
const LazyNothingDelivers = lazy(
  () => import('./nothing-delivers.tsx'),
  'NothingDelivers',
  <p className="min-h-10" />,
);
