import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

/** On narrow screens the filters are behind a button that shows how many are set. */
export function FiltersButton({ count, children }: { count: number; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const show = () => {
    // A price is applied when its box is left, which not every phone does when a button is pressed.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const wrong = body.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (wrong) wrong.focus();
    else setIsOpen(false);
  };
  return (
    <div>
      <Button variant="secondary" size="icon" className="relative" onClick={() => setIsOpen(true)}>
        <SlidersHorizontal aria-hidden="true" className="size-5" />
        <span className="sr-only">{m.filtersTitle()}</span>
        {count > 0 && (
          <span className="absolute -top-1 -right-1 min-w-5 rounded-full bg-maize px-1 text-on-maize text-xs leading-5 tabular-nums">
            {count}
          </span>
        )}
      </Button>
      <Dialog
        title={m.filtersTitle()}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        actions={<Button onClick={show}>{m.filtersShow()}</Button>}
      >
        <div ref={body}>{children}</div>
      </Dialog>
    </div>
  );
}
