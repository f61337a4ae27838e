import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { SMS_CALLBACK_MAX_BYTES } from '#notifications/rules/limits.ts';
import { receiveSmsReport } from '#notifications/server/send-sms.ts';
import { AppError } from '#platform/server/app-error.ts';
import { isSameHash } from '#platform/server/hashes.ts';
import { answerError, isUnforeseen } from '#platform/server/http/answer.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';
import type { Logger } from '#platform/server/log.ts';
import { m } from '#text';
import { answerUssd } from './answer-ussd.ts';
import { kenyanMobile, receiveSms, storable } from './receive-sms.ts';
import { say } from './speakers-call.ts';

const REPORT_FIELD_MAX = 100;

type CallbackContext = Context<RequestEnv, '/:secret'>;

const limit = bodyLimit({
  maxSize: SMS_CALLBACK_MAX_BYTES,
  onError: (c) => answerError(c, new AppError('PAYLOAD_TOO_LARGE')),
});

function isService(c: CallbackContext): boolean {
  const secret = c.get('context').services.sms?.callbackSecret;
  return secret !== undefined && isSameHash(c.req.param('secret'), secret);
}

const formOf = async (c: CallbackContext) => new URLSearchParams(await c.req.text());

/**
 * Unsigned, so the secret in the path authenticates them. The answer is always 200, because the
 * service would retry otherwise.
 */
export const smsCallbacks = new Hono<RequestEnv>()
  .post('/incoming/:secret', limit, async (c) => {
    if (!isService(c)) return answerError(c, new AppError('NOT_FOUND'));
    const form = await formOf(c);
    const { db, services } = c.get('context');
    await receiveSms(
      db,
      {
        serviceId: form.get('id') ?? '',
        from: form.get('from') ?? '',
        text: form.get('text') ?? '',
      },
      services,
    );
    return c.body(null, 200);
  })
  .post('/report/:secret', limit, async (c) => {
    if (!isService(c)) return answerError(c, new AppError('NOT_FOUND'));
    const form = await formOf(c);
    const { db, services } = c.get('context');
    const report = {
      serviceId: storable(form.get('id') ?? '', REPORT_FIELD_MAX),
      phoneNumber: kenyanMobile(form.get('phoneNumber') ?? '') ?? '',
      status: form.get('status') ?? '',
      failure: storable(form.get('failureReason') ?? '', REPORT_FIELD_MAX),
    };
    await receiveSmsReport(db, report, services);
    return c.body(null, 200);
  });

export const ussdCallback = new Hono<RequestEnv>().post('/:secret', limit, async (c) => {
  if (!isService(c)) return answerError(c, new AppError('NOT_FOUND'));
  const form = await formOf(c);
  const { db, services } = c.get('context');
  const { sessionId, phoneNumber, text } = {
    sessionId: '',
    phoneNumber: '',
    text: '',
    ...Object.fromEntries(form),
  };
  const answer = answerUssd(db, { sessionId, phoneNumber, text }, services);
  return c.text(await answer.catch((error: unknown) => sayFailed(error, services)));
});

/** The network shows only text/plain, also while the database is down. */
function sayFailed(error: unknown, { log }: { log: Logger }): string {
  if (isUnforeseen(error)) log.error({ err: error }, 'a USSD step failed unexpectedly');
  return `END ${say('sw', m.smsFailed, {})}\n${say('en', m.smsFailed, {})}`;
}
