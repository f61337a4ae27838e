import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { REASON_MAX } from '#features/orders/rules/limits.ts';
import { rejectOrderInput } from '#features/orders/rules/order-input.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { CheckboxField } from '#platform/web/ui/form/checkbox-field.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { buyerText } from './order-cells.tsx';
import { StepDialog, type StepProps } from './step-dialog.tsx';

type Values = { orderId: number; reason: string; isNoneLeft: boolean };

const resolver = typedResolver<Values, typeof rejectOrderInput>(
  rejectOrderInput,
  ({ reason, isNoneLeft, ...order }) => ({
    ...order,
    ...(isNoneLeft && { isNoneLeft }),
    reason: reason.trim() || (isNoneLeft ? m.orderNoneLeftReason() : null),
  }),
);

/** Rejects an order after a confirmation. The buyer is told the reason, if there is one. */
export function RejectOrder({ order, onClose }: StepProps) {
  const form = useForm<Values, unknown, z.output<typeof rejectOrderInput>>({
    resolver,
    defaultValues: { orderId: order.id, reason: '', isNoneLeft: false },
  });
  return (
    <StepDialog
      isDestructive
      title={m.orderRejectTitle({ id: order.id })}
      text={<p>{m.orderRejectText({ buyer: buyerText(order) })}</p>}
      confirmLabel={m.orderReject()}
      form={form}
      fields={['reason']}
      queued="rejectOrder"
      done={m.orderRejectedToast({ id: order.id })}
      onClose={onClose}
    >
      <CheckboxField
        label={
          <>
            <span className="font-semibold">{m.orderNoneLeft()}</span>
            <span className="block text-muted text-sm">{m.orderNoneLeftHint()}</span>
          </>
        }
        {...form.register('isNoneLeft')}
      />
      <TextField
        label={m.orderReasonLabel()}
        hint={m.orderRejectReasonHint()}
        isOptional
        autoComplete="off"
        maxLength={REASON_MAX}
        error={fieldSentence(form.formState.errors.reason)}
        {...form.register('reason')}
      />
    </StepDialog>
  );
}
