import { type ReactNode, useRef } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Button } from '../form/button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  /** Names what is affected: "Delete Dry maize, grade 1?" */
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  isOpen: boolean;
  isBusy?: boolean;
  isDestructive?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something that cannot be undone. The focus is on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirmLabel, isOpen, isBusy = false, isDestructive = true, onConfirm, onCancel } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onCancel}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} variant="secondary" onClick={onCancel}>
            {m.cancel()}
          </Button>
          <Button variant={isDestructive ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  );
}
