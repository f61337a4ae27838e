import type { InfiniteData } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#app/server/app-router.ts';
import type { EditProduct } from '#features/products/rules/product.ts';
import { readFailure } from '#platform/web/client/failure.ts';
import { rpc } from '#platform/web/client/rpc.ts';
import { queryClient } from '#platform/web/client/server-cache.tsx';
import { factsOf, type Kind } from '#platform/web/offline/kinds.ts';
import { inputOf } from '#platform/web/offline/lazy-queue.ts';
import { withQuantity } from './use-cached-quantities.ts';

type OwnProducts = inferRouterOutputs<AppRouter>['farmer']['products']['list'];
type OwnProduct = OwnProducts['products'][number];

/**
 * How the queue sends an edited product without new photos. Sending it twice is harmless as long as
 * the quantity is still the one that the edit set.
 */
export const editKind: Kind = {
  async send(entry, { token, signal }) {
    const input = inputOf<EditProduct>(entry);
    const options = { context: { idempotencyKey: entry.key, token }, signal };
    return rpc.farmer.products.edit.mutate(input, options).catch((error: unknown) => {
      const { code } = readFailure(error);
      // An earlier attempt succeeded, and only its answer was lost.
      if (
        entry.tries > 1 &&
        code === 'QUANTITY_CHANGED' &&
        factsOf(error).quantity === input.quantity
      )
        return null;
      throw error;
    });
  },
  apply(entry) {
    const input = inputOf<EditProduct>(entry);
    queryClient.setQueriesData<InfiniteData<OwnProducts>>(
      { queryKey: LIST },
      (list) => list && withEdit(list, input),
    );
  },
  refreshes: [
    ['farmer', 'products'],
    ['farmer', 'overview'],
  ],
};

const LIST = [['farmer', 'products', 'list']];

const withEdit = (
  list: InfiniteData<OwnProducts>,
  input: EditProduct,
): InfiniteData<OwnProducts> => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    products: page.products.map((product) =>
      product.id === input.productId ? edited(product, input) : product,
    ),
  })),
});

function edited(
  product: OwnProduct,
  { name, price, unit, quantity, category, description }: EditProduct,
): OwnProduct {
  return withQuantity(
    { ...product, name, price, unit, category, description: description ?? product.description },
    quantity,
  );
}
