import { m } from '#platform/rules/text/compiled/messages.js';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { RoundingNote } from '#platform/web/ui/form/rounding-note.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { categoryLabels, oneUnitLabels, quantityText, unitLabels } from '../product-texts.ts';
import type { OwnProduct } from '../use-own-products.ts';
import { ProductActions } from './product-actions.tsx';
import { ProductNotes } from './product-notes.tsx';
import { useRowChange } from './use-row-change.ts';
import { type Stock, soldOutChange, yesterdayChange } from './use-stock.ts';

type RowEditorProps = {
  product: OwnProduct;
  stock: Stock;
  /** The row itself has Edit and Delete. */
  hasActions: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** An open row: its price and quantity as fields, and everything else that can be done with it. */
export function RowEditor({ product, stock, hasActions, onToggle, ...actions }: RowEditorProps) {
  const { name, unit } = product;
  const { form, banner, clearBanner, submit } = useRowChange({ product, onDone: onToggle });
  const { errors, isSubmitting } = form.formState;
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
          error={fieldSentence(errors.price)}
          {...form.register('price')}
        />
        <TextField
          label={m.quantityNew({ unit: unitLabels[unit]() })}
          inputMode="decimal"
          autoComplete="off"
          hint={<RoundingNote text={form.watch('quantity')} />}
          error={fieldSentence(errors.quantity)}
          {...form.register('quantity')}
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
            {m.inventorySoldOut()}
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
