import { Hono } from 'hono';
import type { RequestEnv } from '#server/http/request-context.ts';
import { answer } from './answer.ts';

/** GET /api/farmer/profile -> {success, profile} */
export const farmerPaths = new Hono<RequestEnv>().get('/profile', (c) =>
  answer(c, async (caller) => ({ body: { profile: await caller.farmer.profile() } })),
);

/** GET /api/farmer/payments?cursor= -> {success, payments, nextCursor} */
export const farmerPaymentPaths = new Hono<RequestEnv>().get('/', (c) =>
  answer(c, async (caller) => ({ body: await caller.farmer.payments.list({ cursor: c.req.query('cursor') }) })),
);
