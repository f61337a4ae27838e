import { type ReactNode, useRef } from 'react';
import { m } from '#text';
import { Button } from '../form/button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  /** Names the affected thing: "Delete Dry maize, grade 1?" */
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  /** "Cancel" by default. Next to "Cancel order" that would be ambiguous. */
  dismissLabel?: string;
  isOpen: boolean;
  isBusy?: boolean;
  isDestructive?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    text,
    confirmLabel,
    dismissLabel,
    isOpen,
    isBusy = false,
    isDestructive = true,
    onConfirm,
    onCancel,
  } = props;
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
            {dismissLabel ?? m.cancel()}
          </Button>
          <Button
            variant={isDestructive ? 'danger' : 'primary'}
            isBusy={isBusy}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  );
}
