import { asc, gt } from 'drizzle-orm';
import { sumFarmersMoney } from '#orders/server/farmer-payments.ts';
import { listDueRefunds } from '#orders/server/operator-work.ts';
import { payouts } from '#orders/server/payments/tables.ts';
import { secondsAfter } from '#server/clock.ts';
import {
  advance,
  and,
  asBuyer,
  asFarmer,
  buyer,
  db,
  eq,
  farm,
  givenShop,
  HOUR,
  mpesa,
  now,
  operate,
  PHONE,
  paidOrder,
  paidOut,
  pushed,
  shop,
} from '#tests/setup/in-market.ts';

/* Every order of the shop is five kilograms at KES 50: 250. */

givenShop();

async function shorten(orderId: number, quantity: number) {
  const { lines } = await asFarmer().get({ orderId });
  return asFarmer().shorten({ orderId, lines: [{ lineId: lines[0]?.id ?? 0, quantity }] });
}

const collected = () => {
  advance(2 * HOUR);
  return mpesa.round();
};

const refundsOf = (orderId: number) =>
  db
    .select()
    .from(payouts)
    .where(and(eq(payouts.orderId, orderId), gt(payouts.part, 0)))
    .orderBy(asc(payouts.part));

test('a paid difference (D135) goes back by itself to the phone that paid, and the farmer earns the rest', async () => {
  const id = await paidOrder();
  await shorten(id, 3);
  await collected();
  expect(mpesa.mpesa.payouts).toMatchObject([{ msisdn: PHONE.slice(1), amount: 100 }]);
  const receipt = mpesa.mpesa.payouts[0]?.transactionId;
  expect(await asBuyer().get({ orderId: id })).toMatchObject({
    total: 150,
    paymentStatus: 'paid',
    refunds: [{ status: 'paid', amount: 100, phoneNumber: PHONE, isKept: false, receipt }],
  });
  await shop.handOver(id);
  await mpesa.round();
  expect(paidOut()).toEqual([100, 150]);
  const sums = await sumFarmersMoney(db, farm.id);
  expect(sums).toMatchObject({ received: 150, inHand: 150, due: 0 });
});

test('a paid difference (D135) of several changes is one refund, two hours after the first or at the dispatch (D156)', async () => {
  const id = await paidOrder();
  await shorten(id, 4.5);
  const heldUntil = secondsAfter(now(), 2 * HOUR);
  advance(HOUR);
  for (const quantity of [4, 3.5, 3]) await shorten(id, quantity);
  await mpesa.round();
  expect(paidOut()).toEqual([]);
  expect((await asBuyer().get({ orderId: id })).refunds).toMatchObject([
    { status: 'due', amount: 100, heldUntil },
  ]);
  advance(HOUR);
  await mpesa.round();
  expect(paidOut()).toEqual([100]);
  for (const quantity of [2.5, 2]) await shorten(id, quantity);
  await mpesa.round();
  expect(paidOut()).toEqual([100]);
  await asFarmer().dispatch({ orderId: id });
  await mpesa.round();
  expect(paidOut()).toEqual([50, 100]);
  const ids = mpesa.mpesa.payouts.map((one) => one.originatorConversationId);
  expect(new Set(ids).size).toBe(2);
});

test.each([
  { isSent: true, rest: 150, status: 'paid', sent: [100] },
  { isSent: false, rest: 250, status: 'cancelled', sent: [] },
])(
  'a paid difference (D135) goes back before or with the rest of a cancelled order: $isSent',
  async (given) => {
    const id = await paidOrder();
    await shorten(id, 3);
    if (given.isSent) await collected();
    await asFarmer().cancel({ orderId: id });
    expect(await listDueRefunds(db)).toMatchObject([{ orderId: id, amount: given.rest }]);
    expect(await refundsOf(id)).toMatchObject([{ status: given.status }]);
    await mpesa.round();
    expect(paidOut()).toEqual(given.sent);
  },
);

test('a paid difference (D135) goes back although the buyer is suspended meanwhile', async () => {
  const id = await paidOrder();
  await shorten(id, 3);
  await operate('suspend', { account: buyer.email, reason: 'x' });
  await collected();
  expect(await refundsOf(id)).toMatchObject([{ status: 'paid', amountCents: 10_000 }]);
});

test('a paid difference (D135) before the payment only the new total is asked for', async () => {
  const id = await shop.confirmed();
  await shorten(id, 3);
  expect(await asBuyer().get({ orderId: id })).toMatchObject({ toPay: 150 });
  await shop.pay(id);
  expect(mpesa.lastPrompt()).toMatchObject({ amount: 150 });
  await mpesa.answer('approve');
  expect(await refundsOf(id)).toEqual([]);
});

const short = async () => {
  const id = await paidOrder();
  await shorten(id, 4.9);
  return id;
};

test("a difference below KES 10 (D135) is a credit that the buyer's next M-Pesa order uses; its farmer earns the whole", async () => {
  const first = await short();
  await mpesa.round();
  expect(mpesa.mpesa.payouts).toEqual([]);
  expect((await asBuyer().get({ orderId: first })).refunds).toMatchObject([
    { amount: 5, isKept: true },
  ]);
  const next = await shop.confirmed();
  expect(await asBuyer().get({ orderId: next })).toMatchObject({ credit: 5, toPay: 245 });
  expect(await refundsOf(first)).toMatchObject([{ status: 'credited', creditedOrderId: next }]);
  await shop.pay(next);
  expect(mpesa.lastPrompt()).toMatchObject({ amount: 245 });
  await mpesa.answer('approve');
  await shop.handOver(next);
  await mpesa.round();
  expect(mpesa.mpesa.payouts).toMatchObject([{ amount: 250 }]);
  expect(await sumFarmersMoney(db, farm.id)).toMatchObject({ received: 495, inHand: 250 });
});

test('a difference below KES 10 (D135) is back when that order is cancelled; once it is paid, it goes back with the payment', async () => {
  const first = await short();
  const next = await shop.confirmed();
  await asBuyer().cancel({ orderId: next });
  expect(await refundsOf(first)).toMatchObject([{ status: 'due', creditedOrderId: null }]);
  const third = await pushed();
  await mpesa.answer('approve');
  await asFarmer().cancel({ orderId: third });
  expect(await refundsOf(first)).toMatchObject([{ status: 'credited' }]);
  expect(await listDueRefunds(db)).toMatchObject([{ orderId: third, amount: 250 }]);
});

test('a difference below KES 10 (D135) goes back with another one to the same phone as soon as both come to KES 10', async () => {
  const [first, second] = [await paidOrder(), await paidOrder()];
  await shorten(first, 4.9);
  await shorten(second, 4.85);
  await collected();
  expect(mpesa.mpesa.payouts).toMatchObject([{ msisdn: PHONE.slice(1), amount: 12 }]);
  expect([...(await refundsOf(first)), ...(await refundsOf(second))]).toMatchObject([
    { status: 'paid', amountCents: 500 },
    { status: 'paid', amountCents: 700 },
  ]);
});
