import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { m } from '#text';
import { quantityText } from '../product-texts.ts';
import type { OwnProduct } from '../use-own-products.ts';
import { useStockSteps } from './stock-steps.tsx';

/** So that a page left open gets the next day's quantities. */
const FRESH_MILLISECONDS = 10 * 60_000;

export function useStock() {
  const steps = useStockSteps();
  const { data } = trpc.farmer.products.yesterday.useQuery(undefined, {
    retry: retryUnlessRefused,
    staleTime: FRESH_MILLISECONDS,
  });
  const yesterdays = new Map(data?.map(({ productId, quantity }) => [productId, quantity]));
  return {
    steps,
    yesterdays,
    /** Null if the product did not exist yesterday or already has that quantity. */
    yesterdayOf: (product: OwnProduct): number | null => {
      const quantity = yesterdays.get(product.id);
      return quantity === undefined || quantity === steps.quantityOf(product) ? null : quantity;
    },
  };
}

export type Stock = ReturnType<typeof useStock>;

export const soldOutChange = ({ name }: OwnProduct) => ({
  quantity: 0,
  text: m.inventorySoldOutDone({ name }),
});

export const yesterdayChange = ({ name, unit }: OwnProduct, quantity: number) => ({
  quantity,
  text: m.inventoryYesterdayDone({ name, quantity: quantityText(quantity, unit) }),
});
