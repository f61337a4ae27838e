import { SAME_AMOUNT_SECONDS } from '#orders/rules/limits.ts';
import { sweepAttempts } from '#orders/server/payments/payment-clock.ts';
import {
  advance,
  db,
  expectMoney,
  expectRightMoney,
  givenShop,
  logged,
  mpesa,
  PHONE,
  pushed,
  report,
  services,
  shop,
  TOTAL,
} from '#tests/setup/in-market.ts';

const MSISDN = PHONE.slice(1);

givenShop();

const now = () => services.clock().getTime();
const rung = () => mpesa.mpesa.prompts.filter(({ answer }) => answer !== 'tooSoon').length;
const paymentOf = async (orderId: number) => (await shop.asBuyer.get({ orderId })).payment;
const roundAfter = async (seconds: number) => {
  advance(seconds);
  await mpesa.round();
};
/** Another party requested the same amount from this phone: M-Pesa knows of it, and we do not. */
const askElsewhere = () =>
  mpesa.mpesa.ring({
    msisdn: MSISDN,
    amount: TOTAL,
    reference: 'X',
    callbackUrl: 'http://localhost:3000/elsewhere',
  });

describe('the same amount to the same phone (D64)', () => {
  test('is pushed in turn, every two minutes, and the order says when', async () => {
    const ids = [await shop.confirmed(), await shop.confirmed(), await shop.confirmed()];
    const start = now();
    const waits = [];
    for (const id of ids) {
      const { payment } = (await shop.pay(id)).order;
      waits.push(payment?.pushAt && (payment.pushAt.getTime() - start) / 1000);
    }
    expect(waits).toEqual([null, 120, 240]);
    const rings = [];
    for (let second = 0; second <= 240; second += 10) {
      rings.push(rung());
      const [prompt] = mpesa.mpesa.prompts;
      if (prompt?.answer === null) await mpesa.answer('approve');
      await roundAfter(10);
    }
    expect([rings[0], rings[11], rings[12], rings[23], rings[24]]).toEqual([1, 1, 2, 2, 3]);
    for (const id of ids) await expectMoney(id, { paymentStatus: 'paid', money: ['received 250'] });
    expect(mpesa.mpesa.prompts.filter(({ answer }) => answer === 'tooSoon')).toEqual([]);
    await expectRightMoney();
    report('D64', '3 orders of one total to one phone: asked for after 0, 120 and 240 s, 3 paid');
  });

  test('of ten orders at once one rings', async () => {
    const ids = [];
    for (let made = 0; made < 10; made += 1) ids.push(await shop.confirmed());
    const paid = await Promise.all(ids.map((id) => shop.pay(id)));
    expect(rung()).toBe(1);
    const turns = paid.flatMap(({ attempt }) => attempt.pushAt?.getTime() ?? []).sort();
    expect(turns.map((turn) => (turn - now()) / 1000)).toEqual([
      120, 240, 360, 480, 600, 720, 840, 960, 1080,
    ]);
  });

  test('a push waiting for its turn is not queried', async () => {
    for (const id of [await shop.confirmed(), await shop.confirmed()]) await shop.pay(id);
    await mpesa.answer('approve');
    await mpesa.round();
    // Another process may sweep before this one sends the due pushes, which are long overdue after
    // a stop.
    advance(SAME_AMOUNT_SECONDS + services.limits.mpesaSweepSeconds + 1);
    await sweepAttempts(db, services);
    await mpesa.round();
    expect(rung()).toBe(2);
  });

  test('after a stop overdue pushes are still sent one by one', async () => {
    const ids = [await shop.confirmed(), await shop.confirmed(), await shop.confirmed()];
    for (const id of ids) await shop.pay(id);
    await mpesa.answer('approve');
    await roundAfter(3600);
    expect(rung()).toBe(2);
    await mpesa.answer('approve');
    await roundAfter(120);
    expect(rung()).toBe(3);
  });

  test('refused by M-Pesa (17), it is sent again automatically two minutes later', async () => {
    askElsewhere();
    const id = await pushed();
    await mpesa.workThrough();
    const refusedAt = now();
    await expectMoney(id, { paymentStatus: 'processing', attempts: ['failed', 'sending'] });
    const payment = await paymentOf(id);
    expect([payment?.resultCode, (payment?.pushAt?.getTime() ?? 0) - refusedAt]).toEqual([
      '17',
      120_000,
    ]);
    await roundAfter(120);
    await mpesa.answer('approve');
    await expectMoney(id, { paymentStatus: 'paid', money: ['received 250'] });
  });

  test('refused repeatedly it fails with the reason, and the buyer may try again', async () => {
    const id = await shop.confirmed();
    for (let round = 0; round < 6; round += 1) {
      askElsewhere();
      if (round === 0) await shop.pay(id);
      else await mpesa.round();
      await mpesa.workThrough();
      advance(119);
      askElsewhere();
      advance(1);
    }
    await expectMoney(id, { paymentStatus: 'failed', attempts: Array(4).fill('failed') });
    expect((await paymentOf(id))?.resultCode).toBe('17');
  });

  test('an order cancelled meanwhile does not ring', async () => {
    const [first, second] = [await shop.confirmed(), await shop.confirmed()];
    await shop.pay(first);
    await shop.pay(second);
    await shop.asBuyer.cancel({ orderId: second });
    await roundAfter(121);
    expect(rung()).toBe(1);
    await expectMoney(second, { attempts: ['failed'] });
  });
});

test('errorCode 500.001.1001 (D64) for a busy phone: the push is retried a minute later', async () => {
  mpesa.behaviour.push = 'phoneBusy';
  const id = await shop.confirmed();
  const { attempt, order } = await shop.pay(id);
  expect(order.paymentStatus).toBe('processing');
  expect(attempt).toMatchObject({ status: 'failed', resultCode: '1001' });
  expect(order.payment).toMatchObject({
    status: 'sending',
    resultCode: '1001',
    pushAt: new Date(now() + 60_000),
  });
  mpesa.behaviour.push = 'right';
  await roundAfter(60);
  await mpesa.answer('approve');
  await expectMoney(id, { paymentStatus: 'paid' });
});

test.each(['wrongCredentials', 'unknownMerchant'] as const)(
  'errorCode 500.001.1001 (D64) for a push with wrong settings (%s): refused and logged',
  async (push) => {
    mpesa.behaviour.push = push;
    const { attempt } = await shop.pay(await shop.confirmed());
    expect(attempt).toMatchObject({ status: 'failed', resultCode: '500.001.1001' });
    expect(logged.join('\n')).toContain('does not take our settings');
  },
);

test('errorCode 500.001.1001 (D64) for a query about a busy phone says nothing about the payment, which stays open', async () => {
  const id = await pushed();
  mpesa.delivery.isLost = true;
  await mpesa.answer('approve');
  mpesa.behaviour.query = 'phoneBusy';
  await roundAfter(1800);
  await roundAfter(1700);
  await expectMoney(id, { paymentStatus: 'processing' });
  mpesa.behaviour.query = 'right';
  await roundAfter(61);
  await expectMoney(id, { paymentStatus: 'paid', money: ['received 250'] });
});

test.each(['wrongCredentials', 'unknownMerchant'] as const)(
  'errorCode 500.001.1001 (D64) for a query with wrong settings (%s) settles nothing, even after an hour',
  async (query) => {
    const id = await pushed();
    mpesa.delivery.isLost = true;
    await mpesa.answer('approve');
    mpesa.behaviour.query = query;
    await roundAfter(7200);
    await expectMoney(id, { attempts: ['pushed'] });
    expect(logged.join('\n')).toContain('does not take our settings');
  },
);
