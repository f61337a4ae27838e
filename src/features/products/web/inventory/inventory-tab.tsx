import { Link } from '@tanstack/react-router';
import { Download, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { loadFailureText, useRetryAll } from '#farms/web/farmer-data.ts';
import { writeInventory } from '#products/rules/inventory-csv.ts';
import { stockClass } from '#products/rules/product.ts';
import { LOW_STOCK_BELOW, MANY_PRODUCTS } from '#products/rules/product-facts.ts';
import { figureText } from '#rules/amounts.ts';
import { dayInNairobi } from '#rules/day.ts';
import { m } from '#text';
import { saveFile } from '#ui/browser/device.ts';
import { Figure, Figures, TabHeading } from '#ui/dashboard-tab.tsx';
import { DisclosureMenu } from '#ui/disclosure-menu.tsx';
import { Button, buttonClass, Skeleton } from '#ui/elements.tsx';
import { EmptyState, FormBanner, QueryView } from '#ui/feedback.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { useIsWide } from '#ui/screen-state.ts';
import { dashboardRoute } from '#web/dashboard-search.ts';
import { type OwnProduct, useOwnProducts } from '../use-own-products.ts';
import {
  type BulkUpdate,
  ImportInventory,
  type ImportReport,
  ImportReportNotice,
  useBulkUpdate,
} from './bulk-update.tsx';
import { InventoryTable, StillThere } from './inventory-table.tsx';
import { StockRows } from './stock-rows.tsx';
import { type Stock, UndoBar, useStock } from './stock-steps.tsx';

export function InventoryTab() {
  const products = useOwnProducts();
  const retryAll = useRetryAll();
  const bulk = useBulkUpdate(products.data ?? NO_PRODUCTS);
  const stock = useStock();
  const isWide = useIsWide('xl');
  const [report, setReport] = useState<ImportReport | null>(null);
  const hasSteps = isWide || !bulk.isOpen;
  return (
    <>
      <TabHeading title={m.farmTabInventory()} isCompact>
        {hasSteps && products.data && (
          <RareActions products={products.data} bulk={bulk} stock={stock} onReport={setReport} />
        )}
      </TabHeading>
      <QueryView
        query={{ ...products, refetch: retryAll }}
        skeleton={
          <div className="grid gap-5">
            <Skeleton className="h-28" />
            <Skeleton className="h-72" />
          </div>
        }
        errorText={loadFailureText(products.error)}
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState picture="search" title={m.productsFirstTitle()} action={<AddLink />} />
          ) : (
            <Inventory products={all} bulk={bulk} stock={stock} report={report} />
          )
        }
      </QueryView>
    </>
  );
}

const NO_PRODUCTS: OwnProduct[] = [];

type InventoryProps = {
  products: OwnProduct[];
  bulk: BulkUpdate;
  stock: Stock;
  report: ImportReport | null;
};

function Inventory({ products, bulk, stock, report }: InventoryProps) {
  const isWide = useIsWide('xl');
  const navigate = dashboardRoute.useNavigate();
  const isAsked = products.some((product) => product.isAsked);
  return (
    <div className="grid grid-cols-1 gap-3 sm:gap-5">
      {(isWide || !bulk.isOpen) && (
        <>
          <StillThere products={products} steps={stock.steps} />
          <StockSummary products={products} />
          {!bulk.isOpen && !isAsked && (
            <div>
              <NextStep products={products} onBulk={bulk.open} />
            </div>
          )}
        </>
      )}
      {report && <ImportReportNotice report={report} />}
      {isWide ? (
        <InventoryTable products={products} bulk={bulk} stock={stock} />
      ) : (
        <StockRows
          products={products}
          stock={stock}
          onEdit={({ id }) =>
            void navigate({ search: { tab: 'products', product: id }, resetScroll: false })
          }
          bulk={bulk.isOpen ? bulk : undefined}
        />
      )}
      {bulk.isOpen && <BulkBar bulk={bulk} />}
      {!bulk.isOpen && <UndoBar steps={stock.steps} />}
      <LeaveGuard isDirty={bulk.changedCount > 0} />
    </div>
  );
}

function NextStep({ products, onBulk }: { products: readonly OwnProduct[]; onBulk: () => void }) {
  if (products.length >= MANY_PRODUCTS)
    return (
      <Button size="small" onClick={onBulk}>
        <ListChecks className="size-5" />
        {m.bulkOpen()}
      </Button>
    );
  return <AddLink />;
}

const AddLink = () => (
  <Link
    to="/farmer/dashboard"
    search={{ tab: 'products', product: 'new' }}
    className={buttonClass({ size: 'small' })}
  >
    {m.productAdd()}
  </Link>
);

type RareActionsProps = {
  products: readonly OwnProduct[];
  bulk: BulkUpdate;
  stock: Stock;
  onReport: (report: ImportReport) => void;
};

function RareActions({ products, bulk, stock, onReport }: RareActionsProps) {
  const hasMany = products.length >= MANY_PRODUCTS;
  const hasYesterdays = products.some((product) => stock.yesterdayOf(product) !== null);
  if (!hasMany && !hasYesterdays) return null;
  return (
    <DisclosureMenu
      button={m.farmTabMore()}
      buttonClassName={buttonClass({ variant: 'quiet', size: 'small' })}
      panelClassName="top-full right-0 mt-2 grid w-64 gap-1 *:w-full"
    >
      {hasYesterdays && (
        <Button
          variant="quiet"
          size="small"
          onClick={() => bulk.fill({ counts: stock.yesterdays, seen: new Map() })}
        >
          {m.inventoryYesterdayAll()}
        </Button>
      )}
      {hasMany && (
        <>
          <ExportInventory products={products} />
          <ImportInventory products={products} onCounts={bulk.fill} onReport={onReport} />
        </>
      )}
    </DisclosureMenu>
  );
}

function BulkBar({ bulk }: { bulk: BulkUpdate }) {
  const { banner, changedCount, isSaving, saveAll, close } = bulk;
  return (
    <div className="sticky bottom-20 z-20 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-card p-3 shadow-raised lg:bottom-4">
      <div className="w-full empty:hidden">
        <FormBanner text={banner} />
      </div>
      <p role="status" className="px-1 font-semibold">
        {m.bulkChanged({ count: changedCount })}
      </p>
      <div className="flex gap-2 max-sm:grow max-sm:*:flex-1">
        <Button variant="secondary" size="small" onClick={close}>
          {m.cancel()}
        </Button>
        <Button size="small" isBusy={isSaving} onClick={changedCount > 0 ? saveAll : close}>
          {changedCount > 0 ? m.bulkSave() : m.bulkDone()}
        </Button>
      </div>
    </div>
  );
}

function ExportInventory({ products }: { products: readonly OwnProduct[] }) {
  const save = () =>
    saveFile({
      name: `sokoshamba-inventory-${dayInNairobi(new Date())}.csv`,
      type: 'text/csv;charset=utf-8',
      content: writeInventory(products),
    });
  return (
    <Button variant="quiet" size="small" onClick={save}>
      <Download className="size-5" />
      {m.csvExport()}
    </Button>
  );
}

export function StockSummary({ products }: { products: readonly OwnProduct[] }) {
  const count = { inStock: 0, lowStock: 0, outOfStock: 0, expired: 0 };
  for (const product of products)
    count[isExpiredStock(product) ? 'expired' : stockClass(product)]++;
  // The notes name the limits of §9, which don't apply to products with their own.
  const hasOwnThresholds = products.some(({ lowStockBelow }) => lowStockBelow !== null);
  return (
    <Figures isOneRow>
      <Figure
        label={m.stockIn()}
        value={figureText(count.inStock)}
        note={hasOwnThresholds ? undefined : m.stockInNote({ count: LOW_STOCK_BELOW })}
      />
      <Figure
        label={m.stockLow()}
        value={figureText(count.lowStock)}
        note={hasOwnThresholds ? undefined : m.stockLowNote({ from: 1, to: LOW_STOCK_BELOW - 1 })}
        isWarning={count.lowStock > 0}
      />
      <Figure
        label={m.stockOut()}
        value={figureText(count.outOfStock)}
        isWarning={count.outOfStock > 0}
      />
      {count.expired > 0 && (
        <Figure label={m.orderStatusExpired()} value={figureText(count.expired)} isWarning />
      )}
    </Figures>
  );
}

const isExpiredStock = ({ status, quantity }: OwnProduct) => status === 'expired' && quantity > 0;
