import { type FormEvent, useId, useState } from 'react';
import { PHOTOS_PER_DISPUTE, REASON_MAX } from '#features/orders/rules/limits.ts';
import { disputeOrderInput } from '#features/orders/rules/order-input.ts';
import { useTakenPhotos } from '#features/photos/web/use-taken-photos.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Button } from '#platform/web/ui/form/button.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { DisputePhotos } from './dispute-photos.tsx';

type DisputeDialogProps = {
  isOpen: boolean;
  orderId: number;
  /** Explains what happens after a report is sent. */
  text: string;
  isBusy: boolean;
  onSend: (report: { reason: string; files: File[] }) => void;
  onClose: () => void;
};

/**
 * Lets the buyer report a problem with the goods. The operator receives the report. Money that
 * SokoShamba holds does not move until it is settled.
 */
export function DisputeDialog({
  isOpen,
  orderId,
  text,
  isBusy,
  onSend,
  onClose,
}: DisputeDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const taken = useTakenPhotos(PHOTOS_PER_DISPUTE);
  const checked = disputeOrderInput.safeParse({ orderId, reason });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (checked.success)
      onSend({ reason: checked.data.reason, files: taken.photos.map(({ file }) => file) });
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
          error={isSubmitted ? fieldSentence(checked.error?.issues[0]) : undefined}
        />
        <DisputePhotos taken={taken} max={PHOTOS_PER_DISPUTE} />
      </form>
    </Dialog>
  );
}
