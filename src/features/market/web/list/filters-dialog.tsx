import { type ReactNode, useRef } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { m } from '#text';

/** Stays open while a price is invalid. */
export function FiltersDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const show = () => {
    // A price is applied on blur, and some phones do not blur a field when a button is pressed.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const wrong = body.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (wrong) wrong.focus();
    else onClose();
  };
  return (
    <Dialog
      title={m.filtersTitle()}
      isOpen
      onClose={onClose}
      actions={<Button onClick={show}>{m.filtersShow()}</Button>}
    >
      <div ref={body}>{children}</div>
    </Dialog>
  );
}
