import { Link } from '@tanstack/react-router';
import { usePhone } from '#accounts/web/use-phone.ts';
import {
  loadFailureText,
  useOverview,
  useRefreshOrders,
  useRetryAll,
} from '#farms/web/farmer-data.ts';
import { ProductsLink } from '#products/web/products-link.tsx';
import { figureText, moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { Figure, Figures, TabHeading } from '#ui/dashboard-tab.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Card, Skeleton } from '#ui/elements.tsx';
import { Badge, EmptyState, MoreButton, Notice, QueryView } from '#ui/feedback.tsx';
import { dateText } from '#ui/format.ts';
import { dashboardRoute } from '#web/dashboard-search.ts';
import {
  paymentStateLabels,
  paymentStateTones,
  payoutStatusLabels,
  payoutStatusTones,
} from '../order-texts.ts';
import { useOrderChanges } from '../use-order-changes.ts';
import { EarningsCard } from './earnings-card.tsx';
import {
  ExportMenu,
  type FarmerPayment,
  MethodName,
  type PaymentFigures as PaymentSums,
  StatementPage,
  usePaymentFigures,
  usePayments,
} from './statement-page.tsx';

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
      <TabHeading title={m.farmTabPayments()} isCompact>
        {all && all.length > 0 && <ExportMenu />}
      </TabHeading>
      <QueryView
        query={{ ...figures, refetch: retryAll }}
        skeleton={<Skeleton className="mb-6 h-64" />}
        errorText={loadFailureText(figures.error)}
      >
        {(found) => (
          <div className="mb-5 grid gap-5 sm:mb-6">
            <UnverifiedNumber payoutsDue={found.payoutsDue} />
            {earnings?.some(({ amount }) => amount > 0) && <EarningsCard earnings={earnings} />}
            <PaymentFigures figures={found} />
          </div>
        )}
      </QueryView>
      <QueryView
        query={{ ...payments, data: all, refetch: retryAll }}
        skeleton={<Skeleton className="h-72" />}
        errorText={loadFailureText(payments.error)}
      >
        {(found) =>
          found.length === 0 ? (
            <Card>
              <EmptyState picture="orders" title={m.noPaymentsTitle()} action={<ProductsLink />} />
            </Card>
          ) : (
            <PaymentsTable payments={found} />
          )
        }
      </QueryView>
      <div className="mt-6 text-center empty:hidden">
        <MoreButton list={payments}>{m.paymentsMore()}</MoreButton>
      </div>
    </>
  );
}

const NON_BREAKING_HYPHEN = '\u2011';

function PaymentFigures({ figures }: { figures: PaymentSums }) {
  const { totalReceived, pendingAmount, pendingTransactions, mpesaTransactions, payoutsDue } =
    figures;
  return (
    <Figures>
      <Figure
        label={m.paymentsReceived()}
        value={moneyText(totalReceived)}
        note={trendText(figures.trendPercent)}
      />
      <Figure
        label={m.paymentsPending()}
        value={moneyText(pendingAmount)}
        note={
          pendingTransactions > 0
            ? m.paymentsPendingCount({ count: pendingTransactions })
            : undefined
        }
        isWarning={pendingTransactions > 0}
      />
      <Figure label={m.payoutsWaiting()} value={moneyText(payoutsDue)} />
      <Figure
        label={m.paymentsMpesa().replace('-', NON_BREAKING_HYPHEN)}
        value={figureText(mpesaTransactions)}
      />
    </Figures>
  );
}

function trendText(percent: number | null): string | undefined {
  if (percent === null) return undefined;
  if (percent === 0) return m.paymentsTrendSame();
  return percent > 0 ? m.paymentsTrendUp({ percent }) : m.paymentsTrendDown({ percent: -percent });
}

const columns = (): Column<FarmerPayment>[] => [
  {
    key: 'buyer',
    header: m.orderColumnBuyer(),
    isTitle: true,
    cell: ({ orderId, buyerName }) => (
      <>
        <span className="wrap-anywhere">{buyerName || m.orderBuyerGone()}</span>
        <span className="block whitespace-nowrap font-normal text-muted text-sm">
          <Link
            to="/farmer/dashboard"
            search={{ tab: 'orders', order: orderId }}
            className="link inline-flex min-h-11 items-center xl:min-h-0"
          >
            {m.orderNumber({ id: orderId })}
          </Link>
        </span>
      </>
    ),
  },
  {
    key: 'amount',
    header: m.orderColumnAmount(),
    cell: ({ amount, method, receipt }) => (
      <>
        <span className="whitespace-nowrap font-semibold tabular-nums">{moneyText(amount)}</span>
        <span className="block text-muted text-sm">
          <MethodName method={method} />
          {receipt && ` · ${receipt}`}
        </span>
      </>
    ),
  },
  {
    key: 'status',
    header: m.orderColumnStatus(),
    cell: ({ status, date }) => (
      <>
        <Badge tone={paymentStateTones[status]}>{paymentStateLabels[status]()}</Badge>
        <span className="block whitespace-nowrap text-muted text-sm">{dateText(date)}</span>
      </>
    ),
  },
  {
    key: 'payout',
    header: m.paymentColumnPayout(),
    cell: (payment) => <PayoutCell payment={payment} />,
  },
];

function PaymentsTable({ payments }: { payments: readonly FarmerPayment[] }) {
  return (
    <div className="xl:overflow-x-auto xl:rounded-card xl:border xl:border-line xl:bg-card">
      <DataTable
        caption={m.farmTabPayments()}
        columns={columns()}
        rows={payments}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

function PayoutCell({ payment: { method, payout } }: { payment: FarmerPayment }) {
  if (method === 'Cash on delivery') return <span className="text-muted">{m.paymentInHand()}</span>;
  if (!payout) return <span className="text-muted">–</span>;
  return (
    <>
      <Badge tone={payoutStatusTones[payout.status]}>{payoutStatusLabels[payout.status]()}</Badge>
      {payout.receipt && <span className="mt-0.5 block text-muted text-sm">{payout.receipt}</span>}
    </>
  );
}

export function UnverifiedNumber({ payoutsDue }: { payoutsDue: number }) {
  const { data: line } = usePhone();
  if (payoutsDue === 0 || !line?.isOffered || line.isVerified) return null;
  return (
    <Notice type="info">
      <p>{m.payoutsUnverified({ amount: moneyText(payoutsDue) })}</p>
      <Link
        to="/farmer/dashboard"
        search={{ tab: 'profile' }}
        hash="phone"
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {m.phoneVerifyTitle()}
      </Link>
    </Notice>
  );
}
