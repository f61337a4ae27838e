import { m } from '#shared/text/compiled/messages.js';
import { useOrderChanges } from '#web/orders/use-order-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryView } from '#web/ui/query-view.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { dashboardRoute } from './dashboard-route.ts';
import { PaymentFigures } from './payments/payment-figures.tsx';
import { PaymentsTable } from './payments/payments-table.tsx';
import { StatementCard } from './payments/statement-card.tsx';
import { StatementPage } from './payments/statement-page.tsx';
import { usePaymentFigures, usePayments } from './payments/use-payments.ts';
import { TabHeading } from './tab-heading.tsx';
import { loadFailureText } from './use-dashboard-data.ts';
import { useRefreshOrders } from './use-refresh-orders.ts';
import { useRetryAll } from './use-retry-all.ts';

/** What was paid and what is still to come; a month of it to print. */
export function PaymentsTab() {
  const { month } = dashboardRoute.useSearch();
  return month ? <StatementPage month={month} /> : <Payments />;
}

function Payments() {
  const figures = usePaymentFigures();
  const payments = usePayments();
  const retryAll = useRetryAll();
  const refresh = useRefreshOrders();
  useOrderChanges('farmer', () => void refresh());
  const all = payments.data?.pages.flatMap((page) => page.payments);
  return (
    <>
      <TabHeading title={m.farmTabPayments()} lead={m.paymentsLead()} />
      <QueryView
        query={{ ...figures, refetch: retryAll }}
        skeleton={<Skeleton className="mb-6 h-64" />}
        errorText={loadFailureText(figures.error)}
      >
        {(found) => <PaymentFigures figures={found} />}
      </QueryView>
      <StatementCard />
      <QueryView
        query={{ ...payments, data: all, refetch: retryAll }}
        skeleton={<Skeleton className="h-72" />}
        errorText={loadFailureText(payments.error)}
      >
        {(found) =>
          found.length === 0 ? (
            <Card>
              <EmptyState picture="orders" title={m.noPaymentsTitle()} text={m.noPaymentsText()} />
            </Card>
          ) : (
            <PaymentsTable payments={found} />
          )
        }
      </QueryView>
      {payments.hasNextPage && (
        <div className="mt-6 text-center">
          <Button variant="secondary" isBusy={payments.isFetchingNextPage} onClick={() => void payments.fetchNextPage()}>
            {m.paymentsMore()}
          </Button>
        </div>
      )}
    </>
  );
}
