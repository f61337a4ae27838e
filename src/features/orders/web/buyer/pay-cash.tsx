import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import { keepLastPayment } from './last-payment.ts';
import { farmText, type Order } from './order.ts';
import { stepFailure, useCancelOrder } from './use-order-step.ts';

/**
 * For a buyer without enough M-Pesa balance. An order's payment method never changes, because late
 * M-Pesa money could then be neither kept nor paid out. Therefore this order is cancelled, and its
 * products go to the checkout again, with cash selected.
 */
export function PayCash({ order }: { order: Order }) {
  const cancel = useCancelOrder();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  if (!order.steps.includes('cancel')) return null;
  const change = async () => {
    try {
      await cancel.mutateAsync({ orderId: order.id });
    } catch {
      return setIsAsking(false);
    }
    keepLastPayment('Cash on delivery');
    await navigate({ to: '/checkout', search: { again: order.id } });
  };
  return (
    <>
      <FormBanner text={stepFailure(cancel.error)} />
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        {m.payCashInstead()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={cancel.isPending}
        isDestructive={false}
        title={m.payCashTitle()}
        text={m.payCashText({ id: order.id, farm: farmText(order) })}
        confirmLabel={m.payCashConfirm()}
        onConfirm={() => void change()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
