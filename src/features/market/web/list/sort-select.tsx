import { ArrowDownWideNarrow, ChevronDown } from 'lucide-react';
import type { ProductSort } from '#features/products/rules/categories.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { MARKET_FORM } from './use-market.ts';

const texts: Record<ProductSort, () => string> = {
  newest: m.sortNewest,
  price: m.sortPrice,
  pricePerKg: m.sortPricePerKg,
  nearest: m.sortNearest,
};

// Complete, because the texts' type has a key for every order.
const sorts = Object.keys(texts) as ProductSort[];

type SortSelectProps = { value: ProductSort; onChange: (sort: ProductSort) => void };

/** Chooses the order of the list. On a narrow screen it has no border, to save space. */
export function SortSelect({ value, onChange }: SortSelectProps) {
  return (
    <label className="relative ml-auto inline-flex min-w-0 items-center">
      <span className="sr-only">{m.sortLabel()}</span>
      <ArrowDownWideNarrow
        aria-hidden="true"
        className="pointer-events-none absolute left-3.5 size-4.5 max-lg:hidden"
      />
      <select
        form={MARKET_FORM}
        name="sort"
        value={value}
        onChange={(event) =>
          onChange(sorts.find((sort) => sort === event.target.value) ?? 'newest')
        }
        className="min-h-11 w-full min-w-0 appearance-none truncate rounded-full bg-transparent pr-7 pl-2 text-right font-semibold text-sm lg:border-[1.5px] lg:border-edge lg:bg-card lg:pr-10 lg:pl-10 lg:text-left lg:hover:border-leaf"
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {texts[sort]()}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute right-1.5 size-4.5 lg:right-3.5"
      />
    </label>
  );
}
