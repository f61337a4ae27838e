import { Link } from '@tanstack/react-router';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { type Month, monthInNairobi, monthsAfter } from '#platform/rules/day.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { getLocale } from '#platform/rules/text/compiled/runtime.js';
import { failureText } from '#platform/web/client/failure.ts';
import { fetchFile } from '#platform/web/client/fetch-file.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { saveFile } from '#platform/web/ui/browser/save-file.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

/** A month's payments to keep: a report, a page to print, or a spreadsheet file. */
export function StatementCard() {
  const { client } = trpc.useUtils();
  const months = latestMonths();
  const [month, setMonth] = useState(months[0] ?? '');
  const [isBusy, setIsBusy] = useState(false);
  const [isReportBusy, setIsReportBusy] = useState(false);

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
    </Card>
  );
}

/** "November 2026" */
export const monthText = (month: Month): string =>
  new Intl.DateTimeFormat(getLocale() === 'sw' ? 'sw-KE' : 'en-KE', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-15T00:00:00Z`));

const MONTHS_SHOWN = 24;

/** The current month and the ones before it, newest first. */
function latestMonths(): Month[] {
  const now = monthInNairobi(new Date());
  return Array.from({ length: MONTHS_SHOWN }, (_, back) => monthsAfter(now, -back));
}
