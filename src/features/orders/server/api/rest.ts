import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import { buyerOrderAnswer, placedOrders } from '#orders/contract/buyer-order.ts';
import { CALLBACK_MAX_BYTES } from '#orders/rules/limits.ts';
import { placeOrderInput } from '#orders/rules/order-input.ts';
import { statementInput } from '#orders/rules/payment.ts';
import { photoErrors } from '#photos/contract.ts';
import {
  inTurn,
  keyedUpload,
  receiveUpload,
  requireFarmer,
  takenOf,
  type UploadContext,
} from '#photos/server/receive-upload.ts';
import { takenAt } from '#rules/fields.ts';
import { AppError } from '#server/app-error.ts';
import { answer, answerError, pathId, type RequestEnv, unchecked } from '#server/http/rest.ts';
import type { ApiDescription } from '#server/openapi/api-description.ts';
import { addDisputePhotos, getDisputePhoto } from '../disputes.ts';
import { writePaymentReport } from '../farmer-payments.ts';
import { getBuyerOrder } from '../list-orders.ts';
import { receiveCallback, receiveResult } from '../payments/payment-callbacks.ts';

type RestContext = Context<RequestEnv>;

/** The payload of an order is the procedure's `order`. */
const orderFieldNames = Object.fromEntries(
  Object.keys(placeOrderInput.shape).map((name) => [`order.${name}`, name]),
);

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
  const { db, services } = c.get('context');
  return receiveUpload(
    c,
    async (form, { userId: buyerId }) => {
      if (form.files.length === 0) throw new AppError('PHOTO_MISSING', { field: 'photos' });
      const operation = `buyer.orders.addDisputePhotos ${orderId}`;
      const request = await keyedUpload(c, { operation, userId: buyerId, form });
      const taken = takenOf(form, services.clock());
      const files = form.files.map((file) => ({ ...file, ...taken }));
      return {
        body: { order: await addDisputePhotos(db, { orderId, buyerId, files, request }, services) },
      };
    },
    // Refuses another user's order before the photos arrive.
    {
      by: 'buyer',
      before: ({ userId: id }) => getBuyerOrder({ ...services, db, user: { id } }, { orderId }),
    },
  );
}

export const disputePhotoPaths = new Hono<RequestEnv>().get('/:id', async (c) => {
  try {
    const { db, services } = c.get('context');
    const { until = '', signature = '' } = c.req.query();
    const link = { id: pathId(c), until: Number(until), signature };
    const file = await inTurn(c, (withoutSlot) =>
      getDisputePhoto(db, link, { ...services, withoutSlot }),
    );
    return c.body(file.bytes, 200, {
      'Content-Type': file.contentType,
      'Content-Disposition': 'inline',
      'X-Content-Type-Options': 'nosniff',
    });
  } catch (error) {
    return answerError(c, error);
  }
});

export const pathsByHand: ApiDescription['paths'] = {
  'POST /api/buyer/orders': {
    summary: 'Order what is in your cart',
    details:
      'Makes one order for each farm. `farms` lists the farms whose fulfilment differs. `basket` is ordered instead of the cart, which stays as it is.',
    by: 'buyer',
    keys: ['orders'],
    input: placeOrderInput,
    idempotencyKey: 'required',
    status: 201,
    answer: placedOrders,
    notes: {
      expectedTotal: [
        'KES that the buyer saw. If the total has changed, nothing is ordered. Needed with an API key.',
        2600,
      ],
      expectedDeposit: [
        'KES of all deposits that the buyer saw. If they have changed, nothing is ordered.',
        780,
      ],
      basket: ["Ordered at today's prices instead of the cart."],
    },
    errors: [
      'CART_EMPTY',
      'PRODUCT_NOT_FOUND',
      'OFFER_GONE',
      'OWN_FARM',
      'PRICE_CHANGED',
      'OUT_OF_STOCK',
      'TOTAL_NEEDED',
      'CART_CHANGED',
      'BELOW_MINIMUM',
      'TOO_FAR',
      'WISHED_DAY_NOT_NEAR',
      'ORDER_TOO_LARGE',
      'MPESA_NOT_AVAILABLE',
      'MPESA_ORDER_TOO_SMALL',
      'MPESA_ORDER_TOO_LARGE',
      'PRE_ORDER_BY_MPESA',
      'TOO_MANY_PENDING_ORDERS',
      'TOO_MANY_ORDERS_OF_FARM',
      'TOO_MANY_UNPROVEN_ORDERS',
      'TOO_MANY_ORDERS_OF_NETWORK',
      'UNPROVEN_QUANTITY',
      'SUSPENDED',
    ],
  },
  'POST /api/buyer/orders/:id/dispute/photos': {
    summary: 'Add photos of the problem',
    details: 'At most three.',
    by: 'buyer',
    input: z.object({ takenAt: z.optional(takenAt) }),
    files: 'photos',
    idempotencyKey: 'optional',
    answer: z.object({ order: buyerOrderAnswer }),
    errors: [...photoErrors, 'ORDER_NOT_FOUND', 'STEP_NOT_ALLOWED', 'TOO_MANY_DISPUTE_PHOTOS'],
  },
  'GET /api/dispute-photos/:id': {
    summary: 'Open a photo of a problem',
    details: 'Only with the signed `url` of an order.',
    by: 'anyone',
    file: ['image/jpeg'],
  },
  'GET /api/farmer/payments/report.pdf': {
    summary: "Download a month's payments",
    by: 'farmer',
    input: z.partial(statementInput),
    notes: { month: ['A month in Nairobi; the current one without it.', '2026-11'] },
    file: ['application/pdf'],
  },
};

export const farmerPaymentPaths = new Hono<RequestEnv>().get('/report.pdf', sendPaymentReport);

const reportInput = z.object({ month: z.optional(statementInput.shape.month) });

async function sendPaymentReport(c: UploadContext) {
  try {
    const { farmerId } = await requireFarmer(c);
    const { db, services, language } = c.get('context');
    const { month } = reportInput.parse({ month: c.req.query('month') });
    const { name, document } = await writePaymentReport(
      db,
      { farmerId, month, language },
      services,
    );
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name}"`,
    };
    // Node's and the DOM's types of the same stream differ.
    return c.body(Readable.toWeb(document) as unknown as ReadableStream<Uint8Array>, 200, headers);
  } catch (error) {
    return answerError(c, error);
  }
}

/** M-Pesa expects this answer to every callback, known or unknown. */
const ACCEPTED = { ResultCode: 0, ResultDesc: 'Accepted' };

const limit = bodyLimit({
  maxSize: CALLBACK_MAX_BYTES,
  onError: (c) => answerError(c, new AppError('PAYLOAD_TOO_LARGE')),
});

/**
 * POST /api/payments/callback/{token} for a push, /result/{token} for a payout. Any body is
 * accepted, so that a forger learns nothing.
 */
export const paymentCallbacks = new Hono<RequestEnv>()
  .post('/callback/:token', limit, async (c) => {
    const { db, services } = c.get('context');
    await receiveCallback(db, { token: c.req.param('token'), body: await c.req.text() }, services);
    return c.json(ACCEPTED);
  })
  .post('/result/:token', limit, async (c) => {
    const { db, services } = c.get('context');
    await receiveResult(db, { token: c.req.param('token'), body: await c.req.text() }, services);
    return c.json(ACCEPTED);
  });
