import { Hono } from 'hono';
import type { RequestEnv } from '#server/http/request-context.ts';
import { answer, numberOf, unchecked } from './answer.ts';

/** GET /api/farmer/profile -> {success, profile} */
export const farmerPaths = new Hono<RequestEnv>().get('/profile', (c) =>
  answer(c, async (caller) => ({ body: { profile: await caller.farmer.profile() } })),
);

/** GET /api/farmer/payments?limit&cursor -> {success, payments, nextCursor} */
export const farmerPaymentPaths = new Hono<RequestEnv>().get('/', (c) =>
  answer(c, async (caller) => {
    const { limit, cursor } = c.req.query();
    return { body: await caller.farmer.payments.list(unchecked({ cursor, ...(limit && { limit: numberOf(limit) }) })) };
  }),
);
