import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { HANDOVER_CODE_LENGTH } from '#features/orders/rules/limits.ts';
import { completeOrderInput } from '#features/orders/rules/order-input.ts';
import { cashText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { momentNow } from '#platform/web/offline/clock-offset.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { buyerText, differenceText } from './order-cells.tsx';
import { StepDialog, type StepProps } from './step-dialog.tsx';
import { WeighOrder } from './weigh-order.tsx';

type Values = { orderId: number; handoverCode: string };

/** Leaves room for blanks in a pasted code. */
const TYPED_MAX = HANDOVER_CODE_LENGTH * 2;

const resolver = typedResolver<Values, typeof completeOrderInput>(
  completeOrderInput,
  ({ orderId, handoverCode }) => ({
    orderId,
    handoverCode: handoverCode.replaceAll(/\s/g, ''),
    // Offline, the step is sent later, but the handover happens now.
    takenAt: momentNow(),
  }),
);

/** Asks for the code that the buyer shows at the handover. Goods in kg may be weighed before. */
export function CompleteOrder({ order, onClose, onHandedOver }: StepProps) {
  const form = useForm<Values, unknown, z.output<typeof completeOrderInput>>({
    resolver,
    defaultValues: { orderId: order.id, handoverCode: '' },
  });
  const buyer = buyerText(order);
  const difference = differenceText(order);
  const [isWeighing, setIsWeighing] = useState(false);
  const { setFocus } = form;
  useEffect(() => setFocus('handoverCode'), [setFocus]);
  return (
    <>
      <StepDialog
        title={m.orderCompleteTitle({ id: order.id })}
        text={
          <>
            <p>
              {order.paymentMethod === 'Cash on delivery'
                ? m.orderCompleteCashText({ buyer, amount: cashText(order.amount) })
                : m.orderCompleteText({ buyer })}
            </p>
            {difference && <p className="font-semibold text-ink">{difference}</p>}
          </>
        }
        confirmLabel={m.orderCompleteConfirm()}
        form={form}
        fields={['handoverCode']}
        queued="completeOrder"
        done={m.orderCompletedToast({ id: order.id })}
        onDone={() => onHandedOver?.(order)}
        onClose={onClose}
      >
        {order.steps.includes('weigh') && (
          <Button variant="secondary" onClick={() => setIsWeighing(true)}>
            {m.orderWeigh()}
          </Button>
        )}
        <TextField
          label={m.handoverCodeLabel()}
          // The error already contains the remaining tries.
          hint={
            form.formState.errors.handoverCode
              ? undefined
              : m.handoverTriesLeft({ tries: order.handoverTriesLeft })
          }
          inputMode="numeric"
          autoComplete="off"
          maxLength={TYPED_MAX}
          error={fieldSentence(form.formState.errors.handoverCode)}
          {...form.register('handoverCode')}
        />
      </StepDialog>
      {isWeighing && <WeighOrder order={order} onClose={() => setIsWeighing(false)} />}
    </>
  );
}
