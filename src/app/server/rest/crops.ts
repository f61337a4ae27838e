import { Hono } from 'hono';
import { addressOf, answerFromMemory } from '../http/answer-from-memory.ts';
import type { RequestEnv } from '../http/request-context.ts';
import { answer, unchecked } from './answer.ts';

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
