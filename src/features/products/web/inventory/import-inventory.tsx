import { Upload } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useEffect, useRef } from 'react';
import { BODY_MAX_BYTES } from '#platform/rules/limits.ts';
import {
  type InventoryCounts,
  type InventoryProblem,
  readInventory,
} from '#products/rules/inventory-csv.ts';
import { BULK_LINES_MAX } from '#products/rules/limits.ts';
import { m } from '#text';
import { Notice } from '#ui/feedback/notice.tsx';
import { Button } from '#ui/form/button.tsx';
import type { OwnProduct } from '../use-own-products.ts';

export type ImportReport = InventoryCounts | { outcome: 'tooLarge' };

type ImportInventoryProps = {
  products: readonly OwnProduct[];
  onCounts: (file: Extract<InventoryCounts, { outcome: 'read' }>) => void;
  onReport: (report: ImportReport) => void;
};

/** Opens the file in the grid, where it can be reviewed before saving. */
export function ImportInventory({ products, onCounts, onReport }: ImportInventoryProps) {
  const input = useRef<HTMLInputElement>(null);

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    target.value = '';
    if (file.size > BODY_MAX_BYTES) return onReport({ outcome: 'tooLarge' });
    const counts = readInventory(await file.text(), new Set(products.map(({ id }) => id)));
    onReport(counts);
    if (counts.outcome === 'read' && counts.counts.size > 0) onCounts(counts);
  }

  return (
    <>
      <Button variant="quiet" size="small" onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" className="size-5" />
        {m.csvImport()}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label={m.csvImport()}
        tabIndex={-1}
        className="hidden"
        onChange={read}
      />
    </>
  );
}

const problemTexts: Record<InventoryProblem, () => string> = {
  idMissing: m.csvIdMissing,
  unknownProduct: m.csvUnknownProduct,
  repeated: m.csvRepeated,
  quantityInvalid: m.quantityInvalid,
  tooMany: () => m.csvTooMany({ count: BULK_LINES_MAX }),
};

const SHOWN_FAILURES = 20;

export function ImportReportNotice({ report }: { report: ImportReport }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Not behind the bar at the bottom of the screen.
    if (report) box.current?.scrollIntoView({ block: 'center' });
  }, [report]);
  return (
    <div ref={box}>
      <Report report={report} />
    </div>
  );
}

function Report({ report }: { report: ImportReport }) {
  if (report.outcome === 'tooLarge') return <Wide type="error">{m.errorPayloadTooLarge()}</Wide>;
  if (report.outcome === 'noColumns') return <Wide type="error">{m.csvNoColumns()}</Wide>;
  const { counts, failed } = report;
  return (
    <Wide type={importTone(report)}>
      <p>{m.csvRead({ count: counts.size })}</p>
      {failed.length > 0 && (
        <>
          <p className="mt-2">{m.csvFailed({ count: failed.length })}</p>
          <ul className="mt-1 list-disc pl-5 font-normal">
            {failed.slice(0, SHOWN_FAILURES).map(({ line, problem, text }) => (
              <li key={line} className="break-words">
                {m.csvLine({ line, text })}: {problemTexts[problem]()}
              </li>
            ))}
          </ul>
          {failed.length > SHOWN_FAILURES && (
            <p>{m.csvMoreFailed({ count: failed.length - SHOWN_FAILURES })}</p>
          )}
        </>
      )}
    </Wide>
  );
}

function importTone({ counts, failed }: Extract<InventoryCounts, { outcome: 'read' }>) {
  if (failed.length === 0) return 'success';
  return counts.size > 0 ? 'info' : 'error';
}

function Wide({ type, children }: { type: 'error' | 'success' | 'info'; children: ReactNode }) {
  return (
    <Notice type={type} className="w-full">
      {children}
    </Notice>
  );
}
