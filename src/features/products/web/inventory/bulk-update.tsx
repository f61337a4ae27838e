import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  type InventoryCounts,
  type InventoryProblem,
  readInventory,
} from '#products/rules/inventory-csv.ts';
import { quantity as quantityRule } from '#products/rules/product.ts';
import { BULK_LINES_MAX } from '#products/rules/product-facts.ts';
import { BODY_MAX_BYTES } from '#rules/limits.ts';
import { m } from '#text';
import { Button } from '#ui/elements.tsx';
import { Notice } from '#ui/feedback.tsx';
import { useIsShown } from '#ui/screen-state.ts';
import { showToast } from '#ui/show-toast.ts';
import type { Entry } from '#web/offline/entry.ts';
import { saveChange } from '#web/offline/lazy-queue.ts';
import { failureText } from '#web/rpc.ts';
import { tabStore } from '#web/storage.ts';
import { type OwnProduct, useFreshQuantities } from '../use-own-products.ts';
import {
  countOf,
  isChanged,
  mergeQuantity,
  quantityEntry,
  type TypedQuantities,
  typedQuantities,
  withCounts,
  withFigures,
  withText,
} from './product-parts.tsx';

export function useBulkUpdate(products: readonly OwnProduct[]) {
  const { save, isSaving } = useSaveQuantities(products);
  const findQuantities = useFreshQuantities();
  const [typed, setTyped] = useTypedQuantities();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [banner, setBanner] = useState<string | null>(null);
  const changed = products.filter(({ id }) => isChanged(typed, id));

  const change = (next: TypedQuantities | null) => {
    setTyped(next);
    setBanner(null);
  };

  async function saveAll() {
    if (!typed) return;
    const wrong = problemsOf(changed, typed);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) {
      setBanner(m.fixFieldsFirst());
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('[data-bulk][aria-invalid="true"]')?.focus(),
      );
      return;
    }
    const { saved, errors } = await save(linesOf(changed, typed));
    const left = Object.entries(typed).filter(([id]) => !saved.has(Number(id)));
    // Saved lines leave the grid; the others stay with the reason.
    const seen = errors.size > 0 ? await findQuantities([...errors.keys()]) : new Map();
    change(errors.size > 0 ? withFigures(Object.fromEntries(left), seen) : null);
    setProblems(
      Object.fromEntries(
        [...errors].map(([id, error]) => [id, failureText(error, m.saveFailed())]),
      ),
    );
    if (errors.size > 0) setBanner(m.bulkSomeFailed({ count: errors.size }));
  }

  return {
    isOpen: typed !== null,
    textOf: ({ id, quantity }: OwnProduct) => typed?.[id]?.text ?? String(quantity),
    problemOf: ({ id }: OwnProduct) => problems[id],
    changedCount: changed.length,
    banner,
    isSaving,
    open: () => change(typed ?? {}),
    close: () => {
      setProblems({});
      change(null);
    },
    type: (product: OwnProduct, text: string) => {
      setProblems(({ [product.id]: _, ...others }) => others);
      change(withText(typed ?? {}, product, text));
    },
    fill: (file: Parameters<typeof withCounts>[2]) =>
      change(withCounts(typed ?? {}, products, file)),
    saveAll,
  };
}

export type BulkUpdate = ReturnType<typeof useBulkUpdate>;

function problemsOf(
  products: readonly OwnProduct[],
  typed: TypedQuantities,
): Record<string, string> {
  const wrong = products.filter(
    ({ id }) => !quantityRule.safeParse(countOf(typed[id]?.text ?? '')).success,
  );
  return Object.fromEntries(wrong.map(({ id }) => [id, m.quantityInvalid()]));
}

const linesOf = (products: readonly OwnProduct[], typed: TypedQuantities): QuantityLine[] =>
  products.map(({ id, quantity }) => ({
    productId: id,
    quantity: countOf(typed[id]?.text ?? '') ?? 0,
    quantitySeen: typed[id]?.seen ?? quantity,
  }));

const KEY = 'draft:inventory';

function useTypedQuantities() {
  const [typed, setTyped] = useState<TypedQuantities | null>(() =>
    tabStore.readAs(KEY, typedQuantities),
  );
  const change = (next: TypedQuantities | null) => {
    setTyped(next);
    if (next) tabStore.writeJson(KEY, next);
    else tabStore.write(KEY, null);
  };
  return [typed, change] as const;
}

type QuantityLine = { productId: number; quantity: number; quantitySeen: number };

type SavedQuantities = { saved: ReadonlySet<number>; errors: ReadonlyMap<number, unknown> };

/** Each quantity is a change of its own. The caller shows the refusals. */
function useSaveQuantities(products: readonly OwnProduct[]) {
  const [isSaving, setIsSaving] = useState(false);
  const isShown = useIsShown();

  async function saveLine(line: QuantityLine): Promise<Entry | null> {
    const product = products.find(({ id }) => id === line.productId);
    if (!product) return null;
    const entry = quantityEntry({ ...product, ...line });
    return saveChange({ entry, merge: mergeQuantity(line.quantity), isShown });
  }

  async function save(lines: readonly QuantityLine[]): Promise<SavedQuantities> {
    setIsSaving(true);
    const ends = await Promise.allSettled(lines.map(saveLine));
    setIsSaving(false);
    const saved = new Set<number>();
    const errors = new Map<number, unknown>();
    let pending = 0;
    for (const [at, { productId }] of lines.entries()) {
      const end = ends[at];
      if (end?.status === 'rejected') errors.set(productId, end.reason);
      else {
        saved.add(productId);
        if (end?.value) pending += 1;
      }
    }
    if (saved.size > pending) showToast('success', m.bulkSaved({ count: saved.size - pending }));
    if (pending > 0) showToast('info', m.queueKeptSome({ count: pending }));
    return { saved, errors };
  }

  return { save, isSaving };
}

export type ImportReport = InventoryCounts | { outcome: 'tooLarge' };

type ImportInventoryProps = {
  products: readonly OwnProduct[];
  onCounts: (file: Extract<InventoryCounts, { outcome: 'read' }>) => void;
  onReport: (report: ImportReport) => void;
};

/** Opens the file in the grid, where it can be reviewed before saving. */
export function ImportInventory({ products, onCounts, onReport }: ImportInventoryProps) {
  const input = useRef<HTMLInputElement>(null);

  async function read({ target }: React.ChangeEvent<HTMLInputElement>) {
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
        <Upload className="size-5" />
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

function Wide({
  type,
  children,
}: {
  type: 'error' | 'success' | 'info';
  children: React.ReactNode;
}) {
  return (
    <Notice type={type} className="w-full">
      {children}
    </Notice>
  );
}
