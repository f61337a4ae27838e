import { beforeEach, describe, expect, test } from 'vitest';
import {
  findWrongMoney,
  makeShop,
  moneyOf,
  PHONE,
  type Shop,
  TOTAL,
} from '#tests/factories/money.ts';
import { makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { type OpenMpesa, openMpesa } from '#tests/setup/mpesa.ts';
import { call, outcomeOf, refusalOf } from '#tests/setup/rest.ts';

let market: Market;
let mpesa: OpenMpesa;
let shop: Shop;

beforeEach(async () => {
  market = await makeMarket();
  mpesa = await openMpesa(market);
  shop = await makeShop(market);
});

describe('paying by M-Pesa', () => {
  test('rings the given phone with the total, and is paid once the PIN is right', async () => {
    const id = await shop.confirmed();
    const { order, attempt } = await shop.pay(id, '0733123456');
    expect(attempt.status).toBe('pushed');
    expect(order.paymentStatus).toBe('processing');
    expect(mpesa.lastPrompt()).toMatchObject({
      msisdn: '254733123456',
      amount: TOTAL,
      reference: `SS${id}`,
    });
    await mpesa.answer('approve');
    const money = await moneyOf(market, id);
    expect(money).toMatchObject({
      paymentStatus: 'paid',
      attempts: ['paid'],
      money: ['received 250'],
    });
    expect(money.payments[0]?.receipt).toBe(mpesa.lastPrompt().receipt);
  });

  test.each([
    ['cancel', '1032'],
    ['insufficient', '1'],
    ['wrongPin', '2001'],
  ] as const)(
    'fails with %s (%s), and can be retried',
    { tags: ['long'] },
    async (answer, code) => {
      const id = await shop.confirmed();
      await shop.pay(id);
      await mpesa.answer(answer);
      const order = await shop.asBuyer.get({ orderId: id });
      expect(order).toMatchObject({
        paymentStatus: 'failed',
        payment: { status: 'failed', resultCode: code },
      });
      expect(order.steps).toContain('pay');
      await shop.pay(id);
      await mpesa.answer('approve');
      expect(await moneyOf(market, id)).toMatchObject({
        paymentStatus: 'paid',
        attempts: ['failed', 'paid'],
        money: ['received 250'],
      });
    },
  );

  test('ends as unanswered after the phone has rung for a minute', { tags: ['long'] }, async () => {
    const id = await shop.confirmed();
    await shop.pay(id);
    market.advance(61);
    mpesa.mpesa.hangUp();
    await mpesa.workThrough();
    const { payment, paymentStatus } = await shop.asBuyer.get({ orderId: id });
    expect(paymentStatus).toBe('failed');
    expect(payment).toMatchObject({ resultCode: '1037' });
  });

  test('answers over REST as over tRPC', { tags: ['long'] }, async () => {
    const id = await shop.confirmed();
    const answer = await call(
      market,
      `/api/buyer/orders/${id}/pay`,
      { phoneNumber: PHONE },
      { token: shop.buyer.token },
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, order: { id }, attempt: { status: 'pushed' } },
    });
  });

  test('is announced by the contact procedure', async () => {
    expect((await market.caller().market.contact()).mpesa).toBe(true);
    market.services.mpesa = null;
    expect((await market.caller().market.contact()).mpesa).toBe(false);
  });
});

describe('a push is refused', () => {
  test('if M-Pesa is not set up', async () => {
    const id = await shop.confirmed();
    market.services.mpesa = null;
    expect(await outcomeOf(shop.pay(id))).toBe('MPESA_NOT_AVAILABLE');
  });

  test("for a stranger's order, before the farmer's confirmation, for cash, and once it is paid", {
    tags: ['long'],
  }, async () => {
    const id = await shop.confirmed();
    const stranger = market.caller({ token: (await makeTestBuyer(market)).token }).buyer.orders;
    expect(await outcomeOf(stranger.pay({ orderId: id, phoneNumber: PHONE }))).toBe(
      'ORDER_NOT_FOUND',
    );
    expect(await outcomeOf(shop.pay(await shop.confirmedForCash()))).toBe('NOT_PAYABLE');
    await shop.pay(id);
    await mpesa.answer('approve');
    expect(await outcomeOf(shop.pay(id))).toBe('NOT_PAYABLE');
    expect(mpesa.mpesa.prompts).toHaveLength(1);
  });

  test('while another is open: of ten at once one rings', { tags: ['long'] }, async () => {
    const id = await shop.confirmed();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(shop.pay(id))));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'PAYMENT_UNDER_WAY')).toHaveLength(9);
    expect(mpesa.mpesa.prompts).toHaveLength(1);
  });

  test('above the maximum of a payment', { tags: ['long'] }, async () => {
    const id = await shop.confirmed();
    market.services.limits.mpesaMaxKes = TOTAL - 1;
    expect(await outcomeOf(shop.pay(id))).toBe('MPESA_ORDER_TOO_LARGE');
    expect((await moneyOf(market, id)).attempts).toEqual([]);
  });

  test('after ten to one phone number within an hour; refused ones do not count', {
    tags: ['long'],
  }, async () => {
    const id = await shop.confirmed();
    for (let push = 0; push < 10; push += 1) {
      await shop.pay(id);
      if (push < 9) expect(await outcomeOf(shop.pay(id))).toBe('PAYMENT_UNDER_WAY');
      await mpesa.answer('cancel');
    }
    const { code, retryAfterSeconds } = await refusalOf(shop.pay(id));
    expect(code).toBe('TOO_MANY_ATTEMPTS');
    expect(retryAfterSeconds).toBeGreaterThan(3000);
    await shop.pay(id, '+254700000009');
    expect(mpesa.mpesa.prompts).toHaveLength(11);
  });
});

describe('Daraja', () => {
  test('refusing a push leaves the order unpaid, with its reason', async () => {
    mpesa.behaviour.push = 'refused';
    const id = await shop.confirmed();
    const { attempt, order } = await shop.pay(id);
    expect(attempt).toMatchObject({
      status: 'failed',
      resultCode: '500.003.02',
      resultText: expect.stringContaining('busy'),
    });
    expect(order.paymentStatus).toBe('failed');
  });

  test('out of reach charges nobody and says so', { tags: ['long'] }, async () => {
    const id = await shop.confirmed();
    await mpesa.withoutDaraja(async () => {
      expect(await outcomeOf(shop.pay(id))).toBe('MPESA_UNREACHABLE');
    });
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'failed',
      attempts: ['failed'],
      money: [],
    });
    await shop.pay(id);
    await mpesa.answer('approve');
    expect((await moneyOf(market, id)).paymentStatus).toBe('paid');
  });

  test('expiring a token early gives another, and the push is sent once', {
    tags: ['long'],
  }, async () => {
    const id = await shop.confirmed();
    await shop.pay(id);
    await mpesa.answer('cancel');
    mpesa.tokens.clear();
    expect((await shop.pay(id)).attempt.status).toBe('pushed');
    expect(mpesa.mpesa.prompts).toHaveLength(2);
    expect(mpesa.tokens.size).toBe(1);
  });

  test.each(['untaken', 'takenSilently', 'garbled'] as const)(
    'losing its answer to a push (%s) leaves it unknown: no second one is sent',
    { tags: ['long'] },
    async (push) => {
      // Enough time to get a token on a busy machine: without one, no push is sent at all.
      mpesa = await openMpesa(market, { timeoutMilliseconds: 1500 });
      mpesa.behaviour.push = push;
      const id = await shop.confirmed();
      expect((await shop.pay(id)).attempt.status).toBe('unknown');
      expect(await outcomeOf(shop.pay(id))).toBe('PAYMENT_UNDER_WAY');
      market.advance(61);
      await mpesa.round();
      expect(await moneyOf(market, id)).toMatchObject({
        paymentStatus: 'processing',
        attempts: ['unknown'],
      });
      // After an hour without an answer the buyer may try again.
      market.advance(3600);
      await mpesa.round();
      expect(await moneyOf(market, id)).toMatchObject({
        paymentStatus: 'failed',
        attempts: ['failed'],
        money: [],
      });
      expect(await findWrongMoney(market)).toEqual([]);
    },
  );
});
