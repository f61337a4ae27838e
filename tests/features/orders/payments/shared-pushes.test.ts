import { callbackOf } from '#demo/simulated-mpesa.ts';
import { describeChoice } from '#operator/web/cases/effects.ts';
import { SAME_AMOUNT_SECONDS } from '#orders/rules/limits.ts';
import { listMoneyByReceipt } from '#orders/server/payments/statements/statement-queries.ts';
import { requestPayment } from '#orders/server/request-payment.ts';
import { statementOf } from '#tests/factories/statements.ts';
import {
  advance,
  buyer,
  call,
  countRows,
  db,
  deskOf,
  expectMoney,
  expectRightMoney,
  givenShop,
  moneyOf,
  mpesa,
  now,
  operate,
  outcomeOf,
  refused,
  services,
  shop,
  sql,
  TOTAL,
} from '#tests/setup/in-market.ts';
import { m } from '#text';

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

async function expectAllPaid() {
  expect(await statuses()).toEqual(['paid', 'paid', 'paid']);
  await expectRightMoney();
}

test('one request pays several orders, each with its own amount and the same receipt', async () => {
  await payAll();
  expect(mpesa.mpesa.prompts).toMatchObject([{ amount: 3 * TOTAL }]);
  expect(await statuses()).toEqual(['processing', 'processing', 'processing']);
  for (const orderId of ids) {
    const { payment } = await shop.asBuyer.get({ orderId });
    expect(payment).toMatchObject({ amount: 3 * TOTAL, status: 'pushed' });
  }
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
  const [first = 0, second = 0] = ids;
  await shop.asBuyer.cancel({ orderId: first });
  await shop.pay(second);
  await mpesa.answer('approve');
  advance(SAME_AMOUNT_SECONDS + 1);
  await payAll();
  expect(mpesa.mpesa.prompts.map(({ amount }) => amount)).toEqual([TOTAL, TOTAL]);
  expect(await statuses()).toEqual(['pending', 'paid', 'processing']);
  await mpesa.answer('approve');
  await refused(payAll(), 'NOT_PAYABLE');
});

test('of two requests for the same orders one rings, also if it asks for some of them only', async () => {
  const [first = 0, second = 0, third = 0] = ids;
  await payAll([second, third]);
  await refused(payAll(), 'PAYMENT_UNDER_WAY');
  await refused(shop.pay(third), 'PAYMENT_UNDER_WAY');
  const both = await Promise.all([outcomeOf(payAll([first])), outcomeOf(payAll([first]))]);
  expect(both.sort()).toEqual(['PAYMENT_UNDER_WAY', 'accepted']);
});

test('a refused request fails all its orders with its reason, and they can be asked for again at once', async () => {
  await payAll();
  await mpesa.answer('cancel');
  expect(await statuses()).toEqual(['failed', 'failed', 'failed']);
  for (const orderId of ids) {
    const { payment } = await shop.asBuyer.get({ orderId });
    expect(payment).toMatchObject({ status: 'failed', resultCode: '1032' });
  }
  advance(1);
  await payAll();
  await mpesa.answer('approve');
  await expectAllPaid();
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
  await expectAllPaid();
});

test('all orders are paid, or none: a failure in between leaves them to the sweep', async () => {
  await payAll();
  await db.execute(sql`alter table payments add constraint dying check (part = 0)`);
  mpesa.mpesa.answer(mpesa.lastPrompt(), 'approve');
  await mpesa.workThrough();
  expect(await statuses()).toEqual(['processing', 'processing', 'processing']);
  await db.execute(sql`alter table payments drop constraint dying`);
  advance(61);
  await mpesa.round();
  await expectAllPaid();
});

test('the part of an order that was cancelled meanwhile is due back, and the desk says that the receipt pays others too', async () => {
  const [, second = 0] = ids;
  await payAll();
  await shop.asFarmer.orders.cancel({ orderId: second, reason: 'The hail took it' });
  await mpesa.answer('approve');
  expect(await statuses()).toEqual(['paid', 'refund_due', 'paid']);
  await expectMoney(second, { money: [`refund_due ${TOTAL}`] });
  const { order, choices } = await (await deskOf('amina')).cases.order({ id: second });
  const effects = choices.map((choice) => describeChoice(choice, order as never).effects);
  expect(JSON.stringify(effects)).toContain(
    m.deskFxReceiptShared({ receipt: mpesa.lastPrompt().receipt ?? '' }),
  );
});

const byHand = async (id: number, amount: number, name?: string) => {
  const [attemptId = 0] = (await moneyOf(id)).attemptIds;
  const receipt = mpesa.lastPrompt().receipt ?? '';
  const input = { attemptId, amountCents: amount * 100, receipt, reason: 'The statement' };
  if (name) await (await deskOf(name)).do.attemptPaid({ input });
  else await operate('attemptPaid', input);
};
const unconfirmed = () =>
  countRows('payments', sql`confirmed_at is null and booked_by is not null`);

test('another amount is held for the operator; the whole sum pays all orders, whichever is open', async () => {
  await payAll();
  await mpesa.answer('approve', { amount: 2 * TOTAL });
  const attempts = await Promise.all(ids.map(async (id) => (await moneyOf(id)).attempts));
  expect(attempts.flat()).toEqual(['held', 'pushed', 'pushed']);
  await byHand(ids[2] ?? 0, 3 * TOTAL);
  await expectAllPaid();
  await refused(byHand(ids[1] ?? 0, TOTAL), 'DESK_REFUSED');
  expect(await unconfirmed()).toBe(3);
  await byHand(ids[0] ?? 0, 3 * TOTAL, 'amina');
  expect(await unconfirmed()).toBe(0);
});

test('another amount that the operator books is due back, and the orders can be paid again', async () => {
  await payAll();
  await mpesa.answer('approve', { amount: 2 * TOTAL });
  await byHand(ids[0] ?? 0, 2 * TOTAL);
  expect(await statuses()).toEqual(['failed', 'failed', 'failed']);
  await expectMoney(ids[0] ?? 0, { money: [`refund_due ${2 * TOTAL}`] });
  await callBack(3 * TOTAL);
  expect(await statuses()).toEqual(['failed', 'failed', 'failed']);
});

test("M-Pesa's line with the whole sum confirms what an operator has booked", async () => {
  await payAll();
  await mpesa.answer('approve', { amount: 2 * TOTAL });
  await byHand(ids[0] ?? 0, 3 * TOTAL);
  const receipt = mpesa.lastPrompt().receipt ?? '';
  const line = { receipt, paidIn: `${3 * TOTAL}.00`, account: `SS${ids[0]}` };
  await (await deskOf('amina')).do.importStatement({
    input: { text: statementOf({ lines: [line] }) },
  });
  expect(await unconfirmed()).toBe(0);
});
