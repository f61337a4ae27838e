import { Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { TabHeading } from '#web/features/dashboard/tab-heading.tsx';
import { loadFailureText } from '#web/features/dashboard/use-dashboard-data.ts';
import { type OwnProduct, useOwnProducts } from '#web/features/dashboard/use-own-products.ts';
import { useRetryAll } from '#web/features/dashboard/use-retry-all.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { buttonClass } from '#web/ui/form/button-class.ts';
import { FormBanner } from '#web/ui/form/form-banner.tsx';
import { LeaveGuard } from '#web/ui/form/leave-guard.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ExportInventory } from './export-inventory.tsx';
import { ImportInventory } from './import-inventory.tsx';
import { InventoryTable } from './inventory-table.tsx';
import { QuantityDialog } from './quantity-dialog.tsx';
import { StockSummary } from './stock-summary.tsx';
import { useBulkUpdate } from './use-bulk-update.ts';

/** How much there is of everything, and the ways to say it anew. */
export function InventoryTab() {
  const products = useOwnProducts();
  const retryAll = useRetryAll();
  return (
    <>
      <TabHeading title={m.farmTabInventory()} />
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
            <EmptyState
              picture="search"
              title={m.productsFirstTitle()}
              text={m.inventoryEmptyText()}
              action={
                <Link to="/farmer/dashboard" search={{ tab: 'products' }} className={buttonClass({ variant: 'secondary' })}>
                  {m.overviewSeeProducts()}
                </Link>
              }
            />
          ) : (
            <Inventory products={all} />
          )
        }
      </QueryView>
    </>
  );
}

function Inventory({ products }: { products: OwnProduct[] }) {
  const bulk = useBulkUpdate(products);
  const [countedId, setCountedId] = useState<number | null>(null);
  const counted = products.find(({ id }) => id === countedId);
  return (
    <div className="grid gap-5">
      <StockSummary products={products} />
      <div className="flex flex-wrap gap-2">
        {!bulk.isOpen && (
          <Button size="small" onClick={bulk.open}>
            <ListChecks aria-hidden="true" className="size-5" />
            {m.bulkOpen()}
          </Button>
        )}
        <ExportInventory products={products} />
        <ImportInventory products={products} onCounts={bulk.fill} />
      </div>
      {bulk.isOpen && <p className="text-muted">{m.bulkHint()}</p>}
      <InventoryTable products={products} bulk={bulk} onCount={({ id }) => setCountedId(id)} />
      <FormBanner text={bulk.banner} />
      {bulk.isOpen && <BulkBar bulk={bulk} />}
      {counted && <QuantityDialog product={counted} onClose={() => setCountedId(null)} />}
      <LeaveGuard isDirty={bulk.changedCount > 0} />
    </div>
  );
}
