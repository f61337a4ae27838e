import { Download, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { latestMonths, monthText } from '#orders/web/payments/months.ts';
import { failureText } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { m } from '#text';
import { saveFile } from '#ui/browser/device.ts';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { QueryView } from '#ui/feedback/query-view.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Button } from '#ui/form/button.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { SettingsRow } from '#ui/layout/settings-row.tsx';
import type { LeftOutReason } from '../rules.ts';

export function InvoicesRow() {
  return (
    <SettingsRow Icon={ReceiptText} title={m.invoicesTitle()}>
      <Invoices />
    </SettingsRow>
  );
}

function Invoices() {
  const months = latestMonths();
  const [month, setMonth] = useState(months[0] ?? '');
  const { buyer } = trpc.useUtils();
  const found = trpc.buyer.invoices.get.useQuery({ month });
  const issue = trpc.buyer.invoices.issue.useMutation({
    onSuccess: ({ csv, name, ...answer }) => {
      buyer.invoices.get.setData({ month }, answer);
      saveFile({ name, type: 'text/csv;charset=utf-8', content: csv });
    },
    onError: (error) => showToast('error', failureText(error, m.ordersExportFailed())),
  });
  return (
    <>
      <p className="text-muted">{m.invoicesText()}</p>
      <SelectField
        label={m.statementMonth()}
        value={month}
        onChange={({ target }) => setMonth(target.value)}
        options={months.map((value) => ({ value, label: monthText(value) }))}
      />
      <QueryView
        query={found}
        skeleton={<Skeleton className="h-24" />}
        errorText={m.ordersExportFailed()}
      >
        {(data) => (
          <MonthOfInvoices
            data={data}
            isBusy={issue.isPending}
            onIssue={() => issue.mutate({ month })}
          />
        )}
      </QueryView>
    </>
  );
}

type MonthProps = {
  data: {
    invoices: readonly unknown[];
    readyCount: number;
    leftOut: readonly { orderId: number; farmName: string; reason: LeftOutReason }[];
  };
  isBusy: boolean;
  onIssue: () => void;
};

const reasonTexts: Record<LeftOutReason, () => string> = {
  notAgreed: m.invoiceNotAgreed,
  accountGone: m.invoiceAccountGone,
  mayStillChange: m.invoiceMayChange,
};

function MonthOfInvoices({ data: { invoices, readyCount, leftOut }, isBusy, onIssue }: MonthProps) {
  const figures: [string, number][] = [
    [m.invoicesNumbered(), invoices.length],
    [m.invoicesReady(), readyCount],
    [m.invoicesLeftOut(), leftOut.length],
  ];
  const isEmpty = invoices.length === 0 && readyCount === 0;
  if (isEmpty && leftOut.length === 0) return <p>{m.invoicesNone()}</p>;
  return (
    <>
      <dl className="divide-y divide-line rounded-field bg-sunk px-3">
        {figures.map(([name, count]) => (
          <div key={name} className="flex items-baseline justify-between gap-3 py-1.5">
            <dt className="text-muted">{name}</dt>
            <dd className="font-bold text-lg tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
      {leftOut.length > 0 && (
        <ul className="grid gap-1 text-muted text-sm">
          {leftOut.map(({ orderId, farmName, reason }) => (
            <li key={orderId}>
              {m.invoiceLeftOut({
                id: orderId,
                farm: farmName || m.invoiceFarmGone(),
                reason: reasonTexts[reason](),
              })}
            </li>
          ))}
        </ul>
      )}
      {!isEmpty && (
        <Button className="justify-self-start" isBusy={isBusy} onClick={onIssue}>
          <Download aria-hidden="true" className="size-5" />
          {readyCount > 0 ? m.invoicesIssue() : m.invoicesAgain()}
        </Button>
      )}
    </>
  );
}
