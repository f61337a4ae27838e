/* Messages that M-Pesa has been seen to send, although its documentation lacks them. */

import { callbackOf, type Said } from '#demo/simulated-mpesa.ts';
import { UNKNOWN_PUSH_SECONDS } from '#orders/rules/limits.ts';
import { paymentFailureText } from '#orders/rules/payment.ts';
import {
  advance,
  call,
  dumpDatabase,
  expectMoney,
  givenShop,
  moneyOf,
  mpesa,
  now,
  PHONE,
  pushed,
  report,
  shop,
  TOTAL,
} from '#tests/setup/in-market.ts';
import { m } from '#text';

givenShop();

const send = async (url: string, body: unknown) => {
  expect((await call(new URL(url).pathname, body)).status).toBe(200);
  await mpesa.workThrough();
};

async function lostPush() {
  const id = await pushed();
  mpesa.delivery.isLost = true;
  await mpesa.answer('approve');
  mpesa.delivery.isLost = false;
  const prompt = mpesa.lastPrompt();
  return {
    id,
    prompt,
    callback: callbackOf(prompt, { amount: TOTAL, at: now() }).Body.stkCallback,
  };
}

type Callback = Awaited<ReturnType<typeof lostPush>>['callback'];
type Item = { Name: string; Value?: unknown };
const itemsOf = (callback: Callback) => (callback.CallbackMetadata?.Item ?? []) as Item[];
const withItem = (callback: Callback, changed: Item) => ({
  ...callback,
  CallbackMetadata: {
    Item: itemsOf(callback).map((item) => (item.Name === changed.Name ? changed : item)),
  },
});

test.each<[string, Item, object]>([
  ['a Balance without a Value', { Name: 'Balance' }, {}],
  ['its ResultCode as a string', { Name: 'None' }, { ResultCode: '0' }],
  ['a masked phone number', { Name: 'PhoneNumber', Value: '2547*****111' }, {}],
  ["somebody else's phone number", { Name: 'PhoneNumber', Value: 254733999888 }, {}],
])(
  'D128: a callback of a push with %s pays the order, from the number that was asked',
  async (_, item, fields) => {
    const { id, prompt, callback } = await lostPush();
    await send(prompt.callbackUrl, {
      Body: { stkCallback: { ...withItem(callback, item), ...fields } },
    });
    await expectMoney(id, {
      paymentStatus: 'paid',
      money: ['received 250'],
      payments: [{ receipt: prompt.receipt }],
    });
    const stored = await dumpDatabase({ except: ['payment_callbacks'] });
    expect(stored).toContain(PHONE);
    expect(stored).not.toMatch(/\*{5}|254733999888/);
  },
);

test.each<[string, (callback: Callback) => unknown, string | null]>([
  ['one item in place of a list', (callback) => ({ Item: itemsOf(callback)[1] }), 'receipt'],
  ['no item at all', () => ({}), null],
  ['an empty list', () => ({ Item: [] }), null],
  ['nothing', () => null, null],
  [
    'an empty Amount',
    (callback) => withItem(callback, { Name: 'Amount', Value: '' }).CallbackMetadata,
    'receipt',
  ],
  [
    'a receipt of zeros',
    (callback) =>
      withItem(callback, { Name: 'MpesaReceiptNumber', Value: '0000000000000000' })
        .CallbackMetadata,
    null,
  ],
])(
  'D128: a callback of a push whose metadata are %s pays the order, with the receipt that it names',
  async (_, metadata, receipt) => {
    const { id, prompt, callback } = await lostPush();
    await send(prompt.callbackUrl, {
      Body: { stkCallback: { ...callback, CallbackMetadata: metadata(callback) } },
    });
    const { payments, paymentStatus } = await moneyOf(id);
    expect([paymentStatus, payments[0]?.receipt]).toEqual(['paid', receipt && prompt.receipt]);
  },
);

const failures: [Said, () => string][] = [
  [{ resultCode: 1, resultText: 'The balance is insufficient' }, m.paymentNoFunds],
  [{ resultCode: 1037, resultText: 'DS timeout user cannot be reached' }, m.paymentNoAnswer],
  [{ resultCode: '1037', resultText: 'No response from user.' }, m.paymentNoAnswer],
  [{ resultCode: 1019, resultText: 'Transaction has expired' }, m.paymentExpired],
  [{ resultCode: 1031, resultText: 'Request cancelled by user' }, m.paymentCancelled],
  [{ resultCode: 1032, resultText: 'Request Cancelled by user.' }, m.paymentCancelled],
  [{ resultCode: 2001, resultText: 'The initiator information is invalid.' }, m.paymentWrongPin],
  [
    { resultCode: 'SFC_IC0003', resultText: 'The operator does not exist.' },
    () => m.paymentFailedSaying({ reason: 'The operator does not exist.' }),
  ],
];
test.each(failures)(
  'D128: a callback of a push that says %o fails, and is explained',
  async (says, text) => {
    const id = await pushed();
    await mpesa.answer('none', { says });
    await expectMoney(id, { paymentStatus: 'failed', attempts: ['failed'], money: [] });
    const { payment, steps } = await shop.asBuyer.get({ orderId: id });
    if (!payment) throw new Error('The order shows no payment');
    expect(payment.resultCode).toBe(String(says.resultCode));
    expect(steps).toContain('pay');
    expect(paymentFailureText(payment)).toBe(text());
  },
);

test('D128: a callback of a push: a wrong PIN and an unregistered phone say the same, and so does the sentence', () => {
  expect(m.paymentWrongPin({}, { locale: 'en' })).toContain('no M-Pesa on this number');
  report('D128', `${failures.length} ways to fail: each settled by what a query says`);
});

test('D128: a push that M-Pesa does not know, and says so with HTTP 500, is given up in the end', async () => {
  const id = await pushed();
  mpesa.mpesa.prompts.length = 0;
  advance(61);
  await mpesa.round();
  await expectMoney(id, { paymentStatus: 'processing', attempts: ['pushed'] });
  advance(UNKNOWN_PUSH_SECONDS);
  await mpesa.round();
  await expectMoney(id, { paymentStatus: 'failed', attempts: ['failed'], money: [] });
});
