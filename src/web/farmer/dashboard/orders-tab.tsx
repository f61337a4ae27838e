import { useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { useOrderChanges } from '#web/orders/use-order-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryView } from '#web/ui/query-view.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { dashboardRoute } from './dashboard-route.ts';
import type { DashboardSearch } from './dashboard-search.ts';
import { ExportOrders } from './orders/export-orders.tsx';
import { OrderDetails } from './orders/order-details.tsx';
import { OrderStep } from './orders/order-step.tsx';
import { OrdersFilter } from './orders/orders-filter.tsx';
import { OrdersTable } from './orders/orders-table.tsx';
import { type FarmerOrder, type FarmerStep, statusIn, useOrders } from './orders/use-orders.ts';
import { TabHeading } from './tab-heading.tsx';
import { loadFailureText } from './use-dashboard-data.ts';
import { useRefreshOrders } from './use-refresh-orders.ts';
import { useRetryAll } from './use-retry-all.ts';

/** What buyers have ordered, and every step that the farmer takes with it. */
export function OrdersTab() {
  const { status, order: openId } = dashboardRoute.useSearch();
  const navigate = dashboardRoute.useNavigate();
  const orders = useOrders(statusIn(status));
  const retryAll = useRetryAll();
  const refresh = useRefreshOrders();
  const [step, setStep] = useState<{ order: FarmerOrder; step: FarmerStep } | null>(null);
  useOrderChanges('farmer', () => void refresh());

  const show = (order: DashboardSearch['order']) =>
    // Replaced, because the dialog itself turns Back into closing it.
    void navigate({
      search: ({ order: _, ...rest }) => ({ ...rest, ...(order && { order }) }),
      replace: true,
      resetScroll: false,
    });
  const all = orders.data?.pages.flatMap((page) => page.orders);
  return (
    <>
      <TabHeading title={m.farmTabOrders()} lead={m.ordersLead()} />
      <div className="mb-4 flex items-center justify-between gap-3">
        <OrdersFilter />
        <ExportOrders status={status} />
      </div>
      <QueryView
        query={{ ...orders, data: all, refetch: retryAll }}
        skeleton={<Skeleton className="h-96" />}
        errorText={loadFailureText(orders.error)}
      >
        {(found) =>
          found.length === 0 ? (
            <NoOrders isFiltered={statusIn(status) !== undefined} />
          ) : (
            <OrdersTable orders={found} onOpen={({ id }) => show(id)} onStep={(order, next) => setStep({ order, step: next })} />
          )
        }
      </QueryView>
      {orders.hasNextPage && (
        <div className="mt-6 text-center">
          <Button variant="secondary" isBusy={orders.isFetchingNextPage} onClick={() => void orders.fetchNextPage()}>
            {m.ordersMore()}
          </Button>
        </div>
      )}
      {openId !== undefined && (
        <OrderDetails orderId={openId} onClose={() => show(undefined)} onStep={(order, next) => setStep({ order, step: next })} />
      )}
      {step && (
        <OrderStep
          // The order as it is now: after a wrong code there is one try less.
          order={all?.find(({ id }) => id === step.order.id) ?? step.order}
          step={step.step}
          onClose={() => setStep(null)}
        />
      )}
    </>
  );
}

function NoOrders({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Card>
      {isFiltered ? (
        <EmptyState picture="orders" title={m.ordersNoneOfStatus()} />
      ) : (
        <EmptyState picture="orders" title={m.noOrdersTitle()} text={m.noOrdersText()} />
      )}
    </Card>
  );
}
