import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/trpc/app-router.ts';
import { FARM_DATA, MARKET_DATA, PRODUCT_DATA } from '#shared/routes.ts';

export type Answers = inferRouterOutputs<AppRouter>['market'];

/** A product as buyers see it in a list, and on its own page. */
export type Offer = Answers['products']['products'][number];
export type WholeOffer = Answers['product'];

/** A farm as anyone may see it. */
export type Farm = Answers['farm'];

/** When the page was requested, which tells how old the data in it is. */
export const PAGE_DATA_AT = performance.timeOrigin;

/** The data that the server wrote into the page, so that the first view needs no further request. */
function readPageData<Data>(id: string): Data | undefined {
  const text = document.getElementById(id)?.textContent;
  // The same server wrote it, in the shape that the procedures return.
  return text ? (JSON.parse(text) as Data) : undefined;
}

type MarketData = { products: Answers['products']; facets: Answers['facets'] };

/** The first page of the whole market; undefined if a search or filter is set. */
export const readMarketData = (filter: object): MarketData | undefined =>
  Object.values(filter).some((value) => value !== undefined) ? undefined : readPageData<MarketData>(MARKET_DATA);

export function readProductData(productId: number): WholeOffer | undefined {
  const product = readPageData<WholeOffer>(PRODUCT_DATA);
  return product?.id === productId ? product : undefined;
}

export function readFarmData(farmId: number): Farm | undefined {
  const farm = readPageData<Farm>(FARM_DATA);
  return farm?.farmId === farmId ? farm : undefined;
}
