import { retryUnlessRefused } from '#web/app/client/failure.ts';
import { trpc } from '#web/app/client/trpc.ts';

/** The product of a conversation as it is on sale now. */
export function useTalkedAbout(productId: number | null | undefined) {
  const query = trpc.market.product.useQuery(
    { productId: productId ?? 0 },
    { enabled: typeof productId === 'number', retry: retryUnlessRefused },
  );
  return { product: query.data ?? null, error: query.error };
}

export type TalkedAbout = NonNullable<ReturnType<typeof useTalkedAbout>['product']>;
