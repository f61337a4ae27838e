import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type PriceAndQuantity, priceAndQuantityInput } from '#products/rules/product.ts';
import {
  categoryLabels,
  oneUnitLabels,
  priceText,
  quantityText,
  unitLabels,
} from '#products/rules/product-texts.ts';
import { moneyText, parseDecimal } from '#rules/amounts.ts';
import { m } from '#text';
import { Button } from '#ui/elements.tsx';
import { FormBanner } from '#ui/feedback.tsx';
import { TextField } from '#ui/field.tsx';
import { RoundingNote } from '#ui/form-codec.tsx';
import { fieldOf, showFailure, typedResolver } from '#ui/form-state.ts';
import { useIsShown } from '#ui/screen-state.ts';
import { showToast } from '#ui/show-toast.ts';
import { saveChange, sayPending } from '#web/offline/lazy-queue.ts';
import { readFailure } from '#web/rpc.ts';
import { type OwnProduct, useFreshQuantity } from '../use-own-products.ts';
import {
  countOf,
  mergeQuantity,
  ProductActions,
  ProductNotes,
  productSubject,
  quantityEntry,
} from './product-parts.tsx';
import { type Stock, soldOutChange, yesterdayChange } from './stock-steps.tsx';

type RowEditorProps = {
  product: OwnProduct;
  stock: Stock;
  hasActions: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

export function RowEditor({ product, stock, hasActions, onToggle, ...actions }: RowEditorProps) {
  const { name, unit } = product;
  const { form, banner, clearBanner, submit } = useRowChange({ product, onDone: onToggle });
  const { isSubmitting } = form.formState;
  const { steps } = stock;
  const yesterday = stock.yesterdayOf(product);
  return (
    <form noValidate onSubmit={submit} onChange={clearBanner} className="grid gap-3 pt-1 pb-3">
      <FormBanner text={banner} />
      {product.isAsked && (
        <Button
          isWide
          size="small"
          onClick={() => {
            steps.confirm(product);
            onToggle();
          }}
        >
          {m.stillThereYesNamed({ name, quantity: quantityText(product.quantity, unit) })}
        </Button>
      )}
      <div className="grid grid-cols-2 items-end gap-3">
        <TextField
          label={m.productPriceLabelUnit({ unit: oneUnitLabels[unit]() })}
          inputMode="decimal"
          autoComplete="off"
          {...fieldOf(form, 'price')}
        />
        <TextField
          label={m.quantityNew({ unit: unitLabels[unit]() })}
          inputMode="decimal"
          autoComplete="off"
          hint={<RoundingNote text={form.watch('quantity')} />}
          {...fieldOf(form, 'quantity')}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" isBusy={isSubmitting} className="flex-1">
          {m.productSave()}
        </Button>
        {steps.quantityOf(product) > 0 && (
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              steps.setUndoably(product, soldOutChange(product));
              onToggle();
            }}
          >
            {m.productStatusSoldOut()}
          </Button>
        )}
      </div>
      {yesterday !== null && (
        <Button
          variant="secondary"
          size="small"
          isWide
          title={m.inventoryYesterdayHint()}
          onClick={() => {
            steps.setUndoably(product, yesterdayChange(product, yesterday));
            onToggle();
          }}
        >
          {m.inventoryYesterdayQuantity({ quantity: quantityText(yesterday, unit) })}
        </Button>
      )}
      <p className="line-clamp-2 text-muted text-sm">
        {[categoryLabels[product.category](), product.description].filter(Boolean).join(' · ')}
      </p>
      <ProductNotes product={product} />
      {!hasActions && <ProductActions name={name} {...actions} />}
    </form>
  );
}

type RowValues = { price: string; quantity: string; quantitySeen: number };

const resolver = typedResolver<RowValues, typeof priceAndQuantityInput>(
  priceAndQuantityInput,
  ({ price, quantity, quantitySeen }) => ({
    price: parseDecimal(price),
    quantity: countOf(quantity),
    quantitySeen,
  }),
);
const fields = ['price', 'quantity'] as const;
/** A price below this part of the one before is probably a slip. */
const CHEAP_PART = 0.5;
const fallbacks = { failed: m.saveFailed, connectionLost: m.saveFailed };

/**
 * A new quantity alone is a count, which is merged with earlier pending ones; a new price is an
 * edit.
 */
function useRowChange({ product, onDone }: { product: OwnProduct; onDone: () => void }) {
  const isShown = useIsShown();
  const findQuantity = useFreshQuantity();
  const [banner, setBanner] = useState<string | null>(null);
  /** The farmer was asked about this price. */
  const doubted = useRef<number | null>(null);
  const form = useForm<RowValues, unknown, PriceAndQuantity>({
    resolver,
    defaultValues: {
      price: String(product.price),
      quantity: String(product.quantity),
      quantitySeen: product.quantity,
    },
  });

  const changeOf = (changed: PriceAndQuantity) => {
    const { quantity, quantitySeen, price } = changed;
    const { id: productId, name } = product;
    if (price === product.price) {
      const counted = { ...product, productId, quantity, quantitySeen };
      return { entry: quantityEntry(counted), merge: mergeQuantity(quantity), isShown };
    }
    const input = { productId, ...changed };
    const subject = productSubject(productId);
    return { entry: { kind: 'editProduct', subject, input, parts: { name } }, isShown };
  };

  async function save(input: PriceAndQuantity) {
    const isCount = input.price === product.price;
    // An unchanged quantity only answers whether the product is still there.
    const isSame = isCount && input.quantity === input.quantitySeen;
    if (isSame && !product.isAsked) return onDone();
    if (input.price < product.price * CHEAP_PART && doubted.current !== input.price) {
      doubted.current = input.price;
      return setBanner(doubtText(product, input));
    }
    try {
      const pending = await saveChange(changeOf(input));
      if (pending) sayPending(pending);
      else showToast('success', savedText(product, input));
      onDone();
    } catch (error) {
      const failure = readFailure(error);
      setBanner(showFailure(form, fields, { failure, fallbacks }));
      // The next attempt is based on the newer quantity, which the farmer has now seen.
      if (failure.code === 'QUANTITY_CHANGED')
        form.setValue('quantitySeen', (await findQuantity(product.id)) ?? product.quantity);
    }
  }

  return { form, banner, clearBanner: () => setBanner(null), submit: form.handleSubmit(save) };
}

const savedText = ({ name, unit, price }: OwnProduct, input: PriceAndQuantity) =>
  input.price === price
    ? m.quantitySaved({ name, quantity: quantityText(input.quantity, unit) })
    : m.quantitySaved({
        name,
        quantity: `${priceText(input.price, unit)}, ${quantityText(input.quantity, unit)}`,
      });

const doubtText = ({ unit, price }: OwnProduct, input: PriceAndQuantity) =>
  m.inventoryPriceDoubt({
    price: moneyText(input.price),
    unit: oneUnitLabels[unit](),
    before: moneyText(price),
    button: m.productSave(),
  });
