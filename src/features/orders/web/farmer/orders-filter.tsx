import { orderStatuses } from '#features/orders/rules/order-facts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { dashboardRoute } from '#platform/web/shell/dashboard-search.ts';
import { orderStatusFilterText } from '../order-texts.ts';

/** Filters the orders by status; the choice is stored in the URL. */
export function OrdersFilter() {
  const { status = '' } = dashboardRoute.useSearch();
  const navigate = dashboardRoute.useNavigate();
  return (
    <label className="flex min-w-0 items-center gap-3 font-semibold max-sm:flex-1">
      <span className="max-lg:sr-only">{m.ordersStatusFilter()}</span>
      <select
        value={status}
        onChange={({ target }) =>
          void navigate({
            search: ({ status: _, ...rest }) => ({
              ...rest,
              ...(target.value && { status: target.value }),
            }),
            replace: true,
            resetScroll: false,
          })
        }
        className="input chevron truncate font-normal max-sm:min-h-11 max-sm:pr-9 max-sm:pl-3 max-sm:text-sm sm:w-56 sm:pr-11"
      >
        <option value="">{m.ordersAllStatuses()}</option>
        {orderStatuses.map((name) => (
          <option key={name} value={name}>
            {orderStatusFilterText(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
