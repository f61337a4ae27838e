import { Upload } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { type InventoryCounts, type InventoryProblem, readInventory } from '#shared/inventory-csv.ts';
import { BODY_MAX_BYTES, BULK_LINES_MAX } from '#shared/limits.ts';
import { m } from '#shared/text/compiled/messages.js';
import type { OwnProduct } from '#web/features/dashboard/use-own-products.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/form/button.tsx';

type ImportInventoryProps = {
  products: readonly OwnProduct[];
  onCounts: (file: Extract<InventoryCounts, { outcome: 'read' }>) => void;
};

/** Reads a spreadsheet file into the grid, where it can be reviewed before saving, and reports the lines it could not use. */
export function ImportInventory({ products, onCounts }: ImportInventoryProps) {
  const input = useRef<HTMLInputElement>(null);
  const [report, setReport] = useState<InventoryCounts | { outcome: 'tooLarge' } | null>(null);

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    // Reset, so that choosing the same file again fires a change.
    target.value = '';
    if (file.size > BODY_MAX_BYTES) return setReport({ outcome: 'tooLarge' });
    const counts = readInventory(await file.text(), new Set(products.map(({ id }) => id)));
    setReport(counts);
    if (counts.outcome === 'read' && counts.counts.size > 0) onCounts(counts);
  }

  return (
    <>
      <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
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
      {report && <Report report={report} />}
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

function Report({ report }: { report: InventoryCounts | { outcome: 'tooLarge' } }) {
  if (report.outcome === 'tooLarge') return <Wide type="error">{m.csvTooLarge()}</Wide>;
  if (report.outcome === 'noColumns') return <Wide type="error">{m.csvNoColumns()}</Wide>;
  const { counts, failed } = report;
  return (
    <Wide type={failed.length > 0 ? 'error' : 'success'}>
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
          {failed.length > SHOWN_FAILURES && <p>{m.csvMoreFailed({ count: failed.length - SHOWN_FAILURES })}</p>}
        </>
      )}
    </Wide>
  );
}

function Wide({ type, children }: { type: 'error' | 'success'; children: ReactNode }) {
  return (
    <Notice type={type} className="w-full">
      {children}
    </Notice>
  );
}
