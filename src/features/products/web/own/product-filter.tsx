import { Search } from 'lucide-react';
import { useId } from 'react';
import { categories } from '#features/products/rules/categories.ts';
import { PRODUCT_NAME_MAX } from '#features/products/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { type DashboardSearch, dashboardRoute } from '#platform/web/shell/dashboard-search.ts';
import { categoryLabels } from '../product-texts.ts';

/** Search and category, stored in the URL. */
export function ProductFilter() {
  const { search = '', category = '' } = dashboardRoute.useSearch();
  const navigate = dashboardRoute.useNavigate();
  const change = (part: DashboardSearch) =>
    void navigate({
      search: (before) => ({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });
  const id = useId();
  return (
    <search className="grid grid-cols-[minmax(0,1fr)_minmax(0,11rem)] gap-2 sm:grid-cols-[1fr_14rem] sm:gap-3">
      <div className="relative">
        <label htmlFor={id} className="sr-only">
          {m.productsSearchLabel()}
        </label>
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted"
        />
        <input
          id={id}
          type="search"
          autoComplete="off"
          maxLength={PRODUCT_NAME_MAX}
          placeholder={m.placeSearchButton()}
          value={search}
          onChange={({ target }) => change({ search: target.value })}
          className="input pl-11 max-sm:pr-2"
        />
      </div>
      <select
        aria-label={m.productsCategoryLabel()}
        value={category}
        onChange={({ target }) => change({ category: target.value })}
        className="input chevron truncate pr-11 max-sm:pr-9 max-sm:pl-3"
      >
        <option value="">{m.productsAllCategories()}</option>
        {categories.map((name) => (
          <option key={name} value={name}>
            {categoryLabels[name]()}
          </option>
        ))}
      </select>
    </search>
  );
}
