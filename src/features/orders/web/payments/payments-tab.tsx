import {
  loadFailureText,
  useOverview,
  useRefreshOrders,
  useRetryAll,
} from '#features/farms/web/farmer-data.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { dashboardRoute } from '#platform/web/shell/dashboard-search.ts';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { EmptyState } from '#platform/web/ui/feedback/state-message.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { TabHeading } from '#platform/web/ui/layout/tab-heading.tsx';
import { useOrderChanges } from '../use-order-changes.ts';
import { EarningsCard } from './earnings-card.tsx';
import { PaymentFigures } from './payment-figures.tsx';
import { PaymentsTable } from './payments-table.tsx';
import { StatementCard } from './statement-card.tsx';
import { StatementPage } from './statement-page.tsx';
import { UnverifiedNumber } from './unverified-number.tsx';
import { usePaymentFigures, usePayments } from './use-payments.ts';

/** The payments, or a monthly statement to print. */
export function PaymentsTab() {
  const { month } = dashboardRoute.useSearch();
  return month ? <StatementPage month={month} /> : <Payments />;
}

function Payments() {
  const figures = usePaymentFigures();
  const { earnings } = useOverview().data ?? {};
  const payments = usePayments();
  const retryAll = useRetryAll();
  const refresh = useRefreshOrders();
  useOrderChanges('farmer', () => void refresh());
  const all = payments.data?.pages.flatMap((page) => page.payments);
  return (
    <>
      <TabHeading title={m.farmTabPayments()} isCompact />
      <QueryView
        query={{ ...figures, refetch: retryAll }}
        skeleton={<Skeleton className="mb-6 h-64" />}
        errorText={loadFailureText(figures.error)}
      >
        {(found) => (
          <div className="mb-5 grid gap-5 sm:mb-6">
            <UnverifiedNumber payoutsDue={found.payoutsDue} />
            {earnings && <EarningsCard earnings={earnings} />}
            <PaymentFigures figures={found} />
          </div>
        )}
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
          <Button
            variant="secondary"
            isBusy={payments.isFetchingNextPage}
            onClick={() => void payments.fetchNextPage()}
          >
            {m.paymentsMore()}
          </Button>
        </div>
      )}
    </>
  );
}
