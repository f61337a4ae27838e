import { useState } from 'react';
import { isEnded } from '#features/orders/rules/order-facts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import { DisputeDialog } from '../disputes/dispute-dialog.tsx';
import { sendPhotos } from '../disputes/own-dispute.tsx';
import { farmText, type Order } from './order.ts';
import { OrderAgain } from './order-again.tsx';
import { stepFailure, useCancelOrder, useDisputeOrder, useReceiveOrder } from './use-order-step.ts';

/**
 * Shows a toast if a step succeeds, and closes its question in any case; the banner reports a
 * failure.
 */
function finish(step: Promise<unknown>, { done, close }: { done: string; close: () => void }) {
  step
    .then(
      () => showToast('success', done),
      () => {},
    )
    .finally(close);
}

/** The buyer confirms that the goods have arrived. Asks first, because it cannot be undone. */
export function ReceiveOrder({ order }: { order: Order }) {
  const { id: orderId, steps, paymentMethod } = order;
  const received = useReceiveOrder();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  if (!steps.includes('received') && !received.isPending) return null;
  return (
    <div className="grid gap-3 print:hidden">
      <FormBanner text={stepFailure(received.error)} />
      <Button isWide onClick={() => setIsAsking(true)}>
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
        onConfirm={() =>
          finish(received.mutateAsync({ orderId }), { done: m.orderReceivedSaid(), close })
        }
        onCancel={close}
      />
    </div>
  );
}

/**
 * The other steps, below paying: ordering again, reporting a problem, cancelling. The last two ask
 * for confirmation.
 */
export function OrderSteps({ order }: { order: Order }) {
  const { id: orderId, steps, paymentStatus } = order;
  const cancel = useCancelOrder();
  const dispute = useDisputeOrder();
  const [asked, setAsked] = useState<'dispute' | 'cancel' | null>(null);
  const [isSendingPhotos, setIsSendingPhotos] = useState(false);
  const { buyer } = trpc.useUtils();
  const close = () => setAsked(null);
  const ask = (step: typeof asked) => {
    cancel.reset();
    dispute.reset();
    setAsked(step);
  };
  // The report is sent first: on a bad connection it must not wait for its photos, which can be
  // added later.
  const send = async ({ reason, files }: { reason: string; files: File[] }) => {
    await dispute.mutateAsync({ orderId, reason });
    if (files.length === 0) return;
    setIsSendingPhotos(true);
    await sendPhotos({ orderId, files }).catch(() => showToast('error', m.disputePhotosFailed()));
    setIsSendingPhotos(false);
    await buyer.orders.invalidate();
  };
  return (
    <div className="grid gap-3 empty:hidden print:hidden">
      <FormBanner text={stepFailure(cancel.error ?? dispute.error)} />
      <div className="flex flex-wrap gap-3 empty:hidden">
        {isEnded(order.status) && <OrderAgain order={order} />}
        {steps.includes('dispute') && (
          <Button variant="secondary" onClick={() => ask('dispute')}>
            {m.orderDisputeButton()}
          </Button>
        )}
        {steps.includes('cancel') && (
          <Button variant="secondary" onClick={() => ask('cancel')}>
            {m.orderCancelButton()}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={asked === 'cancel'}
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
          finish(cancel.mutateAsync({ orderId }), { done: m.orderCancelSaid(), close })
        }
        onCancel={close}
      />
      <DisputeDialog
        isOpen={asked === 'dispute'}
        text={disputeText(order)}
        orderId={orderId}
        isBusy={dispute.isPending || isSendingPhotos}
        onSend={(report) => finish(send(report), { done: m.orderDisputeSaid(), close })}
        onClose={close}
      />
    </div>
  );
}

/** The text about the result of a report. SokoShamba cannot hold back cash. */
function disputeText({ notCollectedDisputableUntil, paymentMethod }: Order): string {
  if (notCollectedDisputableUntil) return m.orderDisputeNotCollectedText();
  return paymentMethod === 'Cash on delivery' ? m.orderDisputeCashText() : m.orderDisputeText();
}
