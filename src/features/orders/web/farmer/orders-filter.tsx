import { Link } from '@tanstack/react-router';
import { useOverview } from '#features/farms/web/farmer-data.ts';
import { type OrderGroup, orderGroupNames } from '#features/orders/rules/order-facts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';

const labels: Record<OrderGroup, () => string> = {
  new: m.ordersGroupNew,
  toSend: m.ordersGroupToSend,
  onTheWay: m.ordersGroupOnTheWay,
  done: m.ordersGroupDone,
};

/**
 * The groups of orders as links, with how many orders wait in each. Orders on their way have a chip
 * only while there are any.
 */
export function OrdersFilter({ group }: { group: OrderGroup | undefined }) {
  const { data } = useOverview();
  const counts: Partial<Record<OrderGroup, number | undefined>> = {
    new: data?.pendingOrders,
    toSend: data?.ordersToSend,
    onTheWay: data?.ordersOnTheWay,
  };
  const shown = orderGroupNames.filter(
    (name) => name !== 'onTheWay' || group === name || Boolean(counts.onTheWay),
  );
  return (
    <nav
      aria-label={m.ordersStatusFilter()}
      className="-mx-4 mb-2 flex gap-1.5 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] sm:mx-0 sm:mb-4 sm:flex-wrap sm:gap-2 sm:px-0"
    >
      <Chip label={m.ordersGroupAll()} isChosen={group === undefined} />
      {shown.map((name) => (
        <Chip
          key={name}
          group={name}
          label={labels[name]()}
          count={counts[name]}
          isChosen={name === group}
        />
      ))}
    </nav>
  );
}

type ChipProps = {
  group?: OrderGroup;
  label: string;
  count?: number | undefined;
  isChosen: boolean;
};

function Chip({ group, label, count = 0, isChosen }: ChipProps) {
  return (
    <Link
      to="/farmer/dashboard"
      search={{ tab: 'orders', ...(group && { status: group }) }}
      replace
      resetScroll={false}
      activeProps={{}}
      // Otherwise the router marks the link to all orders in every group.
      activeOptions={{ exact: true }}
      aria-current={isChosen ? 'true' : undefined}
      data-chosen={isChosen ? '' : undefined}
      className="chip"
    >
      {label}
      {count > 0 && <span className="tabular-nums">{figureText(count)}</span>}
    </Link>
  );
}
