import { useId, useState } from 'react';
import { PHOTOS_PER_DISPUTE, REASON_MAX } from '#orders/rules/limits.ts';
import { isCompleted, isEnded } from '#orders/rules/order-facts.ts';
import { disputeOrderInput } from '#orders/rules/order-input.ts';
import { useTakenPhotos } from '#photos/web/photo-picker.tsx';
import { m } from '#text';
import { ConfirmDialog, Dialog } from '#ui/dialog.tsx';
import { Button } from '#ui/elements.tsx';
import { FormBanner } from '#ui/feedback.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { fieldSentence } from '#ui/form-state.ts';
import { showToast } from '#ui/show-toast.ts';
import { trpc } from '#web/trpc.ts';
import {
  farmText,
  finishStep,
  type Order,
  OrderAgain,
  stepFailure,
  useCancelOrder,
  useDisputeOrder,
  useReceiveOrder,
} from './order.tsx';
import { DisputePhotos, sendPhotos } from './rating-and-dispute.tsx';

export function ReceiveOrder({ order }: { order: Order }) {
  const { id: orderId, steps, paymentMethod, weighing: weighingSeen } = order;
  const received = useReceiveOrder();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  if (!steps.includes('received') && !received.isPending) return null;
  return (
    <div className="grid gap-3 print:hidden">
      <FormBanner text={stepFailure(received.error)} />
      <Button size="large" isWide onClick={() => setIsAsking(true)}>
        {m.orderReceivedButton()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={received.isPending}
        isDestructive={false}
        title={m.orderReceivedTitle({ id: orderId })}
        text={
          paymentMethod === 'Cash on delivery'
            ? m.orderReceivedCashText()
            : m.orderReceivedText({ farm: farmText(order) })
        }
        confirmLabel={m.orderReceivedButton()}
        onConfirm={() => finishStep(received.mutateAsync({ orderId, weighingSeen }), close)}
        onCancel={close}
      />
    </div>
  );
}

type OrderStepsProps = {
  order: Order;
  afterwards?: ((order: Order) => React.ReactNode) | undefined;
};

export function OrderSteps({ order, afterwards }: OrderStepsProps) {
  const { id: orderId, status, steps } = order;
  const dispute = useDisputeOrder();
  const [isAsking, setIsAsking] = useState(false);
  const [isSendingPhotos, setIsSendingPhotos] = useState(false);
  const { buyer } = trpc.useUtils();
  const close = () => setIsAsking(false);
  // Sent first: on a bad connection the report must not wait for its photos.
  const send = async ({ reason, files }: { reason: string; files: File[] }) => {
    await dispute.mutateAsync({ orderId, reason });
    if (files.length === 0) return;
    setIsSendingPhotos(true);
    await sendPhotos({ orderId, files }).catch(() => showToast('error', m.disputePhotosFailed()));
    setIsSendingPhotos(false);
    await buyer.orders.invalidate();
  };
  return (
    <div className="grid gap-3 not-has-[button,a]:hidden print:hidden">
      <FormBanner text={stepFailure(dispute.error)} />
      <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 empty:hidden *:max-sm:basis-full">
        {isEnded(status) && (
          <OrderAgain order={order} variant={steps.includes('rate') ? 'secondary' : 'primary'} />
        )}
        {isEnded(status) && afterwards?.(order)}
        {steps.includes('dispute') && (
          <Button
            variant="quiet"
            onClick={() => {
              dispute.reset();
              setIsAsking(true);
            }}
          >
            {m.orderDisputeButton()}
          </Button>
        )}
      </div>
      <DisputeDialog
        isOpen={isAsking}
        text={disputeText(order)}
        orderId={orderId}
        isBusy={dispute.isPending || isSendingPhotos}
        onSend={(report) => finishStep(send(report), close)}
        onClose={close}
      />
    </div>
  );
}

/** SokoShamba cannot hold back cash. */
function disputeText({ notCollectedDisputableUntil, paymentMethod, status }: Order): string {
  if (notCollectedDisputableUntil) return m.orderDisputeNotCollectedText();
  if (paymentMethod === 'Cash on delivery') return m.orderDisputeCashText();
  return isCompleted(status) ? m.orderDisputeCompletedText() : m.orderDisputeText();
}

export function CancelOrder({ order: { id: orderId, steps, paymentStatus } }: { order: Order }) {
  const cancel = useCancelOrder();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <div className="grid justify-items-center gap-3 empty:hidden print:hidden">
      <FormBanner text={stepFailure(cancel.error)} />
      {steps.includes('cancel') && (
        <Button
          variant="quiet"
          className="text-soil!"
          onClick={() => {
            cancel.reset();
            setIsAsking(true);
          }}
        >
          {m.orderCancel()}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={cancel.isPending}
        title={m.orderCancelTitle({ id: orderId })}
        text={
          paymentStatus === 'paid' || paymentStatus === 'processing'
            ? m.ownOrderCancelPaidText()
            : m.ownOrderCancelText()
        }
        confirmLabel={m.orderCancel()}
        dismissLabel={m.orderKeepButton()}
        onConfirm={() => finishStep(cancel.mutateAsync({ orderId }), close)}
        onCancel={close}
      />
    </div>
  );
}

type DisputeDialogProps = {
  isOpen: boolean;
  orderId: number;
  text: string;
  isBusy: boolean;
  onSend: (report: { reason: string; files: File[] }) => void;
  onClose: () => void;
};

function DisputeDialog({ isOpen, orderId, text, isBusy, onSend, onClose }: DisputeDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const taken = useTakenPhotos(PHOTOS_PER_DISPUTE);
  const checked = disputeOrderInput.safeParse({ orderId, reason });
  const submit = (event: React.FormEvent) => {
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
