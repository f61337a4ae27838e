import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { readFailure } from '#platform/web/client/failure.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { saveChange, sayPending } from '#platform/web/offline/lazy-queue.ts';
import { useIsShown } from '#platform/web/ui/browser/screen-state.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { TextField } from '#platform/web/ui/form/field.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { RoundingNote } from '#platform/web/ui/form/rounding-note.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { FormDialog } from '#platform/web/ui/overlay/dialog.tsx';
import { type SetQuantity, setQuantityInput } from '#products/rules/product.ts';
import { m } from '#text';
import { useFreshQuantity } from '../own/use-cached-quantities.ts';
import { quantityText, unitLabels } from '../product-texts.ts';
import type { OwnProduct } from '../use-own-products.ts';
import { countOf, mergeQuantity, quantityEntry } from './quantities.ts';

type QuantityValues = { quantity: string; productId: number; quantitySeen: number };

const resolver = typedResolver<QuantityValues, typeof setQuantityInput>(
  setQuantityInput,
  ({ quantity, ...rest }) => ({
    ...rest,
    quantity: countOf(quantity),
  }),
);
const fallbacks = { failed: m.quantityFailed, connectionLost: m.cannotConnect };

/**
 * An order may have reduced the quantity in the meantime; the dialog then shows the new one and
 * overwrites nothing.
 */
export function QuantityDialog({ product, onClose }: { product: OwnProduct; onClose: () => void }) {
  const isShown = useIsShown();
  const [banner, setBanner] = useState<string | null>(null);
  const findQuantity = useFreshQuantity();
  const form = useForm<QuantityValues, unknown, SetQuantity>({
    resolver,
    defaultValues: {
      productId: product.id,
      quantity: String(product.quantity),
      quantitySeen: product.quantity,
    },
  });

  const submit = form.handleSubmit(async (input) => {
    try {
      const { quantity, quantitySeen = product.quantity } = input;
      const pending = await saveChange({
        entry: quantityEntry({ ...product, productId: product.id, quantity, quantitySeen }),
        merge: mergeQuantity(quantity),
        isShown,
      });
      if (pending) sayPending(pending);
      else
        showToast(
          'success',
          m.quantitySaved({ name: product.name, quantity: quantityText(quantity, product.unit) }),
        );
      onClose();
    } catch (error) {
      const failure = readFailure(error);
      setBanner(showFailure(form, ['quantity'], { failure, fallbacks }));
      if (failure.code !== 'QUANTITY_CHANGED') return;
      // The next attempt is based on the newer quantity, which the farmer has now seen.
      form.setValue(
        'quantitySeen',
        (await findQuantity(product.id)) ?? input.quantitySeen ?? product.quantity,
      );
    }
  });

  return (
    <FormDialog
      title={m.quantityTitle({ name: product.name })}
      submitLabel={m.quantitySave()}
      isBusy={form.formState.isSubmitting}
      onSubmit={submit}
      onChange={() => setBanner(null)}
      banner={banner}
      onClose={onClose}
    >
      <p className="text-muted">
        {m.quantityNow({ quantity: quantityText(form.watch('quantitySeen'), product.unit) })}
      </p>
      <TextField
        label={m.quantityNew({ unit: unitLabels[product.unit]() })}
        inputMode="decimal"
        autoComplete="off"
        hint={<RoundingNote text={form.watch('quantity')} />}
        error={fieldSentence(form.formState.errors.quantity)}
        {...form.register('quantity')}
      />
    </FormDialog>
  );
}
