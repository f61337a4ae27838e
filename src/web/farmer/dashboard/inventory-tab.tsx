import { Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { FormBanner } from '#web/forms/form-banner.tsx';
import { LeaveGuard } from '#web/forms/leave-guard.tsx';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryView } from '#web/ui/query-view.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ExportInventory } from './export-inventory.tsx';
import { ImportInventory } from './import-inventory.tsx';
import { InventoryTable } from './inventory-table.tsx';
import { QuantityDialog } from './quantity-dialog.tsx';
import { StockSummary } from './stock-summary.tsx';
import { TabHeading } from './tab-heading.tsx';
import { useBulkUpdate } from './use-bulk-update.ts';
import { loadFailureText } from './use-dashboard-data.ts';
import { type OwnProduct, useOwnProducts } from './use-own-products.ts';
import { useRetryAll } from './use-retry-all.ts';

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
