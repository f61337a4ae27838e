import { type Context, Hono } from 'hono';
import { answer, pathId, unchecked } from '#platform/server/http/answer.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';

/** The body with the id from the path, which overrides one in the body. */
const ofPath = (c: Context<RequestEnv>, body: object = {}) => unchecked({ ...body, id: pathId(c) });

/**
 * /api/buyer/standing-orders: GET -> {success, standingOrders, nextCursor}; POST {weekdays: [1…7],
 * lines: [{productId, quantity, ceiling}], whenMissing, fulfilment, deliveryAddress?, latitude?,
 * longitude?, paymentMethod, note?, wishedPart?} -> 201; POST /{id}/pause | resume | skip {day?} |
 * change {day, version, lines: [{lineId, quantity, productId?, ceiling?}]}; DELETE /{id} ends it.
 * Each answers like GET. Money in KES.
 */
export const standingOrderPaths = new Hono<RequestEnv>()
  // There are never more than STANDING_ORDERS_MAX, so there is never another page.
  .get('/', (c) =>
    answer(c, async (caller) => ({
      body: { ...(await caller.buyer.standingOrders.list()), nextCursor: null },
    })),
  )
  .post('/', (c) =>
    answer(c, async (caller, body) => ({
      status: 201,
      body: { ...(await caller.buyer.standingOrders.create(unchecked(body))), nextCursor: null },
    })),
  )
  .post('/:id/pause', (c) =>
    answer(c, async (caller) => ({ body: await caller.buyer.standingOrders.pause(ofPath(c)) })),
  )
  .post('/:id/resume', (c) =>
    answer(c, async (caller) => ({ body: await caller.buyer.standingOrders.resume(ofPath(c)) })),
  )
  .post('/:id/skip', (c) =>
    answer(c, async (caller, body) => ({
      body: await caller.buyer.standingOrders.skip(ofPath(c, body)),
    })),
  )
  .post('/:id/change', (c) =>
    answer(c, async (caller, body) => ({
      body: await caller.buyer.standingOrders.change(ofPath(c, body)),
    })),
  )
  .delete('/:id', (c) =>
    answer(c, async (caller) => ({ body: await caller.buyer.standingOrders.end(ofPath(c)) })),
  );
