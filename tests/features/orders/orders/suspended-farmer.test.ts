import {
  advance,
  asBuyer,
  buyer,
  call,
  confirmed,
  deskOf,
  expectBooks,
  expectMoney,
  expectRightMoney,
  farm,
  givenShop,
  mpesa,
  operate,
  PHONE,
  paidOrder,
  runOutbox,
  shop,
  wait,
} from '#tests/setup/in-market.ts';

givenShop();

const run = async (does: 'suspend' | 'unsuspend') => {
  const { account } = await (await deskOf()).cases.account({ id: farm.id });
  await operate(does, { account: account.email ?? '', reason: 'x' });
};
const suspend = () => run('suspend');
const unsuspend = () => run('unsuspend');

test('an order of a suspended farmer cannot be paid, as REST says, and its buyer may cancel it at once', async () => {
  const orderId = await shop.confirmed();
  await suspend();
  const seen = { isFarmerSuspended: true, steps: ['cancel'] };
  expect(await asBuyer().get({ orderId })).toMatchObject(seen);
  const path = `/api/buyer/orders/${orderId}/pay`;
  expect(await call(path, { phoneNumber: PHONE }, buyer)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('suspended') },
  });
  expect(mpesa.mpesa.prompts).toEqual([]);
  expect(await asBuyer().cancel({ orderId })).toMatchObject({ paymentStatus: 'pending' });
});

test('a paid order of a suspended farmer is cancelled at once, and a refund is due', async () => {
  const orderId = await paidOrder();
  expect((await asBuyer().get({ orderId })).steps).toEqual([]);
  await suspend();
  await asBuyer().cancel({ orderId });
  await expectMoney(orderId, { paymentStatus: 'refund_due', money: ['refund_due 250'] });
  await expectBooks({ onHand: 10_000 });
});

test('an order with a push pending at the suspension loses no money, whenever the buyer cancels', async () => {
  for (const isCancelledFirst of [true, false]) {
    if (!isCancelledFirst) await unsuspend();
    // M-Pesa takes the same amount from one phone again only after a while.
    await wait(10 * 60);
    const orderId = await confirmed(5, { paymentMethod: 'M-Pesa' });
    expect((await asBuyer().get({ orderId })).steps).toEqual(['pay', 'cancel']);
    await asBuyer().pay({ orderId, phoneNumber: PHONE });
    await suspend();
    const cancel = () => asBuyer().cancel({ orderId });
    if (isCancelledFirst) await cancel();
    await mpesa.answer('approve');
    if (!isCancelledFirst) await cancel();
    await runOutbox();
    const refunding = { paymentStatus: 'refund_due', money: ['refund_due 250'] };
    await expectMoney(orderId, { status: 'cancelled', ...refunding });
  }
  await expectRightMoney();
});

test('an order whose push waits for its turn at the suspension does not ring any more', async () => {
  const [first, second] = [await shop.confirmed(), await shop.confirmed()];
  await shop.pay(first);
  expect((await shop.pay(second)).attempt).toMatchObject({ status: 'sending' });
  const rung = mpesa.mpesa.prompts.length;
  await suspend();
  advance(10 * 60);
  await mpesa.round();
  expect(mpesa.mpesa.prompts).toHaveLength(rung);
  await expectMoney(second, { paymentStatus: 'failed', attempts: ['failed'], money: [] });
});
