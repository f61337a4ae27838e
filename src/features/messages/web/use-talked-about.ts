import { readFailure, retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';

/** `isGone`: it was deleted, or the server reported that it is not on sale. */
export function useTalkedAbout(productId: number | null | undefined) {
  const query = trpc.market.product.useQuery(
    { productId: productId ?? 0 },
    { enabled: typeof productId === 'number', retry: retryUnlessRefused },
  );
  const isGone = productId === null || readFailure(query.error).code === 'PRODUCT_NOT_FOUND';
  return { product: isGone ? null : (query.data ?? null), error: query.error, isGone };
}

export type TalkedAbout = NonNullable<ReturnType<typeof useTalkedAbout>['product']>;
