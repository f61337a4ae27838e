import type { ReactNode } from 'react';
import { isToAnswer } from '#features/orders/rules/order-facts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { LazyAskForPush, LazyOfferInstall } from '#platform/web/shell/lazy-ask-for-push.tsx';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { EmptyState } from '#platform/web/ui/feedback/state-message.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useOrderChanges } from '../use-order-changes.ts';
import { OrderCard } from './order-card.tsx';

type OrdersTabProps = {
  onContinue: () => void;
  /** Above the list. */
  head?: ReactNode;
};

/** The buyer's orders, newest first, kept up to date while they are on screen. */
export function OrdersTab({ onContinue, head }: OrdersTabProps) {
  const cache = trpc.useUtils();
  const list = trpc.buyer.orders.list.useInfiniteQuery(
    {},
    { getNextPageParam: ({ nextCursor }) => nextCursor, retry: retryUnlessRefused },
  );
  useOrderChanges('buyer', () => void cache.buyer.orders.invalidate());
  return (
    <QueryView query={list} skeleton={<OrdersSkeleton />} errorText={m.ordersLoadFailed()}>
      {({ pages }) => {
        const orders = pages.flatMap((page) => page.orders);
        if (orders.length === 0) return <NoOrders onContinue={onContinue} />;
        return (
          <div className="mx-auto grid max-w-page gap-6">
            <h2 className="sr-only">{m.tabOrders()}</h2>
            {head}
            {orders.some(({ status }) => isToAnswer(status)) && (
              <LazyAskForPush instead={<LazyOfferInstall />} />
            )}
            <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
              {orders.map((order) => (
                <OrderCard key={order.id} order={order} />
              ))}
            </ul>
            {list.hasNextPage && (
              <Button
                variant="secondary"
                className="justify-self-center"
                isBusy={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {m.ordersMore()}
              </Button>
            )}
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
    text={m.ordersEmptyText()}
    action={<Button onClick={onContinue}>{m.cartContinue()}</Button>}
  />
);

const OrdersSkeleton = () => (
  <div className="grid gap-4 lg:grid-cols-2">
    <Skeleton className="h-44 rounded-card!" />
    <Skeleton className="h-44 rounded-card!" />
  </div>
);
