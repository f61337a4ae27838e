import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/trpc/app-router.ts';
import { MARKET_DATA, PRODUCT_DATA } from '#shared/routes.ts';

export type Answers = inferRouterOutputs<AppRouter>['market'];

/** A product as buyers see it in a list, and on its own page. */
export type Offer = Answers['products']['products'][number];
export type WholeOffer = Answers['product'];

/** When the page was asked for, and so how old is what came with it. */
export const PAGE_DATA_AT = performance.timeOrigin;

/** What the server wrote into the page, so that the first look waits for no second answer. */
function readPageData<Data>(id: string): Data | undefined {
  const text = document.getElementById(id)?.textContent;
  // It is what the procedures answer, written by the same server.
  return text ? (JSON.parse(text) as Data) : undefined;
}

type MarketData = { products: Answers['products']; facets: Answers['facets'] };

/** The first page of the whole market; nothing where something is looked for. */
export const readMarketData = (filter: object): MarketData | undefined =>
  Object.values(filter).some((value) => value !== undefined) ? undefined : readPageData<MarketData>(MARKET_DATA);

export function readProductData(productId: number): WholeOffer | undefined {
  const product = readPageData<WholeOffer>(PRODUCT_DATA);
  return product?.id === productId ? product : undefined;
}
