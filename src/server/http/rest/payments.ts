import { Hono } from 'hono';
import type { DoorEnv } from '#server/http/request-context.ts';
import { answer, idOf, unchecked } from './answer.ts';

/** POST /api/buyer/orders/{id}/pay {phoneNumber} -> {success, order, attempt} */
export const payPaths = new Hono<DoorEnv>().post('/:id/pay', (c) =>
  answer(c, async (caller, body) => ({
    body: await caller.buyer.orders.pay(unchecked({ ...body, orderId: idOf(c.req.param('id')) })),
  })),
);

/** GET /api/farmer/payments?cursor= -> {success, payments, nextCursor} */
export const farmerPaymentPaths = new Hono<DoorEnv>().get('/', (c) =>
  answer(c, async (caller) => ({ body: await caller.farmer.payments.list({ cursor: c.req.query('cursor') }) })),
);
