import { type Context, Hono } from 'hono';
import { placeOrderInput } from '#features/orders/rules/order-input.ts';
import { addDisputePhotos, getDisputePhoto } from '#features/orders/server/disputes.ts';
import { getBuyerOrder } from '#features/orders/server/list-orders.ts';
import { inTurn, receiveBuyersUpload } from '#features/photos/server/receive-upload.ts';
import { takenOf } from '#features/photos/server/store-upload.ts';
import { AppError } from '#platform/server/app-error.ts';
import { answer, answerError, numberOf, pathId, unchecked } from '#platform/server/http/answer.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';
import { buyerSteps } from './buyer-orders.ts';
import { farmerSteps } from './farmer-orders.ts';

type RestContext = Context<RequestEnv>;

function filterOf(c: RestContext) {
  const { status, cursor, limit } = c.req.query();
  return unchecked({
    ...(status && { status }),
    ...(cursor && { cursor }),
    ...(limit && { limit: numberOf(limit) }),
  });
}

/** The body with the order's id from the path, which overrides one in the body. */
const stepOf = (c: RestContext, body: Record<string, unknown>) =>
  unchecked({ ...body, orderId: pathId(c) });

/** The payload of an order is the procedure's `order`. */
const orderFieldNames = Object.fromEntries(
  Object.keys(placeOrderInput.shape).map((name) => [`order.${name}`, name]),
);

/**
 * /api/buyer/orders: POST (header Idempotency-Key) {fulfilment, farms?, deliveryAddress, latitude?,
 * longitude?, paymentMethod, note?, wishedDay?, wishedPart?} -> 201 {success, orders: [{id, …}]};
 * GET ?status&limit&cursor -> {success, orders, nextCursor}; POST /{id}/pay {phoneNumber} ->
 * {success, order, attempt}; GET /{id} and POST /{id}/ with the path of a step -> {success, order};
 * POST /{id}/dispute/photos (field `photos`, repeated; `takenAt`, when they were taken) ->
 * {success, order}, at most three per dispute
 */
export const buyerOrderPaths = new Hono<RequestEnv>()
  .get('/', (c) =>
    answer(c, async (caller) => ({ body: await caller.buyer.orders.list(filterOf(c)) })),
  )
  .post('/', (c) =>
    answer(
      c,
      async (caller, order) => {
        const call = unchecked({ idempotencyKey: c.req.header('idempotency-key'), order });
        return { status: 201, body: await caller.buyer.orders.place(call) };
      },
      orderFieldNames,
    ),
  )
  .get('/:id', (c) =>
    answer(c, async (caller) => ({
      body: { order: await caller.buyer.orders.get({ orderId: pathId(c) }) },
    })),
  )
  .post('/:id/pay', (c) =>
    answer(c, async (caller, body) => ({ body: await caller.buyer.orders.pay(stepOf(c, body)) })),
  )
  .post('/:id/dispute/photos', receiveDisputePhotos);

for (const step of Object.keys(buyerSteps) as (keyof typeof buyerSteps)[])
  buyerOrderPaths.post(`/:id/${buyerSteps[step].path}`, (c) =>
    answer(c, async (caller, body) => ({
      body: { order: await caller.buyer.orders[step](stepOf(c, body)) },
    })),
  );

function receiveDisputePhotos(c: RestContext) {
  const orderId = pathId(c);
  const { db, services, idempotencyKey } = c.get('context');
  return receiveBuyersUpload(
    c,
    async (form, buyerId) => {
      if (form.files.length === 0) throw new AppError('PHOTO_MISSING', { field: 'photos' });
      const operation = `buyer.orders.addDisputePhotos ${orderId}`;
      const request =
        idempotencyKey === undefined
          ? null
          : { userId: buyerId, operation, idempotencyKey, input: await form.hash() };
      const taken = takenOf(form, services.clock());
      const files = form.files.map((file) => ({ ...file, ...taken }));
      return {
        body: { order: await addDisputePhotos(db, { orderId, buyerId, files, request }, services) },
      };
    },
    // Refuses another user's order before the photos arrive.
    { before: (buyerId) => getBuyerOrder(db, { orderId, buyerId }, services) },
  );
}

/**
 * GET /api/dispute-photos/{id}?until&signature: a photo of a dispute. Only buyer, farmer and
 * operator get the signed link.
 */
export const disputePhotoPaths = new Hono<RequestEnv>().get('/:id', async (c) => {
  try {
    const { db, services } = c.get('context');
    const { until = '', signature = '' } = c.req.query();
    const link = { id: pathId(c), until: Number(until), signature };
    const file = await inTurn(c, () => getDisputePhoto(db, link, services));
    return c.body(file.bytes, 200, {
      'Content-Type': file.contentType,
      'Content-Disposition': 'inline',
      'X-Content-Type-Options': 'nosniff',
    });
  } catch (error) {
    return answerError(c, error);
  }
});

/**
 * POST /api/farmer/products/{id}/harvest {quantity, deliveryDate?} -> {success, harvest:
 * {productId, full, part, none, left}}
 */
export const harvestPaths = new Hono<RequestEnv>().post('/', (c) =>
  answer(c, async (caller, body) => {
    const harvest = unchecked({ ...body, productId: pathId(c) });
    return { body: { harvest: await caller.farmer.orders.declareHarvest(harvest) } };
  }),
);

/**
 * /api/farmer/orders: GET ?status&limit&cursor -> {success, orders, nextCursor}; GET /{id} and POST
 * /{id}/ with the path of a step -> {success, order}
 */
export const farmerOrderPaths = new Hono<RequestEnv>()
  .get('/', (c) =>
    answer(c, async (caller) => ({ body: await caller.farmer.orders.list(filterOf(c)) })),
  )
  .get('/:id', (c) =>
    answer(c, async (caller) => ({
      body: { order: await caller.farmer.orders.get({ orderId: pathId(c) }) },
    })),
  );

for (const step of Object.keys(farmerSteps) as (keyof typeof farmerSteps)[])
  farmerOrderPaths.post(`/:id/${farmerSteps[step].path}`, (c) =>
    answer(c, async (caller, body) => ({
      body: { order: await caller.farmer.orders[step](stepOf(c, body)) },
    })),
  );
