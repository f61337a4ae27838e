import { type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { confirmOrderInput, shortenOrderInput } from '#orders/rules/order-input.ts';
import { lineCents, sumOrder } from '#orders/rules/settlement.ts';
import { productNameText, quantityText, unitText } from '#products/rules/product-texts.ts';
import { centsOf, moneyText, parseDecimal, shillingsOf } from '#rules/amounts.ts';
import { dayInNairobi, daysAfter } from '#rules/day.ts';
import { m } from '#text';
import { CheckboxField, SelectField, TextField } from '#ui/field.tsx';
import { fieldOf, fieldSentence, typedResolver } from '#ui/form-state.ts';
import { nearDayText } from '#ui/format.ts';
import { trpc } from '#web/trpc.ts';
import { wishText } from '../order-texts.ts';
import { buyerText, type FarmerOrder, productsText } from './order-cells.tsx';
import { StepDialog, type StepProps } from './step-dialog.tsx';

/** Later days are agreed on in the conversation. */
const PROMISED_DAYS = 21;

type Values = HarvestValues & { deliveryDate: string };

const resolver = typedResolver<Values, typeof confirmOrderInput>(
  confirmOrderInput,
  ({ deliveryDate, ...harvest }) => ({
    ...harvestInput(harvest),
    deliveryDate: deliveryDate || null,
  }),
);

/** A browser's own date field may be in another language. */
function promisedDays(wishedDay: Day | null) {
  const today = dayInNairobi(new Date());
  const days = Array.from({ length: PROMISED_DAYS }, (_, at) => daysAfter(today, at));
  if (wishedDay && !days.includes(wishedDay)) days.push(wishedDay);
  return days.map((value, at) => ({ value, label: nearDayText(value, at) }));
}

export function ConfirmOrder({ order, onClose }: StepProps) {
  const { wishedDay } = order;
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
        {...fieldOf(form, 'deliveryDate')}
      />
    </StepDialog>
  );
}

type HarvestValues = {
  orderId: number;
  lines: { lineId: number; quantity: string; quantitySeen: number }[];
  isRestThere: boolean;
};

const harvestOf = (order: FarmerOrder): HarvestValues => ({
  orderId: order.id,
  lines: order.lines.map(({ id, quantity }) => ({
    lineId: id,
    quantity: String(quantity),
    quantitySeen: quantity,
  })),
  isRestThere: false,
});

const typedQuantity = (text: string) => parseDecimal(text) ?? Number.NaN;

function harvestInput({ orderId, lines, isRestThere }: HarvestValues) {
  const typed = lines.map((line) => ({ ...line, quantity: typedQuantity(line.quantity) }));
  const isShort = typed.some(({ quantity, quantitySeen }) => quantity !== quantitySeen);
  return { orderId, ...(isShort && { lines: typed, isRestThere }) };
}

type LineQuantitiesProps<Values extends HarvestValues, Input> = {
  order: FarmerOrder;
  form: UseFormReturn<Values, unknown, Input>;
};

function LineQuantities<Values extends HarvestValues, Input>(
  props: LineQuantitiesProps<Values, Input>,
) {
  const { order } = props;
  // A cast, because the fields below are those of every form with these values.
  const form = props.form as unknown as UseFormReturn<HarvestValues>;
  const { lines } = form.watch();
  const errors = form.formState.errors.lines;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{m.harvestQuestion()}</legend>
      {order.lines.map((line, at) => (
        <LineQuantity
          key={line.id}
          line={line}
          error={fieldSentence(errors?.[at]?.quantity)}
          field={form.register(`lines.${at}.quantity`)}
          onAll={() =>
            form.setValue(`lines.${at}.quantity`, String(line.available), { shouldDirty: true })
          }
        />
      ))}
      <ShortHarvestNote order={order} lines={lines}>
        <CheckboxField label={m.harvestRestThere()} {...form.register('isRestThere')} />
      </ShortHarvestNote>
    </fieldset>
  );
}

type LineQuantityProps = {
  line: FarmerOrder['lines'][number];
  error: string | undefined;
  field: object;
  onAll: () => void;
};

function LineQuantity({ line, error, field, onAll }: LineQuantityProps) {
  const { quantity, unit, available } = line;
  const ordered = m.harvestOrdered({ quantity: quantityText(quantity, unit) });
  return (
    <div className="flex items-start gap-3">
      <TextField
        label={`${productNameText(line)} (${unitText(2, unit)})`}
        hint={ordered}
        inputMode="decimal"
        autoComplete="off"
        className="min-w-0 flex-1"
        error={error}
        {...field}
      />
      {available < quantity && (
        <button type="button" className="link mt-8 min-h-11" onClick={onAll}>
          {m.harvestAllThere({ quantity: quantityText(available, unit) })}
        </button>
      )}
    </div>
  );
}

type ShortHarvestNoteProps = {
  order: FarmerOrder;
  lines: HarvestValues['lines'];
  children: React.ReactNode;
};

function ShortHarvestNote({ order, lines, children }: ShortHarvestNoteProps) {
  const quantities = lines.map(({ quantity }) => typedQuantity(quantity));
  const isShort = order.lines.some(({ quantity }, at) => (quantities[at] ?? quantity) < quantity);
  if (!isShort) return null;
  const isNothing = quantities.every((quantity) => quantity === 0);
  return (
    <div className="grid gap-2">
      <p role="status" className="rounded-field bg-maize-soft p-3 text-on-maize-soft">
        {isNothing
          ? m.harvestNothing()
          : m.harvestNewTotal({ amount: moneyText(newTotal(order, quantities)) })}
      </p>
      {children}
    </div>
  );
}

function newTotal({ lines, deliveryFee }: FarmerOrder, quantities: number[]): number {
  const priced = lines.map(({ price, quantity }, at) => {
    const typed = quantities[at] ?? quantity;
    const has = Number.isFinite(typed) && typed >= 0 ? Math.min(typed, quantity) : quantity;
    return { totalCents: lineCents(centsOf(price), has) };
  });
  return shillingsOf(sumOrder(priced, centsOf(deliveryFee)).totalCents);
}

const shortenResolver = typedResolver<HarvestValues, typeof shortenOrderInput>(
  shortenOrderInput,
  (values) => ({ lines: harvestInput({ ...values }).lines ?? [], ...harvestInput(values) }),
);

export function ShortenOrder({ order, onClose }: StepProps) {
  const shorten = trpc.farmer.orders.shorten.useMutation();
  const form = useForm<HarvestValues, unknown, z.output<typeof shortenOrderInput>>({
    resolver: shortenResolver,
    defaultValues: harvestOf(order),
  });
  const isPaid = order.paymentStatus === 'paid';
  return (
    <StepDialog
      title={m.orderShortenTitle({ id: order.id })}
      text={
        <p>{(isPaid ? m.orderShortenPaidText : m.orderShortenText)({ buyer: buyerText(order) })}</p>
      }
      confirmLabel={m.orderShortenConfirm()}
      form={form}
      save={shorten.mutateAsync}
      done={m.orderShortenedToast({ id: order.id })}
      onClose={onClose}
    >
      <LineQuantities order={order} form={form} />
    </StepDialog>
  );
}
