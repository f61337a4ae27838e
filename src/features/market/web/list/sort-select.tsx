import type { ProductSort } from '#features/products/rules/categories.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { useEarlyInput } from '#platform/web/shell/typed-fields.ts';
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
