import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { CALLBACK_MAX_BYTES } from '#features/orders/rules/limits.ts';
import { receiveCallback, receiveResult } from '#features/orders/server/payment-callbacks.ts';
import { AppError } from '#platform/server/app-error.ts';
import { answerError } from '#platform/server/http/answer.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';

/** The answer that M-Pesa expects to every callback, known or unknown. */
const ACCEPTED = { ResultCode: 0, ResultDesc: 'Accepted' };

const limit = bodyLimit({
  maxSize: CALLBACK_MAX_BYTES,
  onError: (c) => answerError(c, new AppError('PAYLOAD_TOO_LARGE')),
});

/**
 * M-Pesa's callbacks: POST /api/payments/callback/{token} for a push, POST
 * /api/payments/result/{token} for a payout. Each is stored and answered at once. Any body is
 * accepted, so that a forger learns nothing from the answer.
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
