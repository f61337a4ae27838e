import { callbackOf } from '#demo/simulated-mpesa.ts';
import { createToken } from '#server/hashes.ts';
import {
  advance,
  call,
  countRows,
  DAY,
  expectMoney,
  givenShop,
  logged,
  market,
  moneyOf,
  mpesa,
  now,
  pushed,
  report,
  runOutbox,
  TOTAL,
  tally,
} from '#tests/setup/in-market.ts';

givenShop();

const pathOf = (url: string) => new URL(url).pathname;
const success = (amount = TOTAL) =>
  callbackOf(
    { ...mpesa.lastPrompt(), answer: 'approve', receipt: 'SFORGED123' },
    { amount, at: now() },
  );
const send = (path: string, body: unknown) => call(path, body);
const warnings = () => logged.filter((line) => line.includes('"level":40')).join('\n');

test('a success callback (D33): 50 times at once, and again a day later, is one payment', async () => {
  const id = await pushed();
  mpesa.delivery.isLost = true;
  await mpesa.answer('approve');
  const body = callbackOf(mpesa.lastPrompt(), { amount: TOTAL, at: now() });
  const path = pathOf(mpesa.lastPrompt().callbackUrl);
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(path, body)));
  expect(answers.every(({ status, body }) => status === 200 && body.ResultCode === 0)).toBe(true);
  // As many workers at once as there are processes.
  const work = () => Promise.all([1, 2, 3].map(() => runOutbox()));
  while ((await work()).some((taken) => taken > 0)) advance(1);
  await expectMoney(id, { money: ['received 250'] });
  advance(DAY);
  expect((await send(path, body)).status).toBe(200);
  await mpesa.workThrough();
  const paid = await moneyOf(id);
  report('D33', `51 callbacks: ${tally(paid.money)}`);
  const payments = [{ receipt: mpesa.lastPrompt().receipt }];
  expect(paid).toMatchObject({ paymentStatus: 'paid', money: ['received 250'], payments });
});

test('a success callback (D33) that is forged pays for nothing: M-Pesa says otherwise', async () => {
  const id = await pushed();
  const path = pathOf(mpesa.lastPrompt().callbackUrl);
  expect((await send(path, success())).status).toBe(200);
  await runOutbox();
  await expectMoney(id, { paymentStatus: 'processing', money: [] });
  await mpesa.answer('cancel');
  advance(600);
  await mpesa.workThrough();
  await expectMoney(id, { paymentStatus: 'failed', attempts: ['failed'], money: [] });
});

test('a success callback (D33) of another amount is held for the operator, and the order is not paid', async () => {
  const id = await pushed();
  await mpesa.answer('approve', { amount: 1 });
  await expectMoney(id, { paymentStatus: 'processing', attempts: ['held'], money: [] });
  expect(warnings()).toContain('held for the operator');
  // Nor does the sweep believe it.
  advance(61);
  await mpesa.round();
  await expectMoney(id, { attempts: ['held'] });
});

test('a success callback (D33) of another amount is seen by the sweep, too, when that asks first', async () => {
  const id = await pushed();
  mpesa.mpesa.answer(mpesa.lastPrompt(), 'approve', { amount: 1 });
  await mpesa.mpesa.delivered();
  advance(61);
  await mpesa.round();
  await expectMoney(id, { attempts: ['held'], money: [] });
});

test('a success callback (D33) for another push, or under an unknown token, changes nothing, and is logged without the token', async () => {
  const id = await pushed();
  const { callbackUrl } = mpesa.lastPrompt();
  const stkCallback = { ...success().Body.stkCallback, CheckoutRequestID: 'ws_CO_another' };
  const other = { Body: { stkCallback } };
  expect((await send(pathOf(callbackUrl), other)).status).toBe(200);
  expect((await send(`/api/payments/callback/${createToken()}`, success())).status).toBe(200);
  await mpesa.workThrough();
  await expectMoney(id, { paymentStatus: 'processing', money: [] });
  expect(warnings()).toContain('names another push');
  expect(warnings()).toContain('unknown token');
  expect(await countRows('payment_callbacks')).toBe(1);
  const token = callbackUrl.split('/').at(-1) ?? '';
  const logged = market.logged.join('\n');
  for (const secret of [token, '722000111']) expect(logged).not.toContain(secret);
  expect(logged).toContain('/api/payments/callback/[token]');
});

test('a success callback (D33) that is malformed is answered 200, and changes nothing', async () => {
  const id = await pushed();
  const path = pathOf(mpesa.lastPrompt().callbackUrl);
  for (const body of [
    '',
    'no JSON',
    'null',
    '[]',
    '{"Body":{"stkCallback":{"ResultCode":0}}}',
    '{"Body":{"stkCallback":{"CheckoutRequestID":"\\u0000","ResultCode":0}}}',
  ]) {
    const answer = { status: 200, body: { ResultCode: 0, ResultDesc: 'Accepted' } };
    expect(await send(path, body), body).toMatchObject(answer);
    await mpesa.workThrough();
    await expectMoney(id, { paymentStatus: 'processing', money: [] });
  }
});

test('a success callback (D33) that is far too long is refused', async () => {
  await pushed();
  expect((await send(pathOf(mpesa.lastPrompt().callbackUrl), 'x'.repeat(40_000))).status).toBe(413);
  expect(await countRows('payment_callbacks')).toBe(0);
});
