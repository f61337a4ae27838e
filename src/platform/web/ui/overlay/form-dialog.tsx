import { type FormEvent, type ReactNode, useId, useRef } from 'react';
import { m } from '#text';
import { FormBanner } from '../feedback/notice.tsx';
import { Button } from '../form/button.tsx';
import { Dialog } from './dialog.tsx';

type FormDialogProps = {
  title: string;
  submitLabel: string;
  isBusy: boolean;
  onSubmit: (event: FormEvent) => unknown;
  onChange: () => void;
  banner: string | null;
  onClose: () => void;
  children: ReactNode;
  cancelLabel?: string | null | undefined;
  /** The submit button is red, and Cancel gets the focus. */
  isDestructive?: boolean;
};

export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, isBusy, onSubmit, onChange, banner, onClose, children } = props;
  const { cancelLabel = m.cancel(), isDestructive = false } = props;
  const formId = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      {...(isDestructive && { initialFocus: cancel })}
      actions={
        <>
          {cancelLabel !== null && (
            <Button ref={cancel} variant="secondary" onClick={onClose}>
              {cancelLabel}
            </Button>
          )}
          <Button
            type="submit"
            form={formId}
            variant={isDestructive ? 'danger' : 'primary'}
            isWide={cancelLabel === null}
            isBusy={isBusy}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} onChange={onChange} noValidate className="grid gap-4">
        {children}
        <FormBanner text={banner} />
      </form>
    </Dialog>
  );
}
