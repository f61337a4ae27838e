import { Link } from '@tanstack/react-router';
import type { BuyerCategory } from '#products/rules/categories.ts';
import type { LastList } from '#products/web/catalogue/last-list.ts';
import { buyerCategoryTexts, countText, foundOf } from '#products/web/catalogue/offer.ts';
import { m } from '#text';
import type { MarketSearch } from './market-search.ts';

// Complete, because the texts' type has a key for every category.
const categories = Object.keys(buyerCategoryTexts) as BuyerCategory[];

type CategoryChipsProps = {
  page: LastList['to'];
  search: MarketSearch;
  /** Undefined until the products are counted. */
  counts: readonly { category: BuyerCategory; number: number }[] | undefined;
};

export function CategoryChips({ page, search, counts }: CategoryChipsProps) {
  const chip = (category: BuyerCategory | undefined, label: string) => {
    const count = foundOf(counts, category);
    const isChosen = category === search.category;
    return (
      <Link
        key={label}
        to={page}
        search={{ ...search, category, after: undefined }}
        resetScroll={false}
        preload={false}
        // For a link to the current list the router would set aria-current to "page".
        activeOptions={{ exact: true }}
        aria-current={isChosen ? 'true' : undefined}
        data-chosen={isChosen ? '' : undefined}
        className="chip"
      >
        {label}
        {/* Space is reserved until the counts arrive, so that the row does not jump. */}
        <span className="min-w-4 font-normal text-sm tabular-nums">
          {count === undefined ? '' : countText(count)}
        </span>
      </Link>
    );
  };
  return (
    <fieldset
      aria-label={m.categoriesLabel()}
      className="-mx-4 flex min-w-0 gap-1.5 overflow-x-auto px-4 py-0.5 sm:gap-2 sm:py-1 [scrollbar-width:none] lg:mx-0 lg:flex-wrap lg:px-0 sm:-mx-6 sm:px-6"
    >
      {chip(undefined, m.categoryAll())}
      {categories.map((category) => chip(category, buyerCategoryTexts[category]()))}
    </fieldset>
  );
}
