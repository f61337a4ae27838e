import type { Context } from 'hono';
import { within } from '#server/db/deadlines.ts';
import { browseFacets, browseProducts } from '#server/modules/products/browse.ts';
import type { Services } from '#server/trpc/context.ts';
import type { Language } from '#shared/language.ts';
import { MARKET_DATA } from '#shared/routes.ts';
import type { HotAnswers } from '../hot-answers.ts';
import { embed, storePage } from './page-template.ts';
import { sendStored } from './stored-answer.ts';

type First = { products: object; facets: { leftOut: boolean } };

/** Finds what a visitor who has not searched yet sees first; null where that takes too long. */
export type MarketFinder = (clientAddress: string) => Promise<First | null>;

/** After this the page is sent without its first products: its script then asks for them, and says what is wrong. */
const PATIENCE_MILLISECONDS = 400;

export function createMarketFinder({ services }: { services: Services }): MarketFinder {
  return async (clientAddress) => {
    try {
      await services.readPace.consume(clientAddress);
      const visitor = { services, clientAddress };
      const found = Promise.all([browseProducts(visitor, {}), browseFacets(visitor, {})]);
      const [products, facets] = await within(found, { what: 'the first look', milliseconds: PATIENCE_MILLISECONDS });
      return { products, facets };
    } catch (error) {
      services.log.warn({ err: error }, 'the market was sent without its first products');
      return null;
    }
  };
}

/** Answers for /market: the page that draws itself, with its first products where the address has no filter. */
export function createMarketPage({
  templates,
  hotAnswers,
  findFirst,
  clientAddressOf,
}: {
  templates: Record<Language, string>;
  hotAnswers: HotAnswers;
  findFirst: MarketFinder;
  clientAddressOf: (c: Context) => string;
}) {
  return async (c: Context, language: Language): Promise<Response> => {
    const page = (data: string) => storePage(templates[language].replace('<!--market-->', () => data));
    if (new URL(c.req.url).search) return sendStored(c, await page(''));
    const key = `page:/market:${language}`;
    const kept = await hotAnswers.find(key);
    if (kept) return sendStored(c, kept);
    const mark = hotAnswers.mark();
    const first = await findFirst(clientAddressOf(c));
    if (!first) return sendStored(c, await page(''));
    const answer = await page(embed(MARKET_DATA, first));
    if (!first.facets.leftOut) hotAnswers.keep(key, { view: 'offers', mark, answer });
    return sendStored(c, answer);
  };
}
