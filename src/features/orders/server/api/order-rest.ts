import { type Context, Hono } from 'hono';
import { placeOrderInput } from '#features/orders/rules/order-input.ts';
import { addDisputePhotos, getDisputePhoto } from '#features/orders/server/disputes.ts';
import { getBuyerOrder } from '#features/orders/server/list-orders.ts';
import { inTurn, receiveBuyersUpload } from '#features/photos/server/receive-upload.ts';
import { takenOf } from '#features/photos/server/store-upload.ts';
import { AppError } from '#platform/server/app-error.ts';
import { answer, answerError, pathId, unchecked } from '#platform/server/http/answer.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';

type RestContext = Context<RequestEnv>;

/** The payload of an order is the procedure's `order`. */
const orderFieldNames = Object.fromEntries(
  Object.keys(placeOrderInput.shape).map((name) => [`order.${name}`, name]),
);

/**
 * POST /api/buyer/orders (header Idempotency-Key) -> 201; POST /{id}/dispute/photos (field `photos`,
 * repeated; `takenAt`, when they were taken) -> {success, order}, at most three per dispute
 */
export const buyerOrderPaths = new Hono<RequestEnv>()
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
  .post('/:id/dispute/photos', receiveDisputePhotos);

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
    { before: (id) => getBuyerOrder({ ...services, db, user: { id } }, { orderId }) },
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
