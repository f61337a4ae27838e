import { settleByHand } from '#orders/server/decide-money.ts';
import { insertPayout } from '#orders/server/payments/payout-queries.ts';
import {
  advance,
  asBuyer,
  asFarmer,
  buyer,
  db,
  expectMoney,
  expectRightMoney,
  givenTrade,
  makeProvenBuyer,
  moneyOf,
  mpesa,
  order,
  PHONE,
  product,
  reopenMpesa,
  services,
} from '#tests/setup/in-market.ts';

/* A pre-order of 20 kg at KES 50: 1,000, with a deposit of 300. */

givenTrade({ goods: { harvestDate: '2026-03-11', depositPercent: 30 } });
beforeEach(async () => {
  await reopenMpesa({ timeoutMilliseconds: 1000 });
  Object.assign(buyer, await makeProvenBuyer());
});

const pay = (orderId: number) => asBuyer().pay({ orderId, phoneNumber: PHONE });
const harvest = (quantity: number) =>
  asFarmer().declareHarvest({ productId: product.id, quantity });
const preOrder = () => order(20, { paymentMethod: 'M-Pesa' });

const sentBack = () => mpesa.mpesa.payouts.map(({ msisdn, amount }) => `${amount} to +${msisdn}`);

test('a deposit that comes after the cancellation goes back by itself', async () => {
  const id = await preOrder();
  await pay(id);
  await asBuyer().cancel({ orderId: id });
  await mpesa.answer('approve');
  await mpesa.round();
  expect(sentBack()).toEqual([`300 to ${PHONE}`]);
  expect(await asBuyer().get({ orderId: id })).toMatchObject({
    status: 'cancelled',
    paymentStatus: 'pending',
    toPay: 0,
    refunds: [{ status: 'paid', amount: 300 }],
  });
  await expectRightMoney();
});

test('a deposit that is paid twice goes back once, and again when the order ends', async () => {
  const id = await preOrder();
  mpesa.behaviour.push = 'takenSilently';
  await pay(id);
  const first = mpesa.lastPrompt();
  // M-Pesa never answers the first push, so it is given up after an hour.
  advance(3700);
  await mpesa.round();
  mpesa.behaviour.push = 'right';
  await pay(id);
  mpesa.mpesa.answer(first, 'approve');
  await mpesa.workThrough();
  await mpesa.answer('approve');
  await mpesa.round();
  expect(sentBack()).toEqual([`300 to ${PHONE}`]);
  await harvest(100);
  expect(await asBuyer().get({ orderId: id })).toMatchObject({ status: 'confirmed', toPay: 700 });
  await asBuyer().cancel({ orderId: id });
  await mpesa.round();
  expect(sentBack()).toEqual([`300 to ${PHONE}`, `300 to ${PHONE}`]);
  await expectRightMoney();
});

test('a deposit that an operator finds too late waits for two people', async () => {
  const id = await preOrder();
  await pay(id);
  await asBuyer().cancel({ orderId: id });
  const [attemptId = 0] = (await moneyOf(id)).attemptIds;
  const money = { amountCents: 30_000, receipt: 'SGH7LATE1' };
  const by = { name: 'Amina', isApproved: true };
  const settled = { attemptId, money, now: services.clock(), by };
  await db.transaction((tx) => settleByHand(tx, settled, services));
  await mpesa.round();
  expect(sentBack()).toEqual([]);
  await expectMoney(id, { paymentStatus: 'refund_due', money: ['refund_due 300'] });
});

test('a deposit that comes after a credit was used leaves the rest payable', async () => {
  const other = await preOrder();
  await pay(other);
  await mpesa.answer('approve');
  const [payment] = (await moneyOf(other)).payments;
  const now = services.clock();
  await asBuyer().cancel({ orderId: other });
  await insertPayout(db, {
    ...{ orderId: other, paymentId: payment?.id ?? 0, part: 2, buyerId: buyer.id },
    ...{ phoneNumber: PHONE, amountCents: 900, heldUntil: now, createdAt: now },
  });
  advance(121);
  const id = await preOrder();
  await pay(id);
  // 6.2 kg cost 310, of which the credit pays 9.
  await harvest(6.2);
  await mpesa.answer('approve');
  expect(await asBuyer().get({ orderId: id })).toMatchObject({ credit: 9, toPay: 1 });
  await pay(id);
  await mpesa.answer('approve');
  await expectMoney(id, { paymentStatus: 'paid' });
});
