import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { HANDOVER_CODE_LENGTH } from '#orders/rules/limits.ts';
import { completeOrderInput, weighOrderInput } from '#orders/rules/order-input.ts';
import { isSoldByWeight, lineCents, settleWeighing, sumOrder } from '#orders/rules/settlement.ts';
import { productNameText, unitText } from '#products/rules/product-texts.ts';
import { centsOf, moneyText, parseDecimal, shillingsOf } from '#rules/amounts.ts';
import { m } from '#text';
import { Button } from '#ui/elements.tsx';
import { TextField } from '#ui/field.tsx';
import { fieldOf, typedResolver } from '#ui/form-state.ts';
import { momentNow } from '#web/offline/clock-offset.ts';
import { trpc } from '#web/trpc.ts';
import { buyerText, differenceText, type FarmerOrder } from './order-cells.tsx';
import { StepDialog, type StepProps } from './step-dialog.tsx';

type Values = { orderId: number; handoverCode: string };

const TYPED_MAX = HANDOVER_CODE_LENGTH * 2;

const resolver = typedResolver<Values, typeof completeOrderInput>(
  completeOrderInput,
  ({ orderId, handoverCode }) => ({
    orderId,
    handoverCode: handoverCode.replaceAll(/\s/g, ''),
    // The handover happens now, even if the step is sent later.
    takenAt: momentNow(),
  }),
);

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
        title={m.queueKindComplete({ id: order.id })}
        text={
          <>
            <p>
              {order.paymentMethod === 'Cash on delivery'
                ? m.orderCompleteCashText({ buyer, amount: moneyText(order.amount) })
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
          hint={
            form.formState.errors.handoverCode
              ? undefined
              : m.handoverTriesLeft({ tries: order.handoverTriesLeft })
          }
          inputMode="numeric"
          autoComplete="off"
          maxLength={TYPED_MAX}
          {...fieldOf(form, 'handoverCode')}
        />
      </StepDialog>
      {isWeighing && <WeighOrder order={order} onClose={() => setIsWeighing(false)} />}
    </>
  );
}

type WeighedValues = {
  orderId: number;
  weighingSeen: number;
  lines: { lineId: number; weight: string }[];
};

const typedWeight = (text: string) => parseDecimal(text) ?? Number.NaN;

const weighResolver = typedResolver<WeighedValues, typeof weighOrderInput>(
  weighOrderInput,
  ({ lines, ...order }) => ({
    ...order,
    lines: lines.map(({ lineId, weight }) => ({ lineId, weight: typedWeight(weight) })),
  }),
);

/** The weights change the code that the buyer shows. */
export function WeighOrder({ order, onClose }: StepProps) {
  const weigh = trpc.farmer.orders.weigh.useMutation();
  const lines = order.lines.filter(isSoldByWeight);
  const form = useForm<WeighedValues, unknown, z.output<typeof weighOrderInput>>({
    resolver: weighResolver,
    defaultValues: {
      orderId: order.id,
      weighingSeen: order.weighing,
      lines: lines.map(({ id, quantity, weighedQuantity }) => ({
        lineId: id,
        weight: String(weighedQuantity ?? quantity),
      })),
    },
  });
  const buyer = buyerText(order);
  const isCash = order.paymentMethod === 'Cash on delivery';
  return (
    <StepDialog
      title={m.orderWeighTitle({ id: order.id })}
      text={<p>{(isCash ? m.orderWeighCashText : m.orderWeighText)({ buyer })}</p>}
      confirmLabel={m.orderWeighConfirm()}
      form={form}
      save={weigh.mutateAsync}
      done={m.orderWeighedToast({ buyer })}
      onClose={onClose}
    >
      {lines.map((line, at) => (
        <TextField
          key={line.id}
          label={`${productNameText(line)} (${unitText(2, 'kg')})`}
          inputMode="decimal"
          autoComplete="off"
          {...fieldOf(form, `lines.${at}.weight`)}
        />
      ))}
      <NewTotal order={order} typed={form.watch('lines')} />
    </StepDialog>
  );
}

function NewTotal({ order, typed }: { order: FarmerOrder; typed: WeighedValues['lines'] }) {
  const { sums, differenceCents } = settleTyped(order, typed);
  return (
    <p role="status" className="rounded-field bg-leaf-soft p-3 font-bold text-on-leaf-soft">
      {differenceCents > 0
        ? m.weighMore({
            buyer: buyerText(order),
            amount: moneyText(shillingsOf(differenceCents)),
          })
        : m.weighNewTotal({ amount: moneyText(shillingsOf(sums.totalCents)) })}
    </p>
  );
}

function settleTyped(order: FarmerOrder, typed: WeighedValues['lines']) {
  const { paymentMethod, difference } = order;
  const weights = new Map(typed.map(({ lineId, weight }) => [lineId, typedWeight(weight)]));
  const lines = order.lines.map(({ id, price, quantity }) => {
    const weight = weights.get(id) ?? Number.NaN;
    return {
      quantity,
      weighedQuantity: weight >= 0 ? weight : null,
      priceCents: centsOf(price),
    };
  });
  const deliveryFeeCents = centsOf(order.deliveryFee);
  const agreed = lines.map(({ priceCents, quantity }) => ({
    totalCents: lineCents(priceCents, quantity),
  }));
  const { totalCents } = sumOrder(agreed, deliveryFeeCents);
  const paidMoreCents = difference?.status === 'paid' ? centsOf(difference.amount) : 0;
  return settleWeighing(
    { paymentMethod, totalCents, deliveryFeeCents, weighing: order.weighing, weighingLeft: null },
    lines,
    { receivedCents: totalCents + paidMoreCents, isAgreed: true },
  );
}
