import type { FindProducts } from '#products/rules/find-products.ts';
import { PAGE_DATA } from '#rules/routes.ts';
import type { Answers, Farm, Reviews, WholeOffer } from './offer.tsx';

/**
 * The server's data for a page, embedded as JSON so that the first rendering in the browser is the
 * same.
 */
type PageData = {
  market?: { question: FindProducts; products: Answers['cards']; facets: Answers['facets'] };
  /** The ids in the URL. Null: there is no such product or farm. */
  product?: { id: string; product: WholeOffer | null; reviews?: Reviews };
  farm?: {
    id: string;
    farm: Farm | null;
    after?: string;
    products?: Answers['cards'];
    reviews?: Reviews;
  };
};

/**
 * When the page's data was read: the time of the service worker's copy
 * (app/web/worker/cached-pages.ts), or of the page's request.
 */
export const PAGE_DATA_AT =
  Number(globalThis.document?.documentElement.dataset.keptAt) || performance.timeOrigin;

let given: object | undefined;

export function setPageData(data: object) {
  given = data;
}

/**
 * Other features embed parts of their own. `Data`: the parts that the caller reads, all optional.
 */
export function readPageData<Data extends object = PageData>(): Data {
  given ??= JSON.parse(document.getElementById(PAGE_DATA)?.textContent ?? '{}') as object;
  // A cast: the same server wrote it in the procedures' shape.
  return given as Data;
}

export const isPageDrawn = () => Object.keys(readPageData()).length > 0;

/** Undefined if the page was rendered for another question. */
export function readMarketData(question: FindProducts): PageData['market'] {
  const { market } = readPageData();
  return market && keyOf(market.question) === keyOf(question) ? market : undefined;
}

const keyOf = (question: FindProducts) =>
  JSON.stringify(
    Object.entries(question)
      .filter(([, value]) => value !== undefined)
      .sort(),
  );

/** Null if there is no such product; undefined if the page was rendered for something else. */
export function readProductData(productId: number): WholeOffer | null | undefined {
  const { product } = readPageData();
  return product?.id === String(productId) ? product.product : undefined;
}

export function readFarmData(farmId: number): PageData['farm'] {
  const { farm } = readPageData();
  return farm?.id === String(farmId) ? farm : undefined;
}

export function readReviewsData(farmId: number): Reviews | undefined {
  const { product } = readPageData();
  return (
    readFarmData(farmId)?.reviews ??
    (product?.product?.farmId === farmId ? product.reviews : undefined)
  );
}
