import type { FindProducts } from '#features/products/rules/find-products.ts';
import { PAGE_DATA_AT, readMarketData } from '#features/products/web/catalogue/page-data.ts';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';

/** For Back to show the list as it was left. */
const KEPT_MILLISECONDS = 10 * 60 * 1000;
const FRESH_MILLISECONDS = 60 * 1000;

export const productListOptions = (question: FindProducts) => ({
  initialData: () => {
    const first = readMarketData(question);
    return first && { pages: [first.products], pageParams: [undefined] };
  },
  initialDataUpdatedAt: PAGE_DATA_AT,
  staleTime: FRESH_MILLISECONDS,
  gcTime: KEPT_MILLISECONDS,
  retry: retryUnlessRefused,
});
