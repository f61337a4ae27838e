import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDaraja, msisdnOf, passwordOf, stampOf } from '#server/adapters/daraja.ts';
import { readSettings } from '#server/config.ts';
import { createPathToken } from '#server/hashes.ts';

const NOON = new Date('2026-03-02T09:00:05Z');

test('requests to Daraja are stamped with East Africa Time', () => {
  expect(stampOf(new Date('2026-12-31T21:30:00Z'))).toBe('20270101003000');
});

test('requests to Daraja are signed with short code, pass key and timestamp', () => {
  expect(Buffer.from(passwordOf('174379', 'key', '20260302120005'), 'base64').toString()).toBe(
    '174379key20260302120005',
  );
  expect(msisdnOf('+254712345678')).toBe('254712345678');
});

test('the tokens in our callback URLs contain none of the words that Daraja rejects', () => {
  const tokens = Array.from({ length: 3000 }, createPathToken);
  expect(tokens.filter((token) => /mpesa|safaricom|cmd|sql|query/i.test(token))).toEqual([]);
  expect(new Set(tokens).size).toBe(3000);
});

let answer: (response: ServerResponse) => void;
let asked: string[];
let cutTokens: number;
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (!request.url?.startsWith('/oauth')) return answer(response);
  cutTokens -= 1;
  if (cutTokens >= 0) return void response.destroy();
  response.end(JSON.stringify({ access_token: 'token', expires_in: '3599' }));
});
beforeEach(async () => {
  asked = [];
  cutTokens = 0;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});
const push = {
  orderId: 7,
  amountCents: 25_000,
  phoneNumber: '+254722000111',
  callbackUrl: 'http://localhost:3000/api/payments/callback/x',
};
const client = () =>
  createDaraja({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    consumerKey: 'k',
    consumerSecret: 's',
    shortcode: '174379',
    passkey: 'p',
    payouts: null,
    callbackBase: 'http://localhost:3000',
    clock: () => NOON,
    timeoutMilliseconds: 500,
  });

test.each<[string, (response: ServerResponse) => void]>([
  ['no answer in time', () => {}],
  ['truncated JSON', (response) => void response.end('{"ResponseCode": "0",')],
  [
    'another shape',
    (response) => void response.end('{"ResponseCode": "0", "CheckoutRequestID": 7}'),
  ],
  ['a redirect', (response) => void response.writeHead(302, { location: '/elsewhere' }).end()],
  [
    'a hundred kilobytes',
    (response) => void response.end(JSON.stringify({ text: 'x'.repeat(100_000) })),
  ],
  ['a cut connection', (response) => void response.destroy()],
])(
  'a Daraja with unusable answers with %s leaves a push and a query unknown',
  async (_, behave) => {
    answer = behave;
    const daraja = client();
    expect(await daraja.push(push)).toEqual({ outcome: 'unknown' });
    expect(await daraja.query('ws_CO_1')).toEqual({ outcome: 'unknown' });
    expect(asked.filter((path) => path.startsWith('/oauth'))).toHaveLength(1);
    expect(asked).not.toContain('/elsewhere');
  },
);

test('a Daraja with unusable answers: after a cut connection the token is requested once more, and the push is sent', async () => {
  const taken = { ResponseCode: '0', MerchantRequestID: '1', CheckoutRequestID: 'ws_CO_1' };
  answer = (response) => void response.end(JSON.stringify(taken));
  cutTokens = 1;
  expect(await client().push(push)).toMatchObject({ outcome: 'accepted' });
  cutTokens = 2;
  expect(await client().push(push)).toMatchObject({ outcome: 'unreachable' });
  expect(asked.filter((path) => path.startsWith('/oauth'))).toHaveLength(4);
});

test('a Daraja with unusable answers: an answer about another push is not accepted', async () => {
  const paid = { ResponseCode: '0', ResultCode: '0', ResultDesc: 'paid' };
  answer = (response) =>
    void response.end(JSON.stringify({ ...paid, CheckoutRequestID: 'ws_CO_2' }));
  expect(await client().query('ws_CO_1')).toEqual({ outcome: 'unknown' });
});

test('a Daraja with unusable answers stores its text without characters that a database refuses, and shortened', async () => {
  const errorMessage = `bad\0${'x'.repeat(1000)}`;
  answer = (response) =>
    void response.writeHead(500).end(JSON.stringify({ errorCode: '500\0.1', errorMessage }));
  const refusal = await client().push(push);
  expect(refusal).toEqual({ outcome: 'refused', code: '500.1', text: `bad${'x'.repeat(297)}` });
});

test('a Daraja with unusable answers: an amount with cents is our own mistake, and is not sent', async () => {
  const pushing = client().push({ ...push, amountCents: 25_050 });
  await expect(pushing).rejects.toThrow('whole shillings');
  expect(asked).toEqual([]);
});

const all = {
  MPESA_BASE_URL: 'https://x.example',
  MPESA_CONSUMER_KEY: 'k',
  MPESA_CONSUMER_SECRET: 's',
  MPESA_SHORTCODE: '174379',
  MPESA_PASSKEY: 'p',
  APP_SECRET: 'a secret of more than thirty-two characters',
};
const payouts = {
  MPESA_B2C_SHORTCODE: '600000',
  MPESA_B2C_INITIATOR: 'i',
  MPESA_B2C_SECURITY_CREDENTIAL: 'c',
};

test('the settings of M-Pesa are complete or absent, and payouts require payments', () => {
  expect(readSettings({ ...all, ...payouts }).MPESA_SHORTCODE).toBe('174379');
  for (const missing of ['MPESA_PASSKEY', 'MPESA_B2C_INITIATOR']) {
    const settings = { ...all, ...payouts, [missing]: '' };
    expect(() => readSettings(settings)).toThrow(`Still to set: ${missing}.`);
  }
  expect(() => readSettings({ APP_SECRET: all.APP_SECRET, ...payouts })).toThrow('need payments');
  expect(() => readSettings({ ...all, MPESA_SWEEP_SECONDS: '0' })).toThrow('at least 1');
  expect(readSettings({ APP_SECRET: all.APP_SECRET })).toMatchObject({
    MPESA_SWEEP_SECONDS: 60,
    MPESA_MAX_KES: 250_000,
    MAX_PENDING_ORDERS: 20,
  });
});
