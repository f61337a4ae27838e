import { useForm } from 'react-hook-form';
import { m } from '#shared/text/compiled/messages.js';
import { trpc } from '#web/app/client/trpc.ts';
import { buyerText } from './order-cells.tsx';
import { StepDialog, type StepProps } from './step-dialog.tsx';

/** Nobody came for a cash order. */
export function NotCollected({ order, onClose }: StepProps) {
  const { id } = order;
  const notCollected = trpc.farmer.orders.notCollected.useMutation();
  const form = useForm({ defaultValues: { orderId: id } });
  return (
    <StepDialog
      isDestructive
      title={m.orderNotCollectedTitle({ id })}
      text={<p>{m.orderNotCollectedText({ buyer: buyerText(order) })}</p>}
      confirmLabel={m.orderNotCollected()}
      form={form}
      save={notCollected.mutateAsync}
      done={m.orderNotCollectedToast({ id })}
      onClose={onClose}
    />
  );
}
