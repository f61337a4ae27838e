import { callbackOf } from '#demo/simulated-mpesa.ts';
import { SAME_AMOUNT_SECONDS } from '#orders/rules/limits.ts';
import {
  advance,
  call,
  expectMoney,
  expectRightMoney,
  givenShop,
  market,
  mpesa,
  now,
  pushed,
  reopenMpesa,
  shop,
  TOTAL,
} from '#tests/setup/in-market.ts';

givenShop();

async function callBack(about = {}) {
  const body = callbackOf({ ...mpesa.lastPrompt(), ...about }, { amount: TOTAL, at: now() });
  await call(new URL(mpesa.lastPrompt().callbackUrl).pathname, body);
  await mpesa.workThrough();
}

test('a callback that is worked on before the push has its answer pays', async () => {
  const id = await shop.confirmed();
  mpesa.beforePushAnswer(async () => {
    mpesa.mpesa.answer(mpesa.lastPrompt(), 'approve');
    await mpesa.workThrough();
    await expectMoney(id, { paymentStatus: 'paid' });
  });
  const { attempt, order } = await shop.pay(id);
  expect([attempt.status, order.paymentStatus]).toEqual(['paid', 'paid']);
  await expectMoney(id, { money: ['received 250'] });
});

test('a failure after the success changes nothing', async () => {
  const id = await pushed();
  await mpesa.answer('approve');
  await callBack({ answer: 'cancel' });
  await expectMoney(id, { paymentStatus: 'paid', attempts: ['paid'], money: ['received 250'] });
});

test('a lost callback is made good by the sweep, one interval after the push; a late one still brings the receipt', async () => {
  const id = await pushed();
  mpesa.delivery.isLost = true;
  await mpesa.answer('approve');
  advance(59);
  await mpesa.round();
  await expectMoney(id, { paymentStatus: 'processing' });
  advance(2);
  await mpesa.round();
  await expectMoney(id, { paymentStatus: 'paid', payments: [{ receipt: null }] });
  const told: unknown[] = [];
  const onMessage = (text: string) => told.push(...JSON.parse(text));
  await market.connection.listen('order_changes', { onMessage, onReconnect: () => {} });
  await callBack();
  const { receipt } = mpesa.lastPrompt();
  await expectMoney(id, { payments: [{ receipt, state: 'received' }] });
  await expect.poll(() => told).toMatchObject([{ orderId: id }]);
});

test.each(['takenSilently', 'garbled'] as const)(
  'a push that was %s and then paid is paid once its callback brings the id',
  async (push) => {
    await reopenMpesa({ timeoutMilliseconds: 1000 });
    mpesa.behaviour.push = push;
    const id = await shop.confirmed();
    expect((await shop.pay(id)).attempt.status).toBe('unknown');
    await mpesa.answer('approve');
    await expectMoney(id, { paymentStatus: 'paid', attempts: ['paid'], money: ['received 250'] });
  },
);

/** Pays with a push that was given up, while a second one rings. */
async function payWithFirst() {
  await reopenMpesa({ timeoutMilliseconds: 1000 });
  mpesa.behaviour.push = 'takenSilently';
  const id = await pushed();
  const first = mpesa.lastPrompt();
  advance(3700);
  await mpesa.round();
  await expectMoney(id, { attempts: ['failed'] });
  mpesa.behaviour.push = 'right';
  await shop.pay(id);
  mpesa.mpesa.answer(first, 'approve');
  await mpesa.workThrough();
  await expectMoney(id, {
    paymentStatus: 'paid',
    attempts: ['paid', 'pushed'],
    money: ['received 250'],
  });
  return id;
}

test.each([
  ['approve', 'paid', ['received 250', 'refund_due 250']],
  ['cancel', 'failed', ['received 250']],
] as const)(
  'a success after the attempt was given up pays for the order, whatever a later push says: %s',
  async (answer, attempt, money) => {
    const id = await payWithFirst();
    await mpesa.answer(answer);
    await expectMoney(id, { paymentStatus: 'paid', attempts: ['paid', attempt], money });
    await expectRightMoney();
  },
);

test.each(['processing', 'silent', 'garbled'] as const)(
  'while a query is %s nothing is believed; afterwards it is',
  async (query) => {
    await reopenMpesa({ timeoutMilliseconds: 1000 });
    const id = await pushed();
    mpesa.behaviour.query = query;
    await mpesa.answer('approve');
    await expectMoney(id, { paymentStatus: 'processing' });
    mpesa.behaviour.query = 'right';
    advance(300);
    await mpesa.workThrough();
    await expectMoney(id, { paymentStatus: 'paid', money: ['received 250'] });
  },
);

test("another payment's receipt is not taken over", async () => {
  await pushed();
  await mpesa.answer('approve');
  const { receipt } = mpesa.lastPrompt();
  advance(SAME_AMOUNT_SECONDS);
  const second = await pushed();
  mpesa.mpesa.prompts.splice(0, 1, { ...mpesa.lastPrompt(), answer: 'approve', receipt });
  await callBack();
  await expectMoney(second, { payments: [{ state: 'received', receipt: null }] });
  await expectRightMoney();
});
