import { Link } from '@tanstack/react-router';
import type { useOverview } from '#farms/web/farmer-data.ts';
import { productsText } from '#orders/web/farmer/order-cells.tsx';
import { OrderStatusBadge } from '#orders/web/order-status.tsx';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { Card } from '#ui/elements.tsx';
import { dateText } from '#ui/format.ts';
import { lazy } from '#ui/lazy.tsx';

type RecentOrder = NonNullable<ReturnType<typeof useOverview>['data']>['recentOrders'][number];

type RecentOrdersProps = { orders: readonly RecentOrder[] };

export function RecentOrders({ orders }: RecentOrdersProps) {
  return (
    <>
      {orders.length > 0 && <Orders orders={orders} />}
      <LazyOwnPrices />
    </>
  );
}

const LazyOwnPrices = lazy(() => import('#prices/web/own-prices.tsx'), 'OwnPrices');

function Orders({ orders }: RecentOrdersProps) {
  return (
    <Card>
      <h2 className="font-bold text-xl">{m.recentOrdersTitle()}</h2>
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li key={order.id}>
            <Row order={order} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Row({ order }: { order: RecentOrder }) {
  const { id, buyerName, date, amount } = order;
  return (
    <Link
      to="/farmer/dashboard"
      search={{ tab: 'orders', order: id }}
      className="flex items-start justify-between gap-2 rounded-field py-3 max-[22rem]:block text-ink no-underline hover:bg-line/40"
    >
      <span className="min-w-0">
        <span className="line-clamp-2 wrap-anywhere font-semibold">
          #{id} {productsText(order)}
        </span>
        <span className="block text-muted text-sm">
          {buyerName ?? m.orderBuyerGone()} · {dateText(date)}
        </span>
      </span>
      <span className="grid shrink-0 justify-items-end gap-1">
        <span className="font-semibold tabular-nums">{moneyText(amount)}</span>
        <OrderStatusBadge order={order} />
      </span>
    </Link>
  );
}
