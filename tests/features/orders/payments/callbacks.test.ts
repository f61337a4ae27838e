import { beforeEach, describe, expect, test } from 'vitest';
import { callbackOf } from '#demo/mpesa/results.ts';
import { SAME_AMOUNT_SECONDS } from '#features/orders/rules/limits.ts';
import { createToken } from '#platform/server/hashes.ts';
import { findWrongMoney, makeShop, moneyOf, type Shop, TOTAL } from '#tests/factories/money.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { type OpenMpesa, openMpesa } from '#tests/setup/mpesa.ts';
import { report, tally } from '#tests/setup/report.ts';
import { call } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';

const DAY = 24 * 3600;

let market: Market;
let mpesa: OpenMpesa;
let shop: Shop;

beforeEach(async () => {
  market = await makeMarket();
  mpesa = await openMpesa(market);
  shop = await makeShop(market);
});

const pathOf = (url: string) => new URL(url).pathname;
const success = (amount = TOTAL) =>
  callbackOf(
    { ...mpesa.lastPrompt(), answer: 'approve', receipt: 'SFORGED123' },
    { amount, at: market.services.clock() },
  );
const send = (path: string, body: unknown) => call(market, path, body);
const warnings = () => market.logged.filter((line) => line.includes('"level":40')).join('\n');

describe('a success callback (D33)', () => {
  test('50 times at once, and again a day later, is one payment', { tags: ['long'] }, async () => {
    const id = await shop.confirmed();
    await shop.pay(id);
    mpesa.delivery.isLost = true;
    await mpesa.answer('approve');
    const body = callbackOf(mpesa.lastPrompt(), { amount: TOTAL, at: market.services.clock() });
    const path = pathOf(mpesa.lastPrompt().callbackUrl);
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(path, body)));
    expect(answers.every(({ status, body }) => status === 200 && body.ResultCode === 0)).toBe(true);
    // As many workers at once as there are processes.
    while (
      (await Promise.all([1, 2, 3].map(() => market.workThroughOutbox()))).some(
        (taken) => taken > 0,
      )
    )
      market.advance(1);
    expect((await moneyOf(market, id)).money).toEqual(['received 250']);
    market.advance(DAY);
    expect((await send(path, body)).status).toBe(200);
    await mpesa.workThrough();
    const { money, paymentStatus, payments } = await moneyOf(market, id);
    report('D33', `51 callbacks: ${tally(money)}`);
    expect(money).toEqual(['received 250']);
    expect(paymentStatus).toBe('paid');
    expect(payments[0]?.receipt).toBe(mpesa.lastPrompt().receipt);
  });

  test('that is forged pays for nothing: M-Pesa says otherwise', async () => {
    const id = await shop.confirmed();
    await shop.pay(id);
    const path = pathOf(mpesa.lastPrompt().callbackUrl);
    expect((await send(path, success())).status).toBe(200);
    await market.workThroughOutbox();
    expect(await moneyOf(market, id)).toMatchObject({ paymentStatus: 'processing', money: [] });
    await mpesa.answer('cancel');
    market.advance(600);
    await mpesa.workThrough();
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'failed',
      attempts: ['failed'],
      money: [],
    });
  });

  test('of another amount is held for the operator, and the order is not paid', async () => {
    const id = await shop.confirmed();
    await shop.pay(id);
    await mpesa.answer('approve', { amount: 1 });
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'processing',
      attempts: ['held'],
      money: [],
    });
    expect(warnings()).toContain('held for the operator');
    // Nor does the sweep believe it.
    market.advance(61);
    await mpesa.round();
    expect((await moneyOf(market, id)).attempts).toEqual(['held']);
  });

  test('of another amount is seen by the sweep, too, when that asks first', async () => {
    const id = await shop.confirmed();
    await shop.pay(id);
    mpesa.mpesa.answer(mpesa.lastPrompt(), 'approve', { amount: 1 });
    await mpesa.mpesa.delivered();
    market.advance(61);
    await mpesa.round();
    expect(await moneyOf(market, id)).toMatchObject({ attempts: ['held'], money: [] });
  });

  test('for another push, or under an unknown token, changes nothing, and is logged without the token', async () => {
    const id = await shop.confirmed();
    await shop.pay(id);
    const { callbackUrl } = mpesa.lastPrompt();
    const other = {
      Body: { stkCallback: { ...success().Body.stkCallback, CheckoutRequestID: 'ws_CO_another' } },
    };
    expect((await send(pathOf(callbackUrl), other)).status).toBe(200);
    expect((await send(`/api/payments/callback/${createToken()}`, success())).status).toBe(200);
    await mpesa.workThrough();
    expect(await moneyOf(market, id)).toMatchObject({ paymentStatus: 'processing', money: [] });
    expect(warnings()).toContain('names another push');
    expect(warnings()).toContain('unknown token');
    expect(await countRows(market.db, 'payment_callbacks')).toBe(1);
    const token = callbackUrl.split('/').at(-1) ?? '';
    expect(market.logged.join('\n')).not.toContain(token);
    expect(market.logged.join('\n')).not.toContain('722000111');
    expect(market.logged.join('\n')).toContain('/api/payments/callback/[token]');
  });

  test.each([
    '',
    'no JSON',
    '{',
    'null',
    '[]',
    '0',
    '"text"',
    '{"Body":null}',
    '{"Body":{"stkCallback":{"ResultCode":0}}}',
    '\0\0',
    '{"Body":{"stkCallback":{"CheckoutRequestID":"\\u0000","ResultCode":0}}}',
    JSON.stringify({
      Body: {
        stkCallback: { CheckoutRequestID: 'x', ResultCode: 0, CallbackMetadata: { Item: 'none' } },
      },
    }),
  ])('that is %j is answered 200, and changes nothing', async (body) => {
    const id = await shop.confirmed();
    await shop.pay(id);
    const answer = await send(pathOf(mpesa.lastPrompt().callbackUrl), body);
    expect(answer).toMatchObject({ status: 200, body: { ResultCode: 0, ResultDesc: 'Accepted' } });
    await mpesa.workThrough();
    expect(await moneyOf(market, id)).toMatchObject({ paymentStatus: 'processing', money: [] });
  });

  test('that is far too long is refused', async () => {
    await shop.pay(await shop.confirmed());
    expect((await send(pathOf(mpesa.lastPrompt().callbackUrl), 'x'.repeat(40_000))).status).toBe(
      413,
    );
    expect(await countRows(market.db, 'payment_callbacks')).toBe(0);
  });
});

describe('whatever the order in which things happen (D34)', () => {
  test("a callback before the push's answer pays", async () => {
    mpesa.behaviour.push = 'callbackFirst';
    const id = await shop.confirmed();
    await shop.pay(id);
    await mpesa.workThrough();
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'paid',
      attempts: ['paid'],
      money: ['received 250'],
    });
  });

  test('a callback that is worked on before the push has its answer pays', async () => {
    const id = await shop.confirmed();
    mpesa.beforePushAnswer(async () => {
      mpesa.mpesa.answer(mpesa.lastPrompt(), 'approve');
      await mpesa.workThrough();
      expect((await moneyOf(market, id)).paymentStatus).toBe('paid');
    });
    const { attempt, order } = await shop.pay(id);
    expect([attempt.status, order.paymentStatus]).toEqual(['paid', 'paid']);
    expect((await moneyOf(market, id)).money).toEqual(['received 250']);
  });

  test('a success after the buyer has cancelled is due back', async () => {
    const id = await shop.confirmed();
    await shop.pay(id);
    await shop.asBuyer.cancel({ orderId: id });
    await mpesa.answer('approve');
    expect(await moneyOf(market, id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refund_due',
      money: ['refund_due 250'],
    });
  });

  test('a paid order that is cancelled owes its money back', async () => {
    const id = await shop.confirmed();
    await shop.pay(id);
    await mpesa.answer('approve');
    await shop.asFarmer.orders.cancel({ orderId: id });
    await mpesa.workThrough();
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'refund_due',
      money: ['refund_due 250'],
      payout: null,
    });
  });

  test('a failure after the success changes nothing', async () => {
    const id = await shop.confirmed();
    await shop.pay(id);
    await mpesa.answer('approve');
    const failure = callbackOf(
      { ...mpesa.lastPrompt(), answer: 'cancel' },
      { amount: TOTAL, at: market.services.clock() },
    );
    await send(pathOf(mpesa.lastPrompt().callbackUrl), failure);
    await mpesa.workThrough();
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'paid',
      attempts: ['paid'],
      money: ['received 250'],
    });
  });

  test('a lost callback is made good by the sweep, one interval after the push; a late one still brings the receipt', async () => {
    const id = await shop.confirmed();
    await shop.pay(id);
    mpesa.delivery.isLost = true;
    await mpesa.answer('approve');
    market.advance(59);
    await mpesa.round();
    expect((await moneyOf(market, id)).paymentStatus).toBe('processing');
    market.advance(2);
    await mpesa.round();
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'paid',
      payments: [{ receipt: null }],
    });
    const late = callbackOf(mpesa.lastPrompt(), { amount: TOTAL, at: market.services.clock() });
    await send(pathOf(mpesa.lastPrompt().callbackUrl), late);
    await mpesa.workThrough();
    expect((await moneyOf(market, id)).payments).toMatchObject([
      { receipt: mpesa.lastPrompt().receipt, state: 'received' },
    ]);
  });

  test.each(['takenSilently', 'garbled'] as const)(
    'a push that was %s and then paid is paid once its callback brings the id',
    async (push) => {
      mpesa = await openMpesa(market, { timeoutMilliseconds: 1000 });
      mpesa.behaviour.push = push;
      const id = await shop.confirmed();
      expect((await shop.pay(id)).attempt.status).toBe('unknown');
      await mpesa.answer('approve');
      expect(await moneyOf(market, id)).toMatchObject({
        paymentStatus: 'paid',
        attempts: ['paid'],
        money: ['received 250'],
      });
    },
  );

  test('a success after the attempt was given up pays for the order; one more, for a second push, is due back', async () => {
    mpesa = await openMpesa(market, { timeoutMilliseconds: 1000 });
    mpesa.behaviour.push = 'takenSilently';
    const id = await shop.confirmed();
    await shop.pay(id);
    const first = mpesa.lastPrompt();
    market.advance(3700);
    await mpesa.round();
    expect((await moneyOf(market, id)).attempts).toEqual(['failed']);
    mpesa.behaviour.push = 'right';
    await shop.pay(id);
    mpesa.mpesa.answer(first, 'approve');
    await mpesa.workThrough();
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'paid',
      attempts: ['paid', 'pushed'],
      money: ['received 250'],
    });
    await mpesa.answer('approve');
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'paid',
      attempts: ['paid', 'paid'],
      money: ['received 250', 'refund_due 250'],
    });
    expect(await findWrongMoney(market)).toEqual([]);
  });

  test.each(['processing', 'silent', 'garbled'] as const)(
    'while a query is %s nothing is believed; afterwards it is',
    async (query) => {
      mpesa = await openMpesa(market, { timeoutMilliseconds: 1000 });
      const id = await shop.confirmed();
      await shop.pay(id);
      mpesa.behaviour.query = query;
      await mpesa.answer('approve');
      expect((await moneyOf(market, id)).paymentStatus).toBe('processing');
      mpesa.behaviour.query = 'right';
      market.advance(300);
      await mpesa.workThrough();
      expect(await moneyOf(market, id)).toMatchObject({
        paymentStatus: 'paid',
        money: ['received 250'],
      });
    },
  );

  test('a doubled callback is one payment', async () => {
    const id = await shop.confirmed();
    mpesa.delivery.isDoubled = true;
    await shop.pay(id);
    await mpesa.answer('approve');
    expect((await moneyOf(market, id)).money).toEqual(['received 250']);
  });

  test("another payment's receipt is not taken over", async () => {
    const first = await shop.confirmed();
    await shop.pay(first);
    await mpesa.answer('approve');
    const { receipt } = mpesa.lastPrompt();
    market.advance(SAME_AMOUNT_SECONDS);
    const second = await shop.confirmed();
    await shop.pay(second);
    mpesa.mpesa.prompts.splice(0, 1, { ...mpesa.lastPrompt(), answer: 'approve', receipt });
    const copy = callbackOf(mpesa.lastPrompt(), { amount: TOTAL, at: market.services.clock() });
    await send(pathOf(mpesa.lastPrompt().callbackUrl), copy);
    await mpesa.workThrough();
    expect((await moneyOf(market, second)).payments).toMatchObject([
      { state: 'received', receipt: null },
    ]);
    expect(await findWrongMoney(market)).toEqual([]);
  });
});
