import { useForm } from 'react-hook-form';
import { m } from '#shared/text/compiled/messages.js';
import { trpc } from '#web/trpc.ts';
import { buyerText } from './order-cells.tsx';
import { StepDialog, type StepProps } from './step-dialog.tsx';

/** The goods leave, or are ready to be collected. */
export function DispatchOrder({ order, onClose }: StepProps) {
  const dispatch = trpc.farmer.orders.dispatch.useMutation();
  const form = useForm({ defaultValues: { orderId: order.id } });
  const text = order.fulfilment === 'delivery' ? m.orderDispatchText : m.orderReadyText;
  return (
    <StepDialog
      title={m.orderDispatchTitle({ id: order.id })}
      text={<p>{text({ buyer: buyerText(order) })}</p>}
      confirmLabel={m.orderDispatch()}
      form={form}
      save={dispatch.mutateAsync}
      done={m.orderDispatchedToast({ id: order.id })}
      onClose={onClose}
    />
  );
}
