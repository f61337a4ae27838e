import { useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { type DashboardSearch, dashboardRoute } from '#web/features/dashboard/dashboard-search.ts';
import { TabHeading } from '#web/features/dashboard/tab-heading.tsx';
import { loadFailureText, useRefreshOrders, useRetryAll } from '#web/features/dashboard/use-dashboard-data.ts';
import { useOrderChanges } from '#web/features/orders/use-order-changes.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/state-message.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ExportOrders } from './export-orders.tsx';
import { OrderDetails } from './order-details.tsx';
import { OrderStep } from './order-step.tsx';
import { OrdersFilter } from './orders-filter.tsx';
import { OrdersTable } from './orders-table.tsx';
import { type FarmerOrder, type FarmerStep, statusIn, useOrders } from './use-orders.ts';

/** The orders from buyers, and every step that the farmer can take with them. */
export function OrdersTab() {
  const { status, order: openId } = dashboardRoute.useSearch();
  const navigate = dashboardRoute.useNavigate();
  const orders = useOrders(statusIn(status));
  const retryAll = useRetryAll();
  const refresh = useRefreshOrders();
  const [step, setStep] = useState<{ order: FarmerOrder; step: FarmerStep } | null>(null);
  useOrderChanges('farmer', () => void refresh());

  const show = (order: DashboardSearch['order']) =>
    // Replaces the history entry, because the dialog itself makes Back close it.
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
          // The order as it is now: after a wrong code one try fewer is left.
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
