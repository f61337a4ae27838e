import type { InfiniteData } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#app/server/app-router.ts';
import type { SetQuantity } from '#features/products/rules/product.ts';
import { readFailure } from '#platform/web/client/failure.ts';
import { rpc } from '#platform/web/client/rpc.ts';
import { queryClient } from '#platform/web/client/server-cache.tsx';
import { factsOf, type Kind } from '#platform/web/offline/kinds.ts';
import { inputOf } from '#platform/web/offline/lazy-queue.ts';
import { withQuantity } from '../own/use-cached-quantities.ts';

type OwnProducts = inferRouterOutputs<AppRouter>['farmer']['products']['list'];

/** How the queue sends a count. */
export const quantityKind: Kind = {
  async send(entry, { token, signal }) {
    const input = inputOf<SetQuantity>(entry);
    const options = { context: { idempotencyKey: entry.key, token }, signal };
    return rpc.farmer.products.setQuantity.mutate(input, options).catch((error: unknown) => {
      // An earlier attempt succeeded, and only its answer was lost.
      if (entry.tries > 1 && isAlready(error, input.quantity)) return input;
      throw error;
    });
  },
  apply(entry) {
    const { productId, quantity } = inputOf<SetQuantity>(entry);
    queryClient.setQueriesData<InfiniteData<OwnProducts>>(
      { queryKey: LIST },
      (list) => list && withCount(list, productId, quantity),
    );
  },
  refreshes: [
    ['farmer', 'products'],
    ['farmer', 'overview'],
  ],
};

const LIST = [['farmer', 'products', 'list']];

const isAlready = (error: unknown, quantity: number): boolean =>
  readFailure(error).code === 'QUANTITY_CHANGED' && factsOf(error).quantity === quantity;

const withCount = (
  list: InfiniteData<OwnProducts>,
  productId: number,
  quantity: number,
): InfiniteData<OwnProducts> => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    products: page.products.map((product) =>
      product.id === productId ? withQuantity(product, quantity) : product,
    ),
  })),
});
