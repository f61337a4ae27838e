import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { lineCents, sumOrder } from '#features/orders/rules/settlement.ts';
import { unitText } from '#features/products/rules/unit-texts.ts';
import { productNameText, quantityText } from '#features/products/web/product-texts.ts';
import { parseDecimal } from '#platform/rules/decimal.ts';
import { centsOf, moneyText, shillingsOf } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { CheckboxField } from '#platform/web/ui/form/checkbox-field.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { FarmerOrder } from '../farmer/use-orders.ts';

/** The quantity that the farmer has of each line, as typed. */
export type HarvestValues = {
  orderId: number;
  lines: { lineId: number; quantity: string; quantitySeen: number }[];
  isRestThere: boolean;
};

/** All that was ordered, until something is typed. */
export const harvestOf = (order: FarmerOrder): HarvestValues => ({
  orderId: order.id,
  lines: order.lines.map(({ id, quantity }) => ({
    lineId: id,
    quantity: String(quantity),
    quantitySeen: quantity,
  })),
  isRestThere: false,
});

const typedQuantity = (text: string) => parseDecimal(text) ?? Number.NaN;

/** The input of the step; without lines if the farmer has everything. */
export function harvestInput({ orderId, lines, isRestThere }: HarvestValues) {
  const typed = lines.map((line) => ({ ...line, quantity: typedQuantity(line.quantity) }));
  const isShort = typed.some(({ quantity, quantitySeen }) => quantity !== quantitySeen);
  return { orderId, ...(isShort && { lines: typed, isRestThere }) };
}

type LineQuantitiesProps<Values extends HarvestValues, Input> = {
  order: FarmerOrder;
  form: UseFormReturn<Values, unknown, Input>;
};

/** A field for each line, and what follows from less than was ordered. */
export function LineQuantities<Values extends HarvestValues, Input>(
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
  children: ReactNode;
};

/** The new total, or that nothing is left; nothing while the farmer has everything. */
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
