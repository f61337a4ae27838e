import { Link } from '@tanstack/react-router';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { failureText } from '#platform/web/client/failure.ts';
import { fetchFile } from '#platform/web/client/fetch-file.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { saveFile } from '#platform/web/ui/browser/save-file.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { latestMonths, monthText } from './months.ts';

const books = [
  { kind: 'sales', label: m.booksSales },
  { kind: 'payouts', label: m.booksPayouts },
] as const;

/**
 * A month's payments to keep: a report, a page to print, a spreadsheet file, or files for an
 * accounting program.
 */
export function StatementCard() {
  const { client } = trpc.useUtils();
  const months = latestMonths();
  const [month, setMonth] = useState(months[0] ?? '');
  const [isBusy, setIsBusy] = useState(false);
  const [isReportBusy, setIsReportBusy] = useState(false);
  const [busyBooks, setBusyBooks] = useState<'sales' | 'payouts' | null>(null);

  async function saveReport() {
    setIsReportBusy(true);
    try {
      const content = await fetchFile(
        `/api/farmer/payments/report.pdf?month=${month}`,
        m.ordersExportFailed(),
      );
      saveFile({ name: `sokoshamba-payments-${month}.pdf`, type: 'application/pdf', content });
    } catch (error) {
      showToast('error', error instanceof Error ? error.message : m.ordersExportFailed());
    }
    setIsReportBusy(false);
  }

  async function save() {
    setIsBusy(true);
    try {
      const { csv, name } = await client.farmer.payments.export.query({ month });
      saveFile({ name, type: 'text/csv;charset=utf-8', content: csv });
    } catch (error) {
      showToast('error', failureText(error, m.ordersExportFailed()));
    }
    setIsBusy(false);
  }

  async function saveBooks(kind: 'sales' | 'payouts') {
    setBusyBooks(kind);
    try {
      const { csv, name } = await client.farmer.books.export.query({ month, kind });
      saveFile({ name, type: 'text/csv;charset=utf-8', content: csv });
    } catch (error) {
      showToast('error', failureText(error, m.ordersExportFailed()));
    }
    setBusyBooks(null);
  }

  return (
    <Card className="mb-6 grid gap-4">
      <div>
        <h2 className="font-bold text-xl">{m.statementCardTitle()}</h2>
        <p className="text-muted">{m.statementCardText()}</p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={m.statementMonth()}
          value={month}
          onChange={({ target }) => setMonth(target.value)}
          options={months.map((value) => ({ value, label: monthText(value) }))}
          className="max-sm:w-full sm:w-60"
        />
        <Button isBusy={isReportBusy} onClick={saveReport}>
          <FileText aria-hidden="true" className="size-5" />
          {m.statementOpen()}
        </Button>
        <Link
          to="/farmer/dashboard"
          search={{ tab: 'payments', month }}
          className={buttonClass({ variant: 'secondary' })}
        >
          {m.statementShow()}
        </Link>
        <Button variant="secondary" isBusy={isBusy} onClick={save}>
          <Download aria-hidden="true" className="size-5" />
          {m.ordersExport()}
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t pt-3">
        <p className="font-semibold max-sm:w-full">{m.booksTitle()}</p>
        {books.map(({ kind, label }) => (
          <Button
            key={kind}
            variant="secondary"
            size="small"
            isBusy={busyBooks === kind}
            onClick={() => saveBooks(kind)}
          >
            <Download aria-hidden="true" className="size-4.5" />
            {label()}
          </Button>
        ))}
      </div>
    </Card>
  );
}
