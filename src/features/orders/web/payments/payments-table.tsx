import { Link } from '@tanstack/react-router';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { dateText } from '#platform/web/ui/format/date-text.ts';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import {
  paymentStateLabels,
  paymentStateTones,
  payoutStatusLabels,
  payoutStatusTones,
} from '../order-texts.ts';
import { MethodName } from './method-name.tsx';
import type { FarmerPayment } from './use-payments.ts';

const columns = (): Column<FarmerPayment>[] => [
  {
    key: 'payment',
    header: m.paymentColumnPayment(),
    isTitle: true,
    cell: ({ id, orderId }) => (
      <>
        #{id}
        <Link
          to="/farmer/dashboard"
          search={{ tab: 'orders', order: orderId }}
          className="link flex min-h-11 items-center whitespace-nowrap font-normal text-sm md:min-h-6"
        >
          {m.paymentOfOrder({ id: orderId })}
        </Link>
      </>
    ),
  },
  {
    key: 'buyer',
    header: m.orderColumnBuyer(),
    cell: ({ buyerName }) => (
      <span className="wrap-anywhere block md:min-w-28">{buyerName || m.orderBuyerGone()}</span>
    ),
  },
  {
    key: 'amount',
    header: m.orderColumnAmount(),
    isNumeric: true,
    cell: ({ amount }) => (
      <span className="whitespace-nowrap font-semibold">{moneyText(amount)}</span>
    ),
  },
  {
    key: 'method',
    header: m.paymentColumnMethod(),
    cell: ({ method, receipt }) => (
      <>
        <MethodName method={method} />
        {receipt && <span className="block text-muted text-sm">{receipt}</span>}
      </>
    ),
  },
  {
    key: 'date',
    header: m.orderColumnDate(),
    cell: ({ date }) => <span className="whitespace-nowrap">{dateText(date)}</span>,
  },
  {
    key: 'status',
    header: m.orderColumnStatus(),
    cell: ({ status }) => (
      <Badge tone={paymentStateTones[status]}>{paymentStateLabels[status]()}</Badge>
    ),
  },
  {
    key: 'payout',
    header: m.paymentColumnPayout(),
    cell: (payment) => <PayoutCell payment={payment} />,
  },
];

/** The buyers' payments, and their payouts. */
export function PaymentsTable({ payments }: { payments: readonly FarmerPayment[] }) {
  return (
    <div className="md:overflow-x-auto md:rounded-card md:border md:border-line md:bg-card">
      <DataTable
        caption={m.farmTabPayments()}
        columns={columns()}
        rows={payments}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

/** Cash is already with the farmer. */
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
