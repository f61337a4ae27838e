import { m } from '#platform/rules/text/compiled/messages.js';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { quantityText } from '../product-texts.ts';
import type { OwnProduct } from '../use-own-products.ts';
import { useStockSteps } from './use-stock-steps.ts';

/**
 * Yesterday's quantities no longer change; they are refetched after this, so that a page left open
 * gets the next day's.
 */
const FRESH_MILLISECONDS = 10 * 60_000;

/**
 * The changes that take one press, and yesterday's quantities, which "Same as yesterday" goes back
 * to.
 */
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
    /**
     * Null if there is nothing to go back to, because the product was not there yesterday or has
     * that quantity now.
     */
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
