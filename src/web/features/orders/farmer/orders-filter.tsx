import { orderStatuses } from '#shared/order.ts';
import { m } from '#shared/text/compiled/messages.js';
import { dashboardRoute } from '#web/features/dashboard/dashboard-search.ts';
import { orderStatusFilterText } from '#web/features/orders/order-texts.ts';
import { inputClass } from '#web/ui/form/field.tsx';

/** Chooses which orders are shown; the choice is kept in the address. */
export function OrdersFilter() {
  const { status = '' } = dashboardRoute.useSearch();
  const navigate = dashboardRoute.useNavigate();
  return (
    <label className="flex min-w-0 items-center gap-3 font-semibold max-sm:flex-1">
      <span className="max-sm:sr-only">{m.ordersStatusFilter()}</span>
      <select
        value={status}
        onChange={({ target }) =>
          void navigate({
            search: ({ status: _, ...rest }) => ({ ...rest, ...(target.value && { status: target.value }) }),
            replace: true,
            resetScroll: false,
          })
        }
        className={`${inputClass} chevron pr-11 font-normal sm:w-56`}
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
