import { m } from '#shared/text/compiled/messages.js';
import { Button } from '#web/ui/form/button.tsx';
import type { BulkUpdate } from './use-bulk-update.ts';

/** Saves the grid or leaves it; stays in sight above the tabs while the list scrolls. */
export function BulkBar({ bulk }: { bulk: BulkUpdate }) {
  const { changedCount, isSaving, saveAll, close } = bulk;
  return (
    <div className="sticky bottom-20 z-20 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-card p-3 shadow-card lg:bottom-4">
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
