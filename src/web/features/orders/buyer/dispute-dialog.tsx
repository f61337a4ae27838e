import { type FormEvent, useId, useState } from 'react';
import { REASON_MAX } from '#shared/limits.ts';
import { m } from '#shared/text/compiled/messages.js';
import { Button } from '#web/ui/form/button.tsx';
import { TextAreaField } from '#web/ui/form/text-field.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

type DisputeDialogProps = {
  isOpen: boolean;
  orderId: number;
  /** What a report leads to. */
  text: string;
  isBusy: boolean;
  onSend: (reason: string) => void;
  onClose: () => void;
};

/** Something is wrong with the goods: what it is goes to the operator, and no money moves until that is settled. */
export function DisputeDialog({ isOpen, orderId, text, isBusy, onSend, onClose }: DisputeDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const isMissing = isAsked && !reason.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsAsked(true);
    if (reason.trim()) onSend(reason.trim());
  };
  return (
    <Dialog
      title={m.orderDisputeTitle({ id: orderId })}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {m.cancel()}
          </Button>
          <Button variant="danger" type="submit" form={formId} isBusy={isBusy}>
            {m.orderDisputeSend()}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
        <p>{text}</p>
        <TextAreaField
          label={m.orderDisputeReason()}
          maxLength={REASON_MAX}
          rows={4}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={isMissing ? m.reasonRequired() : undefined}
        />
      </form>
    </Dialog>
  );
}
