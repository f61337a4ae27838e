import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { confirmOrderInput } from '#features/orders/rules/order-input.ts';
import { type Day, dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { nearDayText } from '#platform/web/ui/format/near-day-text.ts';
import { wishText } from '../order-texts.ts';
import {
  type HarvestValues,
  harvestInput,
  harvestOf,
  LineQuantities,
} from '../settlement/line-quantities.tsx';
import { buyerText, productsText } from './order-cells.tsx';
import { StepDialog, type StepProps } from './step-dialog.tsx';

/** Three weeks; a later day is agreed on in the conversation. */
const PROMISED_DAYS = 21;

type Values = HarvestValues & { deliveryDate: string };

const resolver = typedResolver<Values, typeof confirmOrderInput>(
  confirmOrderInput,
  ({ deliveryDate, ...harvest }) => ({
    ...harvestInput(harvest),
    deliveryDate: deliveryDate || null,
  }),
);

/** The days that a farmer can promise. A browser's own date field may speak another language. */
function promisedDays(wishedDay: Day | null) {
  const today = dayInNairobi(new Date());
  const days = Array.from({ length: PROMISED_DAYS }, (_, at) => daysAfter(today, at));
  if (wishedDay && !days.includes(wishedDay)) days.push(wishedDay);
  return days.map((value, at) => ({ value, label: nearDayText(value, at) }));
}

/** Accepts an order or the part of it that there is, optionally with a delivery date. */
export function ConfirmOrder({ order, onClose }: StepProps) {
  const { wishedDay } = order;
  // The buyer's preferred day is the suggested delivery date, unless that day is over.
  const isWishNear = wishedDay !== null && wishedDay >= dayInNairobi(new Date());
  const form = useForm<Values, unknown, z.output<typeof confirmOrderInput>>({
    resolver,
    defaultValues: { ...harvestOf(order), deliveryDate: isWishNear ? wishedDay : '' },
  });
  const wish = wishText(order);
  const isMpesa = order.paymentMethod === 'M-Pesa';
  return (
    <StepDialog
      title={m.orderAcceptTitle({ id: order.id })}
      text={
        <>
          <p>
            {m.orderAcceptText({
              buyer: buyerText(order),
              products: productsText(order),
              amount: moneyText(order.amount),
            })}
          </p>
          {wish && <p className="font-semibold text-ink">{m.wishedForFarmer({ wish })}</p>}
          <p>{isMpesa ? m.orderAcceptPayText() : m.orderAcceptCashText()}</p>
        </>
      }
      confirmLabel={m.orderAccept()}
      form={form}
      fields={['deliveryDate']}
      queued="confirmOrder"
      done={m.orderConfirmedToast({ id: order.id })}
      onClose={onClose}
    >
      <LineQuantities order={order} form={form} />
      <SelectField
        label={order.fulfilment === 'delivery' ? m.deliveryDateLabel() : m.collectionDateLabel()}
        isOptional
        placeholder={m.deliveryDateUnknown()}
        options={promisedDays(isWishNear ? wishedDay : null)}
        error={fieldSentence(form.formState.errors.deliveryDate)}
        {...form.register('deliveryDate')}
      />
    </StepDialog>
  );
}
