import { Download, IdCard, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { latestMonths, monthText } from '#orders/web/payments/months.ts';
import { m } from '#text';
import { saveFile } from '#ui/browser/device.ts';
import { Button, Skeleton } from '#ui/elements.tsx';
import { FormBanner, QueryView } from '#ui/feedback.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { dayText } from '#ui/format.ts';
import { SettingsRow } from '#ui/settings-row.tsx';
import { showToast } from '#ui/show-toast.ts';
import { failureText, readFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import type { LeftOutReason } from '../rules.ts';

export function InvoiceConsentRow() {
  const consent = trpc.farmer.books.consent.useQuery();
  const { farmer } = trpc.useUtils();
  const set = trpc.farmer.books.setConsent.useMutation({
    onSuccess: (saved) => {
      farmer.books.consent.setData(undefined, saved);
      showToast('success', m.consentSaved());
    },
  });
  if (!consent.data) return null;
  const { agreedAt, needsNationalId, invoices } = consent.data;
  const failure = set.error ? readFailure(set.error) : null;
  return (
    <SettingsRow
      Icon={IdCard}
      title={m.consentTitle()}
      value={agreedAt ? m.consentSince({ date: dayText(agreedAt) }) : m.consentNone()}
    >
      <p className="text-muted">{m.consentText()}</p>
      <p className="text-muted">{m.consentEnds()}</p>
      {agreedAt ? (
        <Button
          variant="secondary"
          className="justify-self-start"
          isBusy={set.isPending}
          onClick={() => set.mutate({ agrees: false })}
        >
          {m.consentStop()}
        </Button>
      ) : (
        <AgreeForm
          needsNationalId={needsNationalId}
          isBusy={set.isPending}
          error={failure?.fieldErrors?.nationalId}
          onAgree={(nationalId) => set.mutate({ agrees: true, nationalId })}
        />
      )}
      <FormBanner
        text={
          failure && !failure.fieldErrors?.nationalId ? (failure.message ?? m.saveFailed()) : null
        }
      />
      {invoices.length > 0 && (
        <div>
          <h3 className="mb-1 font-semibold">{m.consentNamed()}</h3>
          <ul className="grid gap-1 text-muted text-sm">
            {invoices.map(({ orderId, issuedAt, buyerName }) => (
              <li key={orderId}>
                {m.consentNamedLine({ buyer: buyerName, id: orderId, date: dayText(issuedAt) })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </SettingsRow>
  );
}

type AgreeFormProps = {
  needsNationalId: boolean;
  isBusy: boolean;
  error: string | undefined;
  onAgree: (nationalId: string | null) => void;
};

function AgreeForm({ needsNationalId, isBusy, error, onAgree }: AgreeFormProps) {
  const [nationalId, setNationalId] = useState('');
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    onAgree(nationalId.trim() || null);
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      {needsNationalId && (
        <TextField
          label={m.nationalIdLabel()}
          inputMode="numeric"
          autoComplete="off"
          value={nationalId}
          error={error}
          onChange={({ target }) => setNationalId(target.value)}
        />
      )}
      <Button type="submit" className="justify-self-start" isBusy={isBusy}>
        {m.consentAgree()}
      </Button>
    </form>
  );
}

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
          <Download className="size-5" />
          {readyCount > 0 ? m.invoicesIssue() : m.invoicesAgain()}
        </Button>
      )}
    </>
  );
}
