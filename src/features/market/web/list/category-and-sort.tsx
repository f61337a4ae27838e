import { Link } from '@tanstack/react-router';
import type { BuyerCategory, ProductSort } from '#products/rules/product-facts.ts';
import { buyerCategoryTexts, countText, foundOf } from '#products/web/catalogue/offer.tsx';
import type { LastList } from '#products/web/catalogue/visitor-choices.ts';
import { m } from '#text';
import { useEarlyInput } from '#web/typed-fields.ts';
import type { MarketSearch } from './market-search.ts';
import { MARKET_FORM } from './use-market.ts';

// Complete, because the texts' type has a key for every category.
const categories = Object.keys(buyerCategoryTexts) as BuyerCategory[];

type CategoryFilterProps = {
  page: LastList['to'];
  search: MarketSearch;
  /** Undefined until the products are counted. */
  counts: readonly { category: BuyerCategory; number: number }[] | undefined;
  onChange: (category: BuyerCategory | undefined) => void;
};

/** A phone has no room for the chips beside the order, so it has a list of choices. */
export function CategoryFilter({ onChange, ...shown }: CategoryFilterProps) {
  return (
    <>
      <CategorySelect {...shown} onChange={onChange} />
      <div className="without-script min-w-0 flex-1 max-lg:hidden">
        <CategoryChips {...shown} />
      </div>
    </>
  );
}

function CategorySelect({ search, counts, onChange }: Omit<CategoryFilterProps, 'page'>) {
  const container = useEarlyInput<HTMLLabelElement>();
  const option = (category: BuyerCategory | undefined, label: string) => {
    const count = foundOf(counts, category);
    return (
      <option key={label} value={category ?? ''}>
        {count === undefined ? label : `${label} (${countText(count)})`}
      </option>
    );
  };
  return (
    <label ref={container} className="needs-script min-w-0 lg:hidden">
      <span className="sr-only">{m.categoriesLabel()}</span>
      <select
        value={search.category ?? ''}
        onChange={(event) =>
          onChange(categories.find((category) => category === event.target.value))
        }
        className="chevron field-sizing-content min-h-11 w-full max-w-full truncate rounded-full border-[1.5px] border-edge bg-card py-0 pr-9 pl-4 font-semibold text-sm"
      >
        {option(undefined, m.categoryAll())}
        {categories.map((category) => option(category, buyerCategoryTexts[category]()))}
      </select>
    </label>
  );
}

function CategoryChips({ page, search, counts }: Omit<CategoryFilterProps, 'onChange'>) {
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
      className="flex min-w-0 gap-1.5 overflow-x-auto py-0.5 [scrollbar-width:none] sm:gap-2 sm:py-1"
    >
      {chip(undefined, m.categoryAll())}
      {categories.map((category) => chip(category, buyerCategoryTexts[category]()))}
    </fieldset>
  );
}

const texts: Record<ProductSort, () => string> = {
  best: m.sortBest,
  newest: m.sortNewest,
  price: m.inventoryPrice,
  pricePerKg: m.sortPricePerKg,
  nearest: m.sortNearest,
};

// Complete, because the texts' type has a key for every order.
const sorts = Object.keys(texts) as ProductSort[];

type SortSelectProps = { value: ProductSort; onChange: (sort: ProductSort) => void };

export function SortSelect({ value, onChange }: SortSelectProps) {
  const container = useEarlyInput<HTMLLabelElement>();
  return (
    <label ref={container} className="ml-auto inline-flex shrink-0 items-center">
      <span className="sr-only">{m.sortLabel()}</span>
      <select
        form={MARKET_FORM}
        name="sort"
        value={value}
        onChange={(event) =>
          onChange(sorts.find((sort) => sort === event.target.value) ?? 'newest')
        }
        className="chevron field-sizing-content min-h-11 rounded-full bg-right py-0 pr-6 pl-2 font-semibold text-sm lg:border-[1.5px] lg:border-edge lg:bg-card lg:bg-position-[right_0.875rem_center] lg:pr-10 lg:pl-4 lg:hover:border-leaf"
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {texts[sort]()}
          </option>
        ))}
      </select>
    </label>
  );
}
