import { PUSH_RINGS_SECONDS } from '#orders/rules/limits.ts';
import { sumFarmersMoney } from '#orders/server/farmer-payments.ts';
import { findOperatorOrder, listDueRefunds } from '#orders/server/operator-work.ts';
import { products } from '#products/server/tables.ts';
import { makeScales } from '#tests/factories/weighing.ts';
import {
  advance,
  asBuyer,
  asFarmer,
  buyer,
  codeOf,
  db,
  decideDispute,
  dispatchedForCash,
  eq,
  expectBooks,
  expectMoney,
  expectRightMoney,
  farm,
  givenShop,
  lettersOf,
  makeOrder,
  makeProduct,
  market,
  moneyOf,
  mpesa,
  now,
  PHONE,
  paidOut,
  product,
  refused,
  services,
  setUser,
  shop,
  tick,
} from '#tests/setup/in-market.ts';

/* Every order of the shop is five kilograms at KES 50: 250. Its weight can be 4.5 to 5.5 kg. */

type Scales = ReturnType<typeof makeScales>;
let sent: Scales['sent'];
let weigh: Scales['weigh'];
let complete: Scales['complete'];

givenShop();
beforeEach(() => {
  ({ sent, weigh, complete } = makeScales(market, { mpesa, shop }));
});

test('goods that weigh less (D134) cost less once the code confirms it, and the difference goes back by itself', async () => {
  const id = await sent();
  const weighed = await weigh(id, 4.6);
  expect(weighed).toMatchObject({ amount: 230, weighing: 1, difference: null });
  expect(weighed.lines).toMatchObject([{ quantity: 5, weighedQuantity: 4.6, total: 230 }]);
  await expectMoney(id, { totalCents: 25_000 });
  expect(await complete(id, 1)).toMatchObject({ status: 'completed', amount: 230 });
  await mpesa.round();
  expect(paidOut()).toEqual([20, 230]);
  const seen = await asBuyer().get({ orderId: id });
  expect(seen).toMatchObject({ total: 230, toPay: 0, refunds: [{ status: 'paid', amount: 20 }] });
  expect(seen.lines).toMatchObject([{ quantity: 4.6, orderedQuantity: 5, weighedQuantity: 4.6 }]);
  expect(await sumFarmersMoney(db, farm.id)).toMatchObject({ received: 230, due: 0 });
  await expectRightMoney();
  await expectBooks({ onHand: 9995, sold: 4.6 });
});

test('goods that weigh less (D134) cost less too when nobody confirms the receipt', async () => {
  const id = await sent();
  await weigh(id, 4.6);
  advance(2 * 86_400 + 1);
  await tick();
  await expectMoney(id, { status: 'completed', totalCents: 23_000 });
});

test('goods that weigh more (D134) are paid in cash with the code that agrees to it', async () => {
  const id = await dispatchedForCash(shop);
  expect(await weigh(id, 5.5)).toMatchObject({ amount: 275, difference: null });
  expect(await asBuyer().get({ orderId: id })).toMatchObject({ total: 275, toPay: 0 });
  await complete(id, 1);
  await expectMoney(id, { money: ['received 275'] });
  await expectBooks({ onHand: 9995, sold: 5.5 });
});

test('goods that weigh more (D134) are paid by M-Pesa on the spot: two payments count, and the farmer earns both', async () => {
  const id = await sent();
  await weigh(id, 5.4);
  const asked = await asBuyer().get({ orderId: id });
  const difference = { amount: 20, status: 'open' };
  expect(asked).toMatchObject({ total: 250, toPay: 20, paymentStatus: 'paid', difference });
  expect(asked.steps).toEqual(expect.arrayContaining(['pay', 'leaveDifference']));
  await shop.pay(id);
  expect(mpesa.lastPrompt()).toMatchObject({ amount: 20 });
  await mpesa.answer('approve');
  expect(await asFarmer().get({ orderId: id })).toMatchObject({
    amount: 270,
    difference: { status: 'paid' },
  });
  await complete(id, 1);
  await mpesa.round();
  expect(mpesa.mpesa.payouts).toMatchObject([{ amount: 270 }]);
  await expectRightMoney();
  await expectBooks();
  const { totalCents, money, payments: paid } = await moneyOf(id);
  expect({ totalCents, money }).toEqual({
    totalCents: 27_000,
    money: ['received 250', 'received 20'],
  });
  const receipt = paid.map((one) => one.receipt).join(', ');
  expect(await asBuyer().get({ orderId: id })).toMatchObject({ receipt, refundReceipt: null });
  const { payments } = await shop.asFarmer.payments.list({});
  expect(payments).toMatchObject([{ payout: null }, { amount: 250, payout: { amount: 270 } }]);
});

test('goods that weigh more (D134) are left: the buyer gets what was agreed, and is not asked again', async () => {
  const id = await sent();
  await weigh(id, 5.4);
  const left = await asBuyer().leaveDifference({ orderId: id, weighingSeen: 1 });
  expect(left).toMatchObject({ total: 250, toPay: 0, difference: { status: 'left' } });
  await asBuyer().leaveDifference({ orderId: id, weighingSeen: 1 });
  await refused(shop.pay(id), 'NOT_PAYABLE');
  await complete(id, 1);
  await expectMoney(id, { totalCents: 25_000, money: ['received 250'] });
  await expectBooks({ onHand: 9995, sold: 5 });
});

test('goods that weigh more (D134): paid after the completion go back by themselves', async () => {
  const id = await sent();
  await weigh(id, 5.4);
  await shop.pay(id);
  advance(PUSH_RINGS_SECONDS);
  await complete(id, 1);
  await mpesa.answer('approve');
  await expectMoney(id, {
    totalCents: 25_000,
    payments: [{ countedCents: 25_000 }, { countedCents: 0 }],
  });
  await mpesa.round();
  expect(paidOut()).toEqual([20, 250]);
  expect(await listDueRefunds(db)).toEqual([]);
  await expectRightMoney();
});

test('goods that weigh more (D134): paid after another weighing, the dispute or the cancellation go back, too', async () => {
  const [again, disputed] = [await sent(), await sent()];
  await weigh(again, 5.4);
  await shop.pay(again);
  await weigh(again, 5);
  await mpesa.answer('approve');
  advance(121);
  await weigh(disputed, 5.4);
  await shop.pay(disputed);
  await asBuyer().dispute({ orderId: disputed, reason: 'Rotten' });
  await decideDispute(disputed, 'cancelled');
  await mpesa.answer('approve');
  await mpesa.round();
  expect(paidOut()).toEqual([20, 20]);
  // The refund of a cancelled order takes two people.
  expect(await listDueRefunds(db)).toMatchObject([{ orderId: disputed, amount: 250 }]);
  await expectMoney(disputed, { paymentStatus: 'refund_due' });
  await expectRightMoney();
  await expectBooks();
});

test('the handover code (D133) agrees to one weighing: an earlier one says so and costs no try', async () => {
  const id = await sent();
  const first = codeOf(id);
  await weigh(id, 4.8);
  const { handoverCode } = await asBuyer().get({ orderId: id });
  expect(handoverCode).toBe(codeOf(id, 1));
  const completing = asFarmer().complete({ orderId: id, handoverCode: first });
  await refused(completing, 'HANDOVER_CODE_OUTDATED');
  expect(await asFarmer().get({ orderId: id })).toMatchObject({ handoverTriesLeft: 5 });
});

test('the handover code (D133) is told of by letter, and a receipt of unseen weights is refused', async () => {
  const id = await sent();
  await lettersOf(shop);
  await weigh(id, 4.8);
  expect(await lettersOf(shop)).toEqual([`buyer: Order #${id} was weighed`]);
  await refused(asBuyer().received({ orderId: id, weighingSeen: 0 }), 'WEIGHED_MEANWHILE');
  expect(await asBuyer().received({ orderId: id, weighingSeen: 1 })).toMatchObject({
    total: 240,
  });
});

test.each([4.49, 5.51])(
  'what is refused: a weight of %s kg says what is possible',
  async (weight) => {
    const id = await sent();
    await refused(weigh(id, weight), 'WEIGHT_OUT_OF_RANGE');
    expect(await asFarmer().get({ orderId: id })).toMatchObject({ weighing: 0 });
    await refused(weigh(id, 4.004), 'INVALID_INPUT');
  },
);

test('what is refused: the same weight twice is one weighing, and another device is told', async () => {
  const id = await sent();
  await weigh(id, 4.8, 0);
  expect(await weigh(id, 4.8, 0)).toMatchObject({ weighing: 1 });
  await refused(weigh(id, 4.7, 0), 'WEIGHED_ELSEWHERE');
  expect(await weigh(id, 5, 1)).toMatchObject({ weighing: 2, amount: 250 });
});

test('what is refused: trays, a line of another order, and an order before or after the handover', async () => {
  const eggs = await makeProduct(farm, { name: 'Eggs', unit: 'trays', price: 400 });
  const { id } = await makeOrder(buyer, [{ productId: eggs.id, quantity: 3 }]);
  await asFarmer().confirm({ orderId: id });
  await refused(weigh(id, 3), 'STEP_NOT_ALLOWED');
  await asFarmer().dispatch({ orderId: id });
  const { steps, lines } = await asFarmer().get({ orderId: id });
  expect(steps).not.toContain('weigh');
  await refused(weigh(id, 2.9), 'NOT_SOLD_BY_WEIGHT');
  const other = await sent();
  const foreign = [{ lineId: lines[0]?.id ?? 0, weight: 3 }];
  await refused(asFarmer().weigh({ orderId: other, lines: foreign }), 'ORDER_LINE_NOT_FOUND');
  await complete(other, 0);
  await refused(weigh(other, 4.8), 'STEP_NOT_ALLOWED');
});

test('what is refused: a weight after the dispute; the operator sees the weights', async () => {
  const id = await sent();
  await weigh(id, 4.6);
  await asBuyer().dispute({ orderId: id, reason: 'Wilted' });
  await refused(weigh(id, 4.5), 'STEP_NOT_ALLOWED');
  const desk = await findOperatorOrder(db, id, services);
  expect(desk).toMatchObject({ totalCents: 23_000 });
  expect(desk?.lines).toMatchObject([{ quantity: 5, weighedQuantity: 4.6 }]);
});

test('what is refused: more than twenty weighings', async () => {
  const id = await sent();
  for (let at = 0; at < 20; at += 1) await weigh(id, at % 2 === 0 ? 4.8 : 4.9);
  await refused(weigh(id, 4.7), 'WEIGHED_TOO_OFTEN');
  await complete(id, 20);
});

test('what is refused: paying a suspended farmer; the order is handed over all the same', async () => {
  const id = await sent();
  await weigh(id, 5.4);
  await setUser(farm.id, { suspendedAt: now() });
  await refused(shop.pay(id), 'FARMER_SUSPENDED');
  const { steps } = await asBuyer().get({ orderId: id });
  expect(steps).toContain('leaveDifference');
  expect(steps).not.toContain('pay');
  expect(await asBuyer().received({ orderId: id })).toMatchObject({ total: 250 });
});

test('what is refused: a deleted product can still be weighed', async () => {
  const id = await sent();
  await db.delete(products).where(eq(products.id, product.id));
  await weigh(id, 4.6);
  expect(await complete(id, 1)).toMatchObject({ amount: 230 });
});

test('what is refused: leaving a difference that there is not, and while the phone asks', async () => {
  const id = await sent();
  await refused(asBuyer().leaveDifference({ orderId: id }), 'STEP_NOT_ALLOWED');
  await weigh(id, 5.4);
  await refused(asBuyer().leaveDifference({ orderId: id, weighingSeen: 0 }), 'WEIGHED_MEANWHILE');
  await shop.pay(id, PHONE);
  await refused(asBuyer().leaveDifference({ orderId: id }), 'PAYMENT_UNDER_WAY');
});
