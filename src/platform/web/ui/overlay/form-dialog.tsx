import { type FormEvent, type ReactNode, useId } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { FormBanner } from '../feedback/notice.tsx';
import { Button } from '../form/button.tsx';
import { Dialog } from './dialog.tsx';

type FormDialogProps = {
  title: string;
  submitLabel: string;
  isBusy: boolean;
  onSubmit: (event: FormEvent) => unknown;
  /** Called when the user changes a field, to clear the banner. */
  onChange: () => void;
  /** The error about the whole form. */
  banner: string | null;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
  /** Without Cancel, the submit button takes the whole width. */
  hasCancel?: boolean;
};

/** A dialog with one form. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, isBusy, onSubmit, onChange, banner, onClose, children } = props;
  const { hasCancel = true } = props;
  const formId = useId();
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      actions={
        <>
          {hasCancel && (
            <Button variant="secondary" onClick={onClose}>
              {m.cancel()}
            </Button>
          )}
          <Button type="submit" form={formId} isWide={!hasCancel} isBusy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} onChange={onChange} noValidate className="grid gap-5">
        {children}
        <FormBanner text={banner} />
      </form>
    </Dialog>
  );
}
