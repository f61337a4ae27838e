import type { Context } from 'hono';
import { listFarmReviews } from '#orders/server/reviews.ts';
import type { Language } from '#platform/rules/language.ts';
import { AppError } from '#platform/server/app-error.ts';
import { within } from '#platform/server/db/deadlines.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { type FindProducts, findProductsInput } from '#products/rules/find-products.ts';
import { browseCards, browseFacets } from '#products/server/browse.ts';
import { createRenderedPage, type FoundPage, type PageOptions } from './rendered-page.ts';

export type MarketFinder = (
  question: FindProducts,
  clientAddress: string,
) => Promise<FoundPage | null>;

/** After this time the page is sent without its products, which its script then requests. */
const PATIENCE_MILLISECONDS = 400;

export function createMarketFinder({ services }: { services: Services }): MarketFinder {
  return async (question, clientAddress) => {
    const input = findProductsInput.safeParse(question);
    if (!input.success) return null;
    try {
      const visit = { ...services, clientAddress };
      const found = Promise.all([browseCards(visit, input.data), browseFacets(visit, input.data)]);
      const [products, facets] = await within(found, {
        what: 'finding the first products',
        milliseconds: PATIENCE_MILLISECONDS,
      });
      return { data: { market: { question, products, facets } }, isPartial: facets.leftOut };
    } catch (error) {
      if (question.cursor && error instanceof AppError && error.code === 'INVALID_INPUT')
        return { redirectTo: '/market' };
      services.log.warn({ err: error }, 'the market was sent without its first products');
      return null;
    }
  };
}

type MarketPageOptions = PageOptions & {
  find: MarketFinder;
  clientAddressOf: (c: Context) => string;
};

export function createMarketPage({ find, clientAddressOf, ...options }: MarketPageOptions) {
  const page = createRenderedPage(options);
  return async (c: Context, language: Language): Promise<Response> => {
    const { readMarketAddress } = await options.loadRenderer();
    const { canonicalSearch, question } = readMarketAddress(new URL(c.req.url).search);
    const clientAddress = clientAddressOf(c);
    return page(c, {
      address: `/market${canonicalSearch}`,
      language,
      clientAddress,
      find: async () => question && find(question, clientAddress),
    });
  };
}

type Visitor = { services: Services; clientAddress: string };

/**
 * Computed from all of a farm's sales, so it runs in the queue of searches. Reviews stored by
 * another process appear when the cached page is two seconds old. Undefined if it takes too long or
 * fails: the page's script then requests them.
 */
export async function readReviews({ services, clientAddress }: Visitor, farmId: number) {
  try {
    const work = services.catalogueReads.search(clientAddress, (db) =>
      listFarmReviews(db, { farmId }),
    );
    return await within(work, {
      what: "finding a farm's reviews",
      milliseconds: PATIENCE_MILLISECONDS,
    });
  } catch (error) {
    services.log.warn({ err: error }, "a page was sent without its farm's reviews");
    return undefined;
  }
}
