import { useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { FormBanner } from '#web/ui/feedback/notice.tsx';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { DisputeDialog } from './dispute-dialog.tsx';
import { farmText, type Order } from './order.ts';
import { useOrderStep } from './use-order-step.ts';

/** What the buyer can do now, apart from paying and rating. Each step asks first, because none can be undone. */
export function OrderSteps({ order }: { order: Order }) {
  const { id: orderId, steps, paymentStatus } = order;
  const { take, isBusy, failure, clearFailure } = useOrderStep();
  const [asked, setAsked] = useState<'received' | 'dispute' | 'cancel' | null>(null);
  const ask = (step: typeof asked) => {
    clearFailure();
    setAsked(step);
  };
  const finish = async (taking: Promise<boolean>, said: string) => {
    const isTaken = await taking;
    setAsked(null);
    if (isTaken) showToast('success', said);
  };
  return (
    <>
      <FormBanner text={failure} />
      <div className="flex flex-wrap gap-3 empty:hidden print:hidden">
        {steps.includes('received') && <Button onClick={() => ask('received')}>{m.orderReceivedButton()}</Button>}
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
        isOpen={asked === 'received'}
        isBusy={isBusy}
        isDestructive={false}
        title={m.orderReceivedTitle({ id: orderId })}
        text={m.orderReceivedText({ farm: farmText(order) })}
        confirmLabel={m.orderReceivedButton()}
        onConfirm={() =>
          void finish(
            take((orders) => orders.received.mutate({ orderId })),
            m.orderReceivedSaid(),
          )
        }
        onCancel={() => setAsked(null)}
      />
      <ConfirmDialog
        isOpen={asked === 'cancel'}
        isBusy={isBusy}
        title={m.orderCancelTitle({ id: orderId })}
        text={paymentStatus === 'paid' || paymentStatus === 'processing' ? m.ownOrderCancelPaidText() : m.ownOrderCancelText()}
        confirmLabel={m.orderCancelButton()}
        onConfirm={() =>
          void finish(
            take((orders) => orders.cancel.mutate({ orderId })),
            m.orderCancelSaid(),
          )
        }
        onCancel={() => setAsked(null)}
      />
      <DisputeDialog
        isOpen={asked === 'dispute'}
        text={order.notCollectedDisputableUntil ? m.orderDisputeNotCollectedText() : m.orderDisputeText()}
        orderId={orderId}
        isBusy={isBusy}
        onSend={(reason) =>
          void finish(
            take((orders) => orders.dispute.mutate({ orderId, reason })),
            m.orderDisputeSaid(),
          )
        }
        onClose={() => setAsked(null)}
      />
    </>
  );
}
