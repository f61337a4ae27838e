import { Hono } from 'hono';
import { addressOf, answerFromMemory } from '../http/answer-from-memory.ts';
import type { RequestEnv } from '../http/request-context.ts';
import { answer, numberOf, unchecked } from './answer.ts';

/**
 * GET /api/buyer/profile -> {success, profile}; PUT {firstName, lastName, phoneNumber,
 * deliveryAddress, city} -> {success, profile}. A PUT leaves missing fields unchanged.
 */
export const buyerPaths = new Hono<RequestEnv>()
  .get('/profile', (c) =>
    answer(c, async (caller) => ({ body: { profile: await caller.buyer.profile() } })),
  )
  .put('/profile', (c) =>
    answer(c, async (caller, body) => {
      const now = await caller.buyer.profile();
      return { body: { profile: await caller.buyer.editProfile(unchecked({ ...now, ...body })) } };
    }),
  );

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
  const { services, session, clientAddress } = c.get('context');
  const ask = () =>
    answer(c, async (caller) => ({
      body: await caller.buyer.products(unchecked(filterOf(c.req.query()))),
    }));
  // All buyers get the same answer; the procedure refuses anyone else.
  if ((await session())?.role !== 'buyer') return ask();
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
 * GET /api/buyer/cart -> {success, lines, farms, total, lineCount, canOrder, nextCursor}; PUT
 * {lines: [{productId, quantity}]} replaces the cart's lines and returns the same.
 */
export const cartPaths = new Hono<RequestEnv>()
  // A cart has at most a hundred lines, so there is never another page.
  .get('/', (c) =>
    answer(c, async (caller) => ({
      body: { ...(await caller.buyer.cart.see()), nextCursor: null },
    })),
  )
  .put('/', (c) =>
    answer(c, async (caller, body) => ({
      body: { ...(await caller.buyer.cart.put(unchecked(body))), nextCursor: null },
    })),
  );
