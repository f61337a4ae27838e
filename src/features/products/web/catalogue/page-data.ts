import type { FindProducts } from '#products/rules/find-products.ts';
import { PAGE_SIZE } from '#products/rules/product-facts.ts';
import { PAGE_DATA } from '#rules/routes.ts';
import type { Answers, Farm, Reviews, WholeOffer } from './offer.tsx';
import type { BuyerPlace } from './visitor-choices.ts';

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

export function setPageData(data: object): void {
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

export const isPageDrawn = (): boolean => Object.keys(readPageData()).length > 0;

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

const FRESH_MILLISECONDS = 60_000;

export const farmOptions = (farmId: number) => ({
  staleTime: FRESH_MILLISECONDS,
  initialData: () => readFarmData(farmId)?.farm ?? undefined,
  initialDataUpdatedAt: PAGE_DATA_AT,
});

export type FarmList = {
  farmId: number;
  after: string | undefined;
  place: BuyerPlace | null;
};

/**
 * Distances are measured from the buyer's place. A list that starts further on is cached
 * separately, because it sets the usual limit explicitly.
 */
export const farmOffersInput = ({ farmId, after, place }: FarmList) => ({
  farmId,
  ...(after && { limit: PAGE_SIZE }),
  ...(place && { latitude: place.latitude, longitude: place.longitude }),
});

/** The embedded products have no distances, so they are not used if the buyer's place is known. */
export const farmOffersOptions = ({ farmId, after, place }: FarmList) => ({
  staleTime: FRESH_MILLISECONDS,
  ...(!place && {
    initialData: () => {
      const products = readFarmProducts(farmId, after);
      return products && { pages: [products], pageParams: [after] };
    },
    initialDataUpdatedAt: PAGE_DATA_AT,
  }),
});

export function readFarmProducts(farmId: number, after: string | undefined) {
  const data = readFarmData(farmId);
  return data?.after === after ? data?.products : undefined;
}

export const productInput = (productId: number, place: BuyerPlace | null) => ({
  productId,
  ...(place && { latitude: place.latitude, longitude: place.longitude }),
});

/** The embedded data has no distances, so it is not used if the buyer's place is known. */
export const productOptions = (productId: number, place: BuyerPlace | null) => ({
  staleTime: FRESH_MILLISECONDS,
  ...(!place && {
    initialData: () => readProductData(productId) ?? undefined,
    initialDataUpdatedAt: PAGE_DATA_AT,
  }),
});
