import { ArrowDownWideNarrow, ChevronDown } from 'lucide-react';
import type { ProductSort } from '#shared/products/categories.ts';
import { m } from '#shared/text/compiled/messages.js';
import { classNames } from '#web/ui/layout/class-names.ts';

const texts: Record<ProductSort, () => string> = {
  newest: m.sortNewest,
  price: m.sortPrice,
  pricePerKg: m.sortPricePerKg,
  nearest: m.sortNearest,
};

// Complete, because the texts' type has a key for every order.
const sorts = Object.keys(texts) as ProductSort[];

type SortSelectProps = {
  value: ProductSort;
  onChange: (sort: ProductSort) => void;
  /** Without a border, where room is short. */
  isQuiet?: boolean;
};

/** Chooses the order of the list; shown in a row with other controls. */
export function SortSelect({ value, onChange, isQuiet = false }: SortSelectProps) {
  return (
    <label className="relative inline-flex max-w-full items-center">
      <span className="sr-only">{m.sortLabel()}</span>
      {!isQuiet && <ArrowDownWideNarrow aria-hidden="true" className="pointer-events-none absolute left-3.5 size-4.5" />}
      <select
        value={value}
        onChange={(event) => onChange(sorts.find((sort) => sort === event.target.value) ?? 'newest')}
        className={classNames(
          'min-h-11 w-full min-w-0 appearance-none truncate rounded-full font-semibold text-sm',
          isQuiet ? 'bg-transparent pr-7 pl-2 text-right' : 'border-[1.5px] border-edge bg-card pr-10 pl-10 hover:border-leaf',
        )}
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {texts[sort]()}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className={classNames('pointer-events-none absolute size-4.5', isQuiet ? 'right-1.5' : 'right-3.5')}
      />
    </label>
  );
}
