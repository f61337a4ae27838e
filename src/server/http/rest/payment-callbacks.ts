import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '#server/app-error.ts';
import type { DoorEnv } from '#server/http/request-context.ts';
import { receiveCallback, receiveResult } from '#server/modules/trade/receive-callback.ts';
import { CALLBACK_MAX_BYTES } from '#shared/limits.ts';
import { answerError } from './answer.ts';

/** What M-Pesa expects to hear, whatever it sent and whether or not we know what it is about. */
const ACCEPTED = { ResultCode: 0, ResultDesc: 'Accepted' };

const limit = bodyLimit({ maxSize: CALLBACK_MAX_BYTES, onError: (c) => answerError(c, new AppError('PAYLOAD_TOO_LARGE')) });

/**
 * Where M-Pesa calls back: POST /api/payments/callback/{token} for a push, POST /api/payments/result/{token} for a payout. What
 * comes is kept and answered at once; any text is taken, for a forger is to learn nothing.
 */
export const paymentCallbacks = new Hono<DoorEnv>()
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
