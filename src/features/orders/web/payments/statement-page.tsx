import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { loadFailureText } from '#farms/web/farmer-data.ts';
import type { PaymentMethod } from '#orders/rules/order-facts.ts';
import { exactMoneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { type SavedFile, saveFile } from '#ui/browser/device.ts';
import { TabHeading } from '#ui/dashboard-tab.tsx';
import { DisclosureMenu } from '#ui/disclosure-menu.tsx';
import { Button, buttonClass, Card, classNames, Skeleton, Spinner } from '#ui/elements.tsx';
import { EmptyState, Notice, QueryView } from '#ui/feedback.tsx';
import { SelectField } from '#ui/field.tsx';
import { dateText, dayText } from '#ui/format.ts';
import { showToast } from '#ui/show-toast.ts';
import { fetchFile } from '#web/fetch-file.ts';
import { PaperFoot, PaperHead } from '#web/page-frame.tsx';
import { failureText } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { paymentMethodLabels, paymentStateLabels } from '../order-texts.ts';
import { latestMonths, monthText } from './months.ts';

export function StatementPage({ month }: { month: string }) {
  const statement = useStatement(month);
  return (
    <>
      <PaperHead />
      <Link
        to="/farmer/dashboard"
        search={{ tab: 'payments' }}
        className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold text-leaf no-underline hover:underline print:hidden"
      >
        <ArrowLeft className="size-5" />
        {m.statementBack()}
      </Link>
      <TabHeading
        title={m.statementTitle({ month: monthText(month) })}
        lead={m.statementMade({ date: dateText(new Date().toISOString()) })}
      >
        <Button className="print:hidden" onClick={() => print()}>
          <Printer className="size-5" />
          {m.statementPrint()}
        </Button>
      </TabHeading>
      <QueryView
        query={statement}
        skeleton={<Skeleton className="h-96" />}
        errorText={loadFailureText(statement.error)}
      >
        {(found) => <StatementSheet statement={found} />}
      </QueryView>
      <PaperFoot />
    </>
  );
}

function StatementSheet({ statement: { payments, sums, isWhole } }: { statement: Statement }) {
  const figures: [string, string][] = [
    [m.statementCount(), String(sums.count)],
    [m.paymentsReceived(), exactMoneyText(sums.received)],
    // A non-breaking hyphen keeps M-Pesa on one line.
    [m.statementMpesa().replace('-', '\u2011'), exactMoneyText(sums.mpesa)],
    [m.statementCash(), exactMoneyText(sums.cash)],
    [m.statementRefunded(), exactMoneyText(sums.refunded)],
    [m.statementPaidOut(), exactMoneyText(sums.paidOut)],
  ];
  return (
    <Card className="grid gap-6 print:border-0 print:p-0">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="wrap-anywhere text-muted text-sm">{name}</dt>
            <dd className="font-bold tabular-nums sm:text-lg">{value}</dd>
          </div>
        ))}
      </dl>
      {!isWhole && <Notice type="info">{m.statementCut()}</Notice>}
      {payments.length === 0 ? (
        <EmptyState picture="orders" title={m.statementEmpty()} />
      ) : (
        <StatementTable payments={payments} />
      )}
    </Card>
  );
}

const head =
  'border-line border-b py-2 pr-2 text-left font-semibold text-muted last:pr-0 last:text-right sm:pr-3';
const cell = 'border-line border-b py-2 pr-2 sm:pr-3 align-top last:pr-0 last:text-right';

function StatementTable({ payments }: { payments: readonly FarmerPayment[] }) {
  return (
    <table className="w-full border-separate border-spacing-0 text-xs sm:text-sm">
      <caption className="sr-only">{m.farmTabPayments()}</caption>
      <thead>
        <tr>
          <th className={head}>{m.orderColumnDate()}</th>
          <th className={head}>{m.orderColumnBuyer()}</th>
          <th className={head}>{m.paymentColumnMethod()}</th>
          <th className={head}>{m.orderColumnAmount()}</th>
        </tr>
      </thead>
      <tbody>
        {payments.map(({ id, orderId, date, buyerName, method, receipt, amount, status }) => (
          <tr key={id} className="break-inside-avoid">
            <td className={`${cell} sm:whitespace-nowrap`}>{dayText(date)}</td>
            <td className={cell}>
              {/* A long name breaks anywhere, so that the table fits a phone. */}
              <span className="block min-w-15 wrap-anywhere">
                {buyerName || m.orderBuyerGone()}
              </span>
              <span className="block text-muted">{m.orderNumber({ id: orderId })}</span>
            </td>
            <td className={cell}>
              <MethodName method={method} />
              {receipt && <span className="block wrap-anywhere text-muted">{receipt}</span>}
            </td>
            <td className={`${cell} tabular-nums`}>
              {exactMoneyText(amount)}
              {status !== 'received' && (
                <span className="block text-muted">{paymentStateLabels[status]()}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ExportMenu() {
  const { client } = trpc.useUtils();
  const months = latestMonths();
  const [month, setMonth] = useState(months[0] ?? '');
  const saving = useMutation({
    mutationFn: async (fetchOne: () => Promise<SavedFile>) => saveFile(await fetchOne()),
    onError: (error) => showToast('error', error.message),
  });
  const csvFile = (query: Promise<{ csv: string; name: string }>): Promise<SavedFile> =>
    query.then(
      ({ csv, name }) => ({ name, type: 'text/csv;charset=utf-8', content: csv }),
      (error: unknown) => {
        throw new Error(failureText(error, m.ordersExportFailed()));
      },
    );
  const report = async (): Promise<SavedFile> => ({
    name: `sokoshamba-payments-${month}.pdf`,
    type: 'application/pdf',
    content: await fetchFile(
      `/api/farmer/payments/report.pdf?month=${month}`,
      m.ordersExportFailed(),
    ),
  });
  const books = (kind: 'sales' | 'payouts') => () =>
    csvFile(client.farmer.books.export.query({ month, kind }));
  const table = () => csvFile(client.farmer.payments.export.query({ month }));
  return (
    <DisclosureMenu
      buttonClassName={buttonClass({ variant: 'secondary', size: 'small' })}
      panelClassName="right-0 mt-2 grid w-72 gap-1 p-3"
      button={
        <>
          {saving.isPending ? <Spinner /> : <Download className="size-5" />}
          {m.ordersExport()}
        </>
      }
    >
      <SelectField
        label={m.statementMonth()}
        value={month}
        onChange={({ target }) => setMonth(target.value)}
        options={months.map((value) => ({ value, label: monthText(value) }))}
        className="mb-1 w-full"
      />
      <Choice label={m.statementOpen()} onChoose={() => saving.mutate(report)} />
      <Link
        to="/farmer/dashboard"
        search={{ tab: 'payments', month }}
        className={classNames(buttonClass({ variant: 'quiet' }), choice)}
      >
        {m.statementShow()}
      </Link>
      <Choice label={m.statementTable()} onChoose={() => saving.mutate(table)} />
      <p className="mt-2 px-3 text-muted text-sm">{m.booksTitle()}</p>
      <Choice label={m.booksSales()} onChoose={() => saving.mutate(books('sales'))} />
      <Choice label={m.booksPayouts()} onChoose={() => saving.mutate(books('payouts'))} />
    </DisclosureMenu>
  );
}

const choice = 'justify-start! w-full px-3! text-left!';

const Choice = ({ label, onChoose }: { label: string; onChoose: () => void }) => (
  <Button variant="quiet" className={choice} onClick={onChoose}>
    {label}
  </Button>
);

export function MethodName({ method }: { method: PaymentMethod }) {
  return (
    <span className={method === 'M-Pesa' ? 'whitespace-nowrap' : undefined}>
      {paymentMethodLabels[method]()}
    </span>
  );
}

export const usePayments = () =>
  trpc.farmer.payments.list.useInfiniteQuery(
    {},
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
    },
  );
export type FarmerPayment = NonNullable<
  ReturnType<typeof usePayments>['data']
>['pages'][number]['payments'][number];

export const usePaymentFigures = () => trpc.farmer.payments.summary.useQuery();
export type PaymentFigures = NonNullable<ReturnType<typeof usePaymentFigures>['data']>;

const useStatement = (month: string) => trpc.farmer.payments.statement.useQuery({ month });
type Statement = NonNullable<ReturnType<typeof useStatement>['data']>;
