import { Hono } from 'hono';
import { addressOf, answerFromMemory } from '#platform/server/cache/answer-from-memory.ts';
import { answer, numberOf, unchecked } from '#platform/server/http/answer.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';

const texts = ['search', 'category', 'county', 'sort', 'cursor'] as const;
const numbers = [
  'farmId',
  'minPrice',
  'maxPrice',
  'latitude',
  'longitude',
  'maxDistanceKm',
  'limit',
] as const;
const booleans = ['organic', 'deliversToMe'] as const;

/**
 * GET /api/buyer/products, for a buyer, with the parameters search, category, organic, farmId,
 * county, minPrice, maxPrice, latitude, longitude, deliversToMe, maxDistanceKm, sort, limit and
 * cursor -> {success, products, nextCursor}. Prices are in KES, positions in degrees, organic and
 * deliversToMe are true or false, limit is at most 200, and category is one of the buyers' or the
 * farmers' names in any case, or All.
 */
export const buyerProductPaths = new Hono<RequestEnv>().get('/', async (c) => {
  const { services, session, clientAddress, bearer } = c.get('context');
  const caller = { clientAddress, bearer };
  const ask = () =>
    answer(c, async (caller) => ({
      body: await caller.buyer.products(unchecked(filterOf(c.req.query()))),
    }));
  // All buyers get the same answer; the procedure refuses anyone else.
  const current = await services.calls.run(caller, () => session(['read', 'orders']));
  if (current?.role !== 'buyer') return ask();
  return answerFromMemory(c, {
    hot: services.hotAnswers,
    findView: () => 'offers',
    key: addressOf(c),
    clientAddress,
    ask,
  });
});

/**
 * Converts a query to the procedure's input. Text that is not a number or boolean stays text, which
 * the schema refuses. Empty values are omitted.
 */
function filterOf(query: Record<string, string>): Record<string, string | number | boolean> {
  const given = Object.entries(query).filter(([, text]) => text !== '');
  const parsed = given.flatMap(([name, text]): [string, string | number | boolean][] => {
    if (isOneOf(texts, name)) return [[name, text]];
    if (isOneOf(numbers, name)) return [[name, numberOf(text)]];
    if (isOneOf(booleans, name))
      return [[name, text === 'true' || (text === 'false' ? false : text)]];
    return [];
  });
  return Object.fromEntries(parsed);
}

const isOneOf = (names: readonly string[], name: string) => names.includes(name);

/**
 * GET /api/crops?search -> {success, crops: [{id, en, sw, group}]}, for anyone: by any name,
 * tolerating typos, at most 20; without a search the first ones in alphabetical order.
 */
export const cropPaths = new Hono<RequestEnv>().get('/', (c) => {
  const { services, clientAddress } = c.get('context');
  const search = c.req.query('search');
  const ask = () =>
    answer(c, async (caller) => ({
      body: await caller.market.crops(unchecked(search ? { search } : {})),
    }));
  return answerFromMemory(c, {
    hot: services.hotAnswers,
    findView: () => 'counts',
    key: addressOf(c),
    clientAddress,
    ask,
  });
});
