import { type Context, Hono } from 'hono';
import { answer, pathId, unchecked } from '#platform/server/http/answer.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';

/** The body with the id from the path, which overrides one in the body. */
const ofPath = (c: Context<RequestEnv>, body: object = {}) => unchecked({ ...body, id: pathId(c) });

/** There are never more than STANDING_ORDERS_MAX, so there is never another page. */
const allOf = async (standingOrders: Promise<object>) => ({
  body: { ...(await standingOrders), nextCursor: null },
});

/**
 * /api/buyer/standing-orders: GET; POST; POST /{id}/pause, resume, skip, change; DELETE /{id} ends
 * it. Each answers {success, standingOrders, nextCursor}.
 */
export const standingOrderPaths = new Hono<RequestEnv>()
  .get('/', (c) => answer(c, (caller) => allOf(caller.buyer.standingOrders.list())))
  .post('/', (c) =>
    answer(c, async (caller, body) => ({
      status: 201,
      ...(await allOf(caller.buyer.standingOrders.create(unchecked(body)))),
    })),
  )
  .post('/:id/pause', (c) =>
    answer(c, (caller) => allOf(caller.buyer.standingOrders.pause(ofPath(c)))),
  )
  .post('/:id/resume', (c) =>
    answer(c, (caller) => allOf(caller.buyer.standingOrders.resume(ofPath(c)))),
  )
  .post('/:id/skip', (c) =>
    answer(c, (caller, body) => allOf(caller.buyer.standingOrders.skip(ofPath(c, body)))),
  )
  .post('/:id/change', (c) =>
    answer(c, (caller, body) => allOf(caller.buyer.standingOrders.change(ofPath(c, body)))),
  )
  .delete('/:id', (c) => answer(c, (caller) => allOf(caller.buyer.standingOrders.end(ofPath(c)))));
