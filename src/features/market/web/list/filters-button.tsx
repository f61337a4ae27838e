import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { lazy, usePreload } from '#platform/web/ui/browser/lazy.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';

/**
 * On narrow screens the filters are behind a button that shows how many are set; without
 * JavaScript, at the end of the page.
 */
export function FiltersButton({ count, children }: { count: number; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  usePreload(LazyFiltersDialog);
  const label = (
    <>
      <SlidersHorizontal aria-hidden="true" className="size-5" />
      <span className="sr-only">{m.filtersTitle()}</span>
      {count > 0 && (
        <span className="absolute -top-1 -right-1 min-w-5 rounded-full bg-maize px-1 text-on-maize text-xs leading-5 tabular-nums">
          {count}
        </span>
      )}
    </>
  );
  return (
    <div className="relative">
      <Button
        variant="secondary"
        size="icon"
        className="needs-script"
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      <div className="without-script hidden">
        <a href="#filters" className={buttonClass({ variant: 'secondary', size: 'icon' })}>
          {label}
        </a>
      </div>
      {isOpen && <LazyFiltersDialog onClose={() => setIsOpen(false)}>{children}</LazyFiltersDialog>}
    </div>
  );
}

/** Loaded after the products, and before it is opened. */
const LazyFiltersDialog = lazy(
  () => import('./filters-dialog.tsx').then(({ FiltersDialog }) => FiltersDialog),
  null,
);
