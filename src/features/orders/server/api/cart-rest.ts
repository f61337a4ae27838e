import { Hono } from 'hono';
import { answer, unchecked } from '#platform/server/http/answer.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';

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
