import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type PriceAndQuantity, priceAndQuantityInput } from '#features/products/rules/product.ts';
import { parseDecimal } from '#platform/rules/decimal.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { saveChange, sayPending } from '#platform/web/offline/lazy-queue.ts';
import { useIsShown } from '#platform/web/ui/browser/use-is-shown.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { useFreshQuantity } from '../own/use-cached-quantities.ts';
import { oneUnitLabels, priceText, quantityText } from '../product-texts.ts';
import type { OwnProduct } from '../use-own-products.ts';
import { mergeQuantity, productSubject, quantityEntry } from './queued-quantity.ts';
import { countOf } from './typed-quantities.ts';

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
const fallbacks = { failed: m.productEditFailed, connectionLost: m.productEditFailed };

/**
 * Saves a product's price and quantity. A new quantity alone is a count, which is merged with
 * earlier pending ones; a new price is an edit of the product. Either can wait for the connection.
 */
export function useRowChange({ product, onDone }: { product: OwnProduct; onDone: () => void }) {
  const isShown = useIsShown();
  const findQuantity = useFreshQuantity();
  const [banner, setBanner] = useState<string | null>(null);
  /** A new price that the farmer was asked about. */
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
    // An unchanged quantity answers whether it is still there, and is no change otherwise.
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
      // The farmer has now seen the newer quantity, so the next attempt is based on it.
      if (failure.code === 'QUANTITY_CHANGED')
        form.setValue('quantitySeen', (await findQuantity(product.id)) ?? product.quantity);
    }
  }

  return { form, banner, clearBanner: () => setBanner(null), submit: form.handleSubmit(save) };
}

const savedText = ({ name, unit, price }: OwnProduct, input: PriceAndQuantity): string =>
  input.price === price
    ? m.quantitySaved({ name, quantity: quantityText(input.quantity, unit) })
    : m.quantitySaved({
        name,
        quantity: `${priceText(input.price, unit)}, ${quantityText(input.quantity, unit)}`,
      });

const doubtText = ({ unit, price }: OwnProduct, input: PriceAndQuantity): string =>
  m.inventoryPriceDoubt({
    price: moneyText(input.price),
    unit: oneUnitLabels[unit](),
    before: moneyText(price),
    button: m.productSave(),
  });
