import { Link } from '@tanstack/react-router';
import { isCompleted, isEnded } from '#orders/rules/order-facts.ts';
import { productNameText } from '#products/rules/product-texts.ts';
import { ProductPicture } from '#products/web/catalogue/offer.tsx';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { Button, Skeleton } from '#ui/elements.tsx';
import { Badge, EmptyState, MoreButton, QueryView } from '#ui/feedback.tsx';
import { dateText } from '#ui/format.ts';
import { trpc } from '#web/trpc.ts';
import { OrderStatusBadge, statusTexts } from '../order-status.tsx';
import { packedText } from '../order-texts.ts';
import { useOrderChanges } from '../use-order-changes.ts';
import { farmText, type ListedOrder, OrderAgain, pictured } from './order.tsx';

export function OrdersTab({
  onContinue,
  foot,
}: {
  onContinue: () => void;
  foot?: React.ReactNode;
}) {
  const cache = trpc.useUtils();
  const list = trpc.buyer.orders.list.useInfiniteQuery(
    {},
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  useOrderChanges('buyer', () => void cache.buyer.orders.invalidate());
  return (
    <QueryView query={list} skeleton={<OrdersSkeleton />}>
      {({ pages }) => {
        const orders = pages.flatMap((page) => page.orders);
        if (orders.length === 0) return <NoOrders onContinue={onContinue} />;
        return (
          <div className="mx-auto grid max-w-page gap-6">
            <h2 className="sr-only">{m.tabOrders()}</h2>
            <ul className="grid grid-cols-1 gap-3 sm:gap-4 lg:grid-cols-2">
              {orders.map((order) => (
                <OrderCard key={order.id} order={order} />
              ))}
            </ul>
            <MoreButton list={list} className="justify-self-center">
              {m.ordersMore()}
            </MoreButton>
            {foot}
          </div>
        );
      }}
    </QueryView>
  );
}

const NoOrders = ({ onContinue }: { onContinue: () => void }) => (
  <EmptyState
    picture="orders"
    title={m.ordersEmptyTitle()}
    action={<Button onClick={onContinue}>{m.cartContinue()}</Button>}
  />
);

const OrdersSkeleton = () => (
  <div className="grid gap-4 lg:grid-cols-2">
    <Skeleton className="h-44 rounded-card!" />
    <Skeleton className="h-44 rounded-card!" />
  </div>
);

const PICTURES_MAX = 2;

function OrderCard({ order }: { order: ListedOrder }) {
  const { id, createdAt, total, lines, steps, deliveryDate } = order;
  return (
    <li className="group relative grid content-start gap-2 rounded-card border border-line bg-card p-4 transition-shadow focus-within:border-leaf hover:shadow-raised sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="font-bold text-lg">
          <Link
            to="/orders/$orderId"
            params={{ orderId: id }}
            className="text-ink no-underline after:absolute after:inset-0 after:rounded-card group-hover:text-leaf focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-leaf"
          >
            {m.orderNumber({ id })}
          </Link>
        </h3>
        <OrderStatusBadge order={order} />
        {steps.includes('pay') && <Badge tone="maize">{m.orderToPay()}</Badge>}
        {order.paymentMethod === 'M-Pesa' && order.paymentStatus === 'paid' && (
          <Badge>{m.paymentStatusPaid()}</Badge>
        )}
        {steps.includes('rate') && <Badge tone="plain">{m.orderToRate()}</Badge>}
        <p className="ml-auto font-bold text-lg tabular-nums">{moneyText(total)}</p>
      </div>
      <p className="text-muted text-sm">
        {/* Each part keeps its separator, so that no line begins with one. */}
        {[
          farmText(order),
          dateText(createdAt),
          deliveryDate && m.orderDeliveredOn({ date: dateText(deliveryDate) }),
        ]
          .filter((part) => part !== null)
          .join('\u00a0· ')}
      </p>
      <div className="flex items-center gap-3">
        {lines.slice(0, PICTURES_MAX).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a product may be there twice, and the lines never change places
          <div key={index} className="size-12 shrink-0 overflow-hidden rounded-field bg-sunk">
            <ProductPicture product={pictured(line)} sizes="3rem" />
          </div>
        ))}
        <p className="line-clamp-2 min-w-0 wrap-anywhere leading-snug">
          {lines.map((line) => `${productNameText(line)} (${packedText(line)})`).join(', ')}
        </p>
      </div>
      {/* A completed order's badge already says it. */}
      {!isCompleted(order.status) && (
        <p className="text-muted text-sm">{statusTexts[order.status].meaning(order)}</p>
      )}
      {isEnded(order.status) && (
        <div className="relative">
          <OrderAgain order={order} />
        </div>
      )}
    </li>
  );
}
