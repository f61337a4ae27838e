import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { REASON_MAX } from '#features/orders/rules/limits.ts';
import { cancelOrderInput } from '#features/orders/rules/order-input.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { buyerText } from './order-cells.tsx';
import { StepDialog, type StepProps } from './step-dialog.tsx';

type Values = { orderId: number; reason: string };

const resolver = typedResolver<Values, typeof cancelOrderInput>(
  cancelOrderInput,
  ({ orderId, reason }) => ({
    orderId,
    reason: reason || null,
  }),
);

/** Cancels an order that was already accepted. */
export function CancelOrder({ order, onClose }: StepProps) {
  const cancel = trpc.farmer.orders.cancel.useMutation();
  const form = useForm<Values, unknown, z.output<typeof cancelOrderInput>>({
    resolver,
    defaultValues: { orderId: order.id, reason: '' },
  });
  return (
    <StepDialog
      isDestructive
      title={m.orderCancelTitle({ id: order.id })}
      text={
        <>
          <p>{m.orderCancelText({ buyer: buyerText(order) })}</p>
          {order.paymentStatus === 'paid' && <p>{m.orderCancelPaidText()}</p>}
        </>
      }
      confirmLabel={m.orderCancel()}
      dismissLabel={m.orderKeepButton()}
      form={form}
      fields={['reason']}
      save={cancel.mutateAsync}
      done={m.orderCancelledToast({ id: order.id })}
      onClose={onClose}
    >
      <TextField
        label={m.orderReasonLabel()}
        isOptional
        autoComplete="off"
        maxLength={REASON_MAX}
        error={fieldSentence(form.formState.errors.reason)}
        {...form.register('reason')}
      />
    </StepDialog>
  );
}
