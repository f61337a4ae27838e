import { useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import type { Order } from './order.ts';
import { finishStep, stepFailure, useCancelOrder } from './use-order-step.ts';

/** Cancels the order after a confirmation. */
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
          {m.orderCancelButton()}
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
        confirmLabel={m.orderCancelButton()}
        dismissLabel={m.orderKeepButton()}
        onConfirm={() =>
          finishStep(cancel.mutateAsync({ orderId }), { done: m.orderCancelSaid(), close })
        }
        onCancel={close}
      />
    </div>
  );
}
