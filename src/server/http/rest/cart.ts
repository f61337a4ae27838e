import { Hono } from 'hono';
import type { DoorEnv } from '#server/http/request-context.ts';
import { answer, unchecked } from './answer.ts';

/**
 * GET /api/buyer/cart -> {success, lines, farms, total, lineCount, canOrder, nextCursor}; PUT {lines: [{productId, quantity}]}
 * likewise, the cart being these lines then.
 */
export const cartPaths = new Hono<DoorEnv>()
  // A cart has at most a hundred lines: there is never another page.
  .get('/', (c) => answer(c, async (caller) => ({ body: { ...(await caller.buyer.cart.get()), nextCursor: null } })))
  .put('/', (c) =>
    answer(c, async (caller, body) => ({ body: { ...(await caller.buyer.cart.put(unchecked(body))), nextCursor: null } })),
  );
