import { m } from '#shared/text/compiled/messages.js';
import { dashboardRoute } from '#web/features/dashboard/dashboard-search.ts';
import { TabHeading } from '#web/features/dashboard/tab-heading.tsx';
import { loadFailureText, useRefreshOrders, useRetryAll } from '#web/features/dashboard/use-dashboard-data.ts';
import { useOrderChanges } from '#web/features/orders/use-order-changes.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/state-message.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PaymentFigures } from './payment-figures.tsx';
import { PaymentsTable } from './payments-table.tsx';
import { StatementCard } from './statement-card.tsx';
import { StatementPage } from './statement-page.tsx';
import { usePaymentFigures, usePayments } from './use-payments.ts';

/** What was paid, what is still to come, and a monthly statement to print. */
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
