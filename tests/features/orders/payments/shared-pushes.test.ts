import { callbackOf } from '#demo/simulated-mpesa.ts';
import { PUSH_RINGS_SECONDS, SAME_AMOUNT_SECONDS } from '#orders/rules/limits.ts';
import { listMoneyByReceipt } from '#orders/server/payments/statements/statement-queries.ts';
import { requestPayment } from '#orders/server/request-payment.ts';
import {
  advance,
  buyer,
  call,
  db,
  expectMoney,
  expectRightMoney,
  givenShop,
  moneyOf,
  mpesa,
  now,
  operate,
  refused,
  services,
  shop,
  sql,
  TOTAL,
} from '#tests/setup/in-market.ts';

givenShop();
let ids: number[];
beforeEach(async () => {
  ids = [await shop.confirmed(), await shop.confirmed(), await shop.confirmed()];
});

async function payAll(orderIds = ids) {
  const [orderId = 0, ...alsoOrderIds] = orderIds;
  const asked = { orderId, alsoOrderIds, phoneNumber: '+254722000111' };
  return requestPayment({ ...services, db, user: { id: buyer.id } }, asked);
}

const statuses = async () => {
  const found = await Promise.all(ids.map((orderId) => shop.asBuyer.get({ orderId })));
  return found.map(({ paymentStatus }) => paymentStatus);
};

async function callBack(amount: number) {
  const body = callbackOf({ ...mpesa.lastPrompt(), answer: 'approve' }, { amount, at: now() });
  await call(new URL(mpesa.lastPrompt().callbackUrl).pathname, body);
  await mpesa.workThrough();
}

test('one request pays several orders, each with its own amount and the same receipt', async () => {
  await payAll();
  expect(mpesa.mpesa.prompts).toMatchObject([{ amount: 3 * TOTAL }]);
  expect(await statuses()).toEqual(['processing', 'processing', 'processing']);
  await mpesa.answer('approve');
  const { receipt } = mpesa.lastPrompt();
  for (const id of ids)
    await expectMoney(id, {
      paymentStatus: 'paid',
      attempts: ['paid'],
      payments: [{ receipt, cents: TOTAL * 100 }],
    });
  await expectRightMoney();
  const [line] = await listMoneyByReceipt(db, [receipt ?? '']);
  expect(line).toMatchObject({ orderId: ids[0], amountCents: 3 * TOTAL * 100 });
});

test('what cannot be paid is left out, and nothing is asked if nothing can', async () => {
  const [first = 0, second = 0, third = 0] = ids;
  await shop.asBuyer.cancel({ orderId: first });
  await shop.pay(second);
  advance(SAME_AMOUNT_SECONDS + 1);
  await payAll();
  expect(mpesa.mpesa.prompts.map(({ amount }) => amount)).toEqual([TOTAL, TOTAL]);
  expect(await statuses()).toEqual(['pending', 'processing', 'processing']);
  await refused(payAll([first, second, third]), 'NOT_PAYABLE');
});

test('a refused request fails all its orders, and they can be asked for again at once', async () => {
  await payAll();
  await mpesa.answer('cancel');
  expect(await statuses()).toEqual(['failed', 'failed', 'failed']);
  advance(1);
  await payAll();
  await mpesa.answer('approve');
  expect(await statuses()).toEqual(['paid', 'paid', 'paid']);
  await expectRightMoney();
});

test('a request that M-Pesa does not take fails all its orders', async () => {
  mpesa.behaviour.push = 'refused';
  await payAll();
  expect(await statuses()).toEqual(['failed', 'failed', 'failed']);
});

test('a success after the failure pays all its orders', async () => {
  await payAll();
  mpesa.delivery.isLost = true;
  await mpesa.answer('approve');
  mpesa.behaviour.query = 'processing';
  mpesa.delivery.isLost = false;
  advance(3601);
  await mpesa.round();
  mpesa.behaviour.query = 'right';
  await callBack(3 * TOTAL);
  expect(await statuses()).toEqual(['paid', 'paid', 'paid']);
  await expectRightMoney();
});

test('the sweep settles what a dying process has left', async () => {
  await payAll();
  await db.execute(sql`alter table payments add constraint dying check (part = 0)`);
  mpesa.mpesa.answer(mpesa.lastPrompt(), 'approve');
  await mpesa.workThrough();
  expect(await statuses()).toEqual(['paid', 'processing', 'processing']);
  await db.execute(sql`alter table payments drop constraint dying`);
  advance(PUSH_RINGS_SECONDS + 1);
  await mpesa.round();
  expect(await statuses()).toEqual(['paid', 'paid', 'paid']);
  await expectRightMoney();
});

test('the part of an order that was cancelled meanwhile is due back', async () => {
  const [, second = 0] = ids;
  await payAll();
  await shop.asFarmer.orders.cancel({ orderId: second, reason: 'The hail took it' });
  await mpesa.answer('approve');
  expect(await statuses()).toEqual(['paid', 'refund_due', 'paid']);
  await expectMoney(second, { money: [`refund_due ${TOTAL}`] });
});

test('another amount holds all parts for the operator, who books each with the same receipt', async () => {
  await payAll();
  await mpesa.answer('approve', { amount: 2 * TOTAL });
  for (const id of ids) await expectMoney(id, { attempts: ['held'], payments: [] });
  const receipt = mpesa.lastPrompt().receipt ?? '';
  for (const id of ids.slice(0, 2)) {
    const [attemptId = 0] = (await moneyOf(id)).attemptIds;
    await operate('attemptPaid', {
      attemptId,
      amountCents: TOTAL * 100,
      receipt,
      reason: 'Statement',
    });
    await expectMoney(id, { paymentStatus: 'paid', payments: [{ receipt }] });
  }
  expect(await statuses()).toEqual(['paid', 'paid', 'processing']);
});
