import { useForm } from 'react-hook-form';
import { m } from '#shared/text/compiled/messages.js';
import { trpc } from '#web/app/client/trpc.ts';
import { buyerText } from './order-cells.tsx';
import { StepDialog, type StepProps } from './step-dialog.tsx';
import { stepLabel } from './step-labels.ts';

/** The goods leave, or are ready to be collected. */
export function DispatchOrder({ order, onClose }: StepProps) {
  const { id, fulfilment } = order;
  const dispatch = trpc.farmer.orders.dispatch.useMutation();
  const form = useForm({ defaultValues: { orderId: id } });
  const [title, text, done] =
    fulfilment === 'delivery'
      ? [m.orderDispatchTitle, m.orderDispatchText, m.orderDispatchedToast]
      : [m.orderReadyTitle, m.orderReadyText, m.orderReadyToast];
  return (
    <StepDialog
      title={title({ id })}
      text={<p>{text({ buyer: buyerText(order) })}</p>}
      confirmLabel={stepLabel('dispatch', order)}
      form={form}
      save={dispatch.mutateAsync}
      done={done({ id })}
      onClose={onClose}
    />
  );
}
