import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { PAYOUT_MIN_KES } from '#orders/rules/limits.ts';
import { passwordOf } from '#server/adapters/daraja.ts';
import { type Prompt, type SimulatedMpesa, saidOf } from './simulated-mpesa.ts';

export const simulatedAccount = {
  consumerKey: 'demo-key',
  consumerSecret: 'demo-secret',
  shortcode: '174379',
  passkey: 'demo-passkey',
  payouts: { shortcode: '600000', initiator: 'demo', securityCredential: 'demo-credential' },
} as const;

/** Observed messages of errorCode 500.001.1001. `query: 'processing'` is the fourth. */
const overloaded = {
  wrongCredentials: 'Wrong credentials',
  unknownMerchant: 'Merchant does not exist',
  phoneBusy:
    'Unable to lock subscriber, a transaction is already in process for the current subscriber',
} as const;
type OverloadedAnswer = keyof typeof overloaded;
const isOverloaded = (name: string): name is OverloadedAnswer => Object.hasOwn(overloaded, name);

/** `right`, or a failure that the real Daraja has shown. */
export type Behaviour = {
  /**
   * `untaken`: never answers and rings no phone. `takenSilently`: rings, but never answers.
   * `callbackFirst`: the payment arrives before the answer.
   */
  push:
    | OverloadedAnswer
    | 'right'
    | 'refused'
    | 'untaken'
    | 'takenSilently'
    | 'garbled'
    | 'callbackFirst';
  query: OverloadedAnswer | 'right' | 'processing' | 'silent' | 'garbled';
  /**
   * `refused`: a plain refusal. `broken`: a failure's errorCode, and pays nothing.
   * `brokenButTaken`: the same, but pays. `failing`: accepts, and then fails to pay.
   */
  payout: 'right' | 'refused' | 'broken' | 'brokenButTaken' | 'failing' | 'takenSilently';
  status: 'right' | 'refused';
  beforePushAnswer?: (() => Promise<void>) | undefined;
};

const msisdn = z
  .pipe(z.union([z.string(), z.number()]), z.transform(String))
  .check(z.regex(/^254[17]\d{8}$/));
const callbackUrl = z
  .url()
  .check(z.refine((url) => !/mpesa|m-pesa|safaricom|cmd|sql|query/i.test(new URL(url).pathname)));
const pushCall = z.object({
  BusinessShortCode: z.literal(simulatedAccount.shortcode),
  Password: z.string(),
  Timestamp: z.string().check(z.regex(/^\d{14}$/)),
  TransactionType: z.literal('CustomerPayBillOnline'),
  Amount: z.int().check(z.gte(1)),
  PartyA: msisdn,
  PartyB: z.string(),
  PhoneNumber: msisdn,
  CallBackURL: callbackUrl,
  AccountReference: z.string().check(z.minLength(1), z.maxLength(12)),
  TransactionDesc: z.string().check(z.minLength(1), z.maxLength(13)),
});
const queryCall = z.object({
  Password: z.string(),
  Timestamp: z.string(),
  CheckoutRequestID: z.string(),
});
const payoutCall = z.object({
  OriginatorConversationID: z.string().check(z.minLength(1)),
  InitiatorName: z.literal(simulatedAccount.payouts.initiator),
  SecurityCredential: z.literal(simulatedAccount.payouts.securityCredential),
  CommandID: z.literal('BusinessPayment'),
  Amount: z.int().check(z.gte(PAYOUT_MIN_KES)),
  PartyA: z.literal(simulatedAccount.payouts.shortcode),
  PartyB: msisdn,
  Remarks: z.string(),
  QueueTimeOutURL: callbackUrl,
  ResultURL: callbackUrl,
  Occassion: z.string(),
});
const statusCall = z.object({
  OriginatorConversationID: z.string(),
  TransactionID: z.string(),
  ResultURL: callbackUrl,
});

const failed = (c: Context, status: 400 | 401 | 500, [errorCode, errorMessage]: [string, string]) =>
  c.json({ requestId: randomUUID(), errorCode, errorMessage }, status);

/** Never answers, until the client gives up. */
const silence = (c: Context) =>
  new Promise<Response>((resolve) => {
    c.req.raw.signal.addEventListener('abort', () => resolve(c.body(null)));
  });

const isSigned = ({ Password, Timestamp }: { Password: string; Timestamp: string }) =>
  Password === passwordOf(simulatedAccount.shortcode, simulatedAccount.passkey, Timestamp);

type Network = { mpesa: SimulatedMpesa; behaviour: Behaviour };

/** `tokens` are the valid access tokens; clearing it makes them expire. */
export function createDarajaEndpoints(mpesa: SimulatedMpesa, behaviour: Behaviour) {
  const tokens = new Set<string>();
  const basic = `Basic ${Buffer.from(`${simulatedAccount.consumerKey}:${simulatedAccount.consumerSecret}`).toString('base64')}`;
  const app = new Hono();

  app.get('/oauth/v1/generate', (c) => {
    if (c.req.header('authorization') !== basic)
      return failed(c, 400, ['400.008.01', 'Invalid Authentication passed']);
    const token = randomUUID();
    tokens.add(token);
    return c.json({ access_token: token, expires_in: '3599' });
  });
  app.use('/mpesa/*', async (c, next) => {
    if (tokens.has(c.req.header('authorization')?.replace('Bearer ', '') ?? '')) return next();
    return failed(c, 401, ['404.001.03', 'Invalid Access Token']);
  });
  addPushes(app, { mpesa, behaviour });
  addPayouts(app, { mpesa, behaviour });
  return { app, tokens };
}

function addPushes(app: Hono, { mpesa, behaviour }: Network) {
  app.post('/mpesa/stkpush/v1/processrequest', async (c) => {
    const call = pushCall.safeParse(await c.req.json());
    if (!call.success || !isSigned(call.data))
      return failed(c, 400, ['400.002.02', 'Bad Request - Invalid Request']);
    if (behaviour.push === 'refused')
      return failed(c, 500, ['500.003.02', 'System is busy. Please try again in few minutes.']);
    if (isOverloaded(behaviour.push))
      return failed(c, 500, ['500.001.1001', overloaded[behaviour.push]]);
    if (behaviour.push === 'untaken') return silence(c);
    const {
      PhoneNumber,
      Amount: amount,
      AccountReference: reference,
      CallBackURL,
      TransactionDesc,
    } = call.data;
    // The real Daraja also accepts such a push and rings no phone.
    if (UNSPOKEN.test(TransactionDesc)) return c.json({ ...newIds(), ...ACCEPTED });
    const push = { msisdn: PhoneNumber, amount, reference, callbackUrl: CallBackURL };
    const isTooSoon = mpesa.isTooSoon(push);
    const prompt = mpesa.ring(push);
    if (isTooSoon) mpesa.answer(prompt, 'tooSoon');
    if (behaviour.push === 'takenSilently') return silence(c);
    if (behaviour.push === 'garbled') return c.html('<h1>504 Gateway Time-out</h1>', 504);
    if (behaviour.push === 'callbackFirst') {
      mpesa.answer(prompt, 'approve');
      await mpesa.delivered();
    }
    await behaviour.beforePushAnswer?.();
    return c.json({
      ...idsOf(prompt),
      ...ACCEPTED,
      CustomerMessage: 'Success. Request accepted for processing',
    });
  });
  app.post('/mpesa/stkpushquery/v1/query', async (c) => {
    const call = queryCall.safeParse(await c.req.json());
    if (!call.success || !isSigned(call.data))
      return failed(c, 400, ['400.002.02', 'Bad Request - Invalid Request']);
    if (isOverloaded(behaviour.query))
      return failed(c, 500, ['500.001.1001', overloaded[behaviour.query]]);
    if (behaviour.query === 'silent') return silence(c);
    if (behaviour.query === 'garbled') return c.text('{"ResponseCode": "0", "ResultCode"');
    const prompt = mpesa.prompts.find(
      ({ checkoutRequestId }) => checkoutRequestId === call.data.CheckoutRequestID,
    );
    if (!prompt) return failed(c, 500, ['500.001.1001', 'The transaction does not exist']);
    if (prompt.answer === null || behaviour.query === 'processing') {
      return failed(c, 500, ['500.001.1001', 'The transaction is being processed']);
    }
    const { resultCode, resultText } = saidOf(prompt);
    return c.json({
      ...ACCEPTED,
      ...idsOf(prompt),
      ResultCode: String(resultCode),
      ResultDesc: resultText,
    });
  });
}

function addPayouts(app: Hono, { mpesa, behaviour }: Network) {
  app.post('/mpesa/b2c/v3/paymentrequest', async (c) => {
    const call = payoutCall.safeParse(await c.req.json());
    if (!call.success) return failed(c, 400, ['400.002.02', 'Bad Request - Invalid Request']);
    const {
      OriginatorConversationID: originatorConversationId,
      PartyB,
      Amount: amount,
      Remarks: remarks,
      ResultURL,
    } = call.data;
    if (behaviour.payout === 'refused')
      return failed(c, 400, ['400.002.02', 'Bad Request - Invalid InitiatorName']);
    if (behaviour.payout === 'broken')
      return failed(c, 500, ['500.002.1001', 'Service is currently unreachable.']);
    if (
      mpesa.payouts.some((payout) => payout.originatorConversationId === originatorConversationId)
    ) {
      return failed(c, 500, ['500.002.1001', 'Duplicate OriginatorConversationID']);
    }
    const isPaid = behaviour.payout !== 'failing';
    const payout = mpesa.payOut({
      originatorConversationId,
      msisdn: PartyB,
      amount,
      remarks,
      resultUrl: ResultURL,
      isPaid,
    });
    if (behaviour.payout === 'takenSilently') return silence(c);
    if (behaviour.payout === 'brokenButTaken')
      return failed(c, 500, ['500.003.1001', 'Internal Server Error']);
    mpesa.tellResult(payout);
    const { conversationId: ConversationID } = payout;
    return c.json({
      ConversationID,
      OriginatorConversationID: originatorConversationId,
      ...ACCEPTED,
    });
  });
  app.post('/mpesa/transactionstatus/v1/query', async (c) => {
    const call = statusCall.safeParse(await c.req.json());
    if (!call.success || behaviour.status === 'refused')
      return failed(c, 500, ['500.003.02', 'System is busy.']);
    const {
      OriginatorConversationID: originator,
      TransactionID: transaction,
      ResultURL,
    } = call.data;
    const payout = mpesa.payouts.find(
      ({ originatorConversationId, transactionId }) =>
        transactionId === transaction || originatorConversationId === originator,
    );
    mpesa.tellStatus(payout, ResultURL);
    return c.json({
      ConversationID: randomUUID(),
      OriginatorConversationID: randomUUID(),
      ...ACCEPTED,
    });
  });
}

/** A push with one of these in its description fails silently. */
const UNSPOKEN = /[@#&]/;
const newIds = () => ({
  MerchantRequestID: randomUUID(),
  CheckoutRequestID: `ws_CO_${randomUUID()}`,
});
const ACCEPTED = {
  ResponseCode: '0',
  ResponseDescription: 'Success. Request accepted for processing',
};
const idsOf = ({
  merchantRequestId: MerchantRequestID,
  checkoutRequestId: CheckoutRequestID,
}: Prompt) => ({
  MerchantRequestID,
  CheckoutRequestID,
});
