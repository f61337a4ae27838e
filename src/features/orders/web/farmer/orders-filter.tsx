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
      className="mb-2 flex flex-wrap gap-1 py-0.5 sm:mb-4 sm:gap-2"
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
      // On a phone the count is below the label, so that all groups fit in one line.
      className="chip max-sm:grow max-sm:flex-col max-sm:justify-center max-sm:gap-0 max-sm:rounded-field max-sm:px-1 max-sm:text-[0.6875rem] max-sm:leading-tight"
    >
      {label}
      {count > 0 && <span className="tabular-nums">{figureText(count)}</span>}
    </Link>
  );
}
