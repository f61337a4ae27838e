import { type Context, Hono } from 'hono';
import { answer, answerError, numberOf, unchecked } from '#platform/server/http/answer.ts';
import { addressOf, answerFromMemory } from '#platform/server/http/operation-paths.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';
import { writePricesCsv } from '#prices/server/write-prices-csv.ts';

type PriceContext = Context<RequestEnv>;

function fromMemory(c: PriceContext, ask: () => Promise<Response>) {
  const { services, clientAddress } = c.get('context');
  return answerFromMemory(c, {
    stored: services.storedAnswers,
    findView: () => 'prices',
    key: addressOf(c),
    clientAddress,
    ask,
  });
}

function readQuestion(c: PriceContext) {
  const { crop, county, weeks } = c.req.query();
  return {
    ...(crop && { crop }),
    ...(county && { county }),
    ...(weeks && { weeks: numberOf(weeks) }),
  };
}

/**
 * Public. GET /api/prices?crop&county&weeks -> weeks, the oldest first; GET /api/prices/movers?days
 * -> `change` in percent. In whole shillings per kg.
 */
export const pricePaths = new Hono<RequestEnv>()
  .get('/', (c) =>
    fromMemory(c, () =>
      answer(c, async (caller) => {
        const { reference: _, ...body } = await caller.market.prices(unchecked(readQuestion(c)));
        return { body };
      }),
    ),
  )
  .get('/movers', (c) =>
    fromMemory(c, () =>
      answer(c, async (caller) => {
        const days = c.req.query('days');
        return {
          body: await caller.market.priceMovers(unchecked(days ? { days: numberOf(days) } : {})),
        };
      }),
    ),
  );

/** GET /api/prices.csv: the figures of GET /api/prices, and prices published by others. */
export const pricesFile = new Hono<RequestEnv>().get('/', (c) =>
  fromMemory(c, async () => {
    try {
      const prices = await c.get('caller').market.prices(unchecked(readQuestion(c)));
      return c.body(writePricesCsv(prices), 200, { 'Content-Type': 'text/csv; charset=utf-8' });
    } catch (error) {
      return answerError(c, error);
    }
  }),
);
