import { figureText } from '#platform/rules/amounts.ts';
import { rpc } from '#platform/web/client/rpc.ts';
import type { SendTogether } from '#platform/web/offline/entry.ts';
import { inputOf } from '#platform/web/offline/lazy-queue.ts';
import type { SetQuantity } from '#products/rules/product.ts';
import { m } from '#text';

export const setTogether: SendTogether = async (entries, options) => {
  const lines = entries.map((entry) => inputOf<SetQuantity>(entry));
  const results = await rpc.farmer.products.setQuantities.mutate({ lines }, options);
  return results.map((result) => {
    if (result.outcome === 'saved') return { sent: result };
    if (result.outcome === 'changed') {
      const { quantity } = result;
      const sentence = m.errorQuantityChanged({ quantity: figureText(quantity) });
      return { refusal: { sentence, code: 'QUANTITY_CHANGED', facts: { quantity } } };
    }
    return {
      refusal: { sentence: m.errorProductNotFound(), code: 'PRODUCT_NOT_FOUND', facts: {} },
    };
  });
};
