import { useState } from 'react';
import { type ChangeHandler, type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import { pricePerKgCents } from '#products/rules/offer-card.ts';
import { type Unit, units } from '#products/rules/product.ts';
import {
  categories,
  DEPOSIT_PERCENT_MAX,
  DEPOSIT_PERCENT_MIN,
  DESCRIPTION_MAX,
  flagNames,
  LOW_STOCK_BELOW,
  PRODUCT_NAME_MAX,
} from '#products/rules/product-facts.ts';
import { categoryLabels, oneUnitLabels, unitLabels } from '#products/rules/product-texts.ts';
import { centsOf, moneyText, parseDecimal, shillingsOf } from '#rules/amounts.ts';
import { m } from '#text';
import { useSettled } from '#ui/browser/timers.ts';
import { CheckboxField, SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import { RoundingNote } from '#ui/form-codec.tsx';
import { fieldOf } from '#ui/form-state.ts';
import { deviceStore } from '#web/storage.ts';
import type { OwnProduct } from '../use-own-products.ts';
import { CropLine, type ProductFormApi, useCrop, useUnitChange } from './crop-line.tsx';
import { fieldLabels } from './use-product-form.ts';

/**
 * Gives a field its `name` of §3 in the HTML. React-hook-form reads the field's name from the
 * event's target, so its handlers get an event with the form's name.
 */
function named<Props extends UseFormRegisterReturn>(field: Props, shownName: string): Props {
  const { name, onChange, onBlur } = field;
  const withOwnName =
    (handle: ChangeHandler): ChangeHandler =>
    ({ target, type }) =>
      handle({ type, target: { name, value: target.value, type: target.type } });
  return {
    ...field,
    name: shownName,
    onChange: withOwnName(onChange),
    onBlur: withOwnName(onBlur),
  };
}

type WhatFieldsProps = { form: ProductFormApi; product: OwnProduct | null };

/** The crop that the name tells, and whether the form must ask for the category without one. */
export function useNaming({ form, product }: WhatFieldsProps) {
  const [typed, chosen] = useWatch({ control: form.control, name: ['name', 'crop'] });
  const name = useSettled(typed.trim());
  const crop = useCrop({ chosen, name, product });
  const { touchedFields, errors } = form.formState;
  const [wasMissing, setWasMissing] = useState(false);
  if (errors.category && !wasMissing) setWasMissing(true);
  const isUnknown = product === null && touchedFields.name === true && crop === null;
  return { name, crop, asksCategory: isUnknown || wasMissing };
}

type Naming = ReturnType<typeof useNaming>;

export function WhatFields({ form, product, naming }: WhatFieldsProps & { naming: Naming }) {
  return (
    <>
      <TextField
        label={fieldLabels.name()}
        autoComplete="off"
        maxLength={PRODUCT_NAME_MAX}
        {...named(fieldOf(form, 'name'), 'productName')}
      />
      <CropLine form={form} product={product} crop={naming.crop} />
      {naming.asksCategory && <CategoryField form={form} />}
    </>
  );
}

function CategoryField({ form }: { form: ProductFormApi }) {
  return (
    <SelectField
      label={fieldLabels.category()}
      placeholder={m.chooseOption()}
      options={categories.map((value) => ({ value, label: categoryLabels[value]() }))}
      {...fieldOf(form, 'category')}
    />
  );
}

/**
 * Side by side, two fields share the rows of label, box, hint and error, so that the boxes align.
 */
const pair = 'row-span-4 grid-rows-subgrid mb-2';

export type PriceHintProps = WhatFieldsProps & {
  unit: Unit;
  onMarketPrice: (price: number | null) => void;
};
export type PriceHint = React.ComponentType<PriceHintProps>;

type AmountFieldsProps = WhatFieldsProps & {
  PriceHint: PriceHint;
  onMarketPrice: PriceHintProps['onMarketPrice'];
};

export function AmountFields({ form, product, PriceHint, onMarketPrice }: AmountFieldsProps) {
  const { control } = form;
  const [chosen, price, netWeightKg, quantity] = useWatch({
    control,
    name: ['unit', 'price', 'netWeightKg', 'quantity'],
  });
  const unit = unitNamed(chosen);
  const { change, note } = useUnitChange(form, product);
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-1.5">
      <TextField
        className={pair}
        label={fieldLabels.quantity()}
        inputMode="decimal"
        autoComplete="off"
        hint={<RoundingNote text={quantity} />}
        {...fieldOf(form, 'quantity')}
      />
      <SelectField
        className={pair}
        label={fieldLabels.unit()}
        options={units.map((value) => ({ value, label: unitLabels[value]() }))}
        {...fieldOf(form, 'unit', {
          onChange: ({ target }) => change(unit, unitNamed(target.value)),
        })}
      />
      <TextField
        label={m.productPriceLabelUnit({ unit: oneUnitLabels[unit]() })}
        inputMode="decimal"
        autoComplete="off"
        className="col-span-2"
        hint={
          <>
            <RoundingNote text={price} />
            {note?.price === price && (
              <output aria-live="polite" className="block font-semibold text-soil">
                {price
                  ? m.productPriceConverted({ unit: oneUnitLabels[note.from]() })
                  : m.productPriceCleared({
                      unit: oneUnitLabels[note.from](),
                      newUnit: oneUnitLabels[unit](),
                    })}
              </output>
            )}
            {unit !== 'kg' && <PricePerKg unit={unit} price={price} netWeightKg={netWeightKg} />}
          </>
        }
        {...named(fieldOf(form, 'price'), 'pricePerUnit')}
      />
      <PriceHint form={form} product={product} unit={unit} onMarketPrice={onMarketPrice} />
    </div>
  );
}

const unitNamed = (typed: string): Unit => units.find((name) => name === typed) ?? 'kg';

function PricePerKg({
  unit,
  price,
  netWeightKg,
}: {
  unit: Unit;
  price: string;
  netWeightKg: string;
}) {
  const [shillings, weight] = [parseDecimal(price), parseDecimal(netWeightKg)];
  const cents =
    shillings && weight && weight > 0 ? pricePerKgCents(centsOf(shillings), unit, weight) : null;
  return (
    <output aria-live="polite" className="font-semibold text-leaf tabular-nums">
      {cents !== null &&
        Number.isFinite(cents) &&
        m.productPerKg({ price: moneyText(shillingsOf(cents)) })}
    </output>
  );
}

const DEPOSIT_STEP = 10;

/** Includes the present deposit, which another client may have set. */
function depositChoices(present: string) {
  const usual: string[] = [];
  for (let percent = DEPOSIT_PERCENT_MIN; percent <= DEPOSIT_PERCENT_MAX; percent += DEPOSIT_STEP)
    usual.push(String(percent));
  const percents = present === '' || usual.includes(present) ? usual : [...usual, present];
  return percents.map((value) => ({ value, label: m.announceDeposit({ percent: value }) }));
}

const detailFields = [
  'category',
  'netWeightKg',
  'description',
  'lowStockBelow',
  ...flagNames,
  'depositPercent',
  'harvestDate',
  'expiryDate',
] as const;

type DetailFieldsProps = {
  form: ProductFormApi;
  hasCategory: boolean;
  canPreOrder: boolean;
};

export function DetailFields({ form, hasCategory, canPreOrder }: DetailFieldsProps) {
  const { formState, control } = form;
  const [chosen, announced] = useWatch({ control, name: ['unit', 'depositPercent'] });
  const unit = unitNamed(chosen);
  const isAnnounced = announced !== '';
  const { errors } = formState;
  return (
    <MoreDetails isWrong={detailFields.some((field) => errors[field])}>
      {hasCategory && <CategoryField form={form} />}
      {unit !== 'kg' && (
        <TextField
          label={m.productWeightLabel({ unit: oneUnitLabels[unit]() })}
          inputMode="decimal"
          autoComplete="off"
          isOptional
          {...fieldOf(form, 'netWeightKg')}
        />
      )}
      <TextAreaField
        label={fieldLabels.description()}
        isOptional
        rows={3}
        maxLength={DESCRIPTION_MAX}
        {...fieldOf(form, 'description')}
      />
      <TextField
        label={fieldLabels.lowStockBelow()}
        hint={m.productLowStockHint({ count: LOW_STOCK_BELOW })}
        inputMode="decimal"
        autoComplete="off"
        isOptional
        {...fieldOf(form, 'lowStockBelow')}
      />
      {flagNames.map((flag) => (
        <CheckboxField key={flag} label={fieldLabels[flag]()} {...fieldOf(form, flag)} />
      ))}
      {canPreOrder && (
        <SelectField
          label={fieldLabels.depositPercent()}
          placeholder={m.announceNone()}
          isOptional
          options={depositChoices(announced)}
          {...fieldOf(form, 'depositPercent', { deps: ['harvestDate'] })}
        />
      )}
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField
          type="date"
          label={isAnnounced ? m.announceWeekLabel() : fieldLabels.harvestDate()}
          isOptional={!isAnnounced}
          {...fieldOf(form, 'harvestDate', { deps: ['expiryDate'] })}
        />
        <TextField
          type="date"
          label={fieldLabels.expiryDate()}
          isOptional
          {...fieldOf(form, 'expiryDate')}
        />
      </div>
    </MoreDetails>
  );
}

const OPEN = 'productDetailsOpen';

function MoreDetails({ isWrong, children }: { isWrong: boolean; children: React.ReactNode }) {
  const [isOpen, setIsOpen] = useState(() => Boolean(deviceStore.read(OPEN)));
  const toggle = (isNowOpen: boolean) => {
    setIsOpen(isNowOpen);
    deviceStore.write(OPEN, isNowOpen ? '1' : null);
  };
  return (
    <details
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => toggle(currentTarget.open)}
      className="border-line border-t pt-1"
    >
      <summary className="link flex min-h-11 cursor-pointer items-center">
        {m.productDetails()}
      </summary>
      <div className="grid gap-5 pt-2">{children}</div>
    </details>
  );
}
