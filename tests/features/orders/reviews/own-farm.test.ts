import {
  asBuyer,
  call,
  caller,
  countRows,
  farm,
  freshKey,
  givenTrade,
  makeProvenBuyer,
  order,
  orderForm,
  product,
  refused,
  report,
  setUser,
} from '#tests/setup/in-market.ts';

const FARM_PHONE = '+254112345678';

givenTrade({ farm: { email: 'wanjiru@shamba.example' }, goods: { quantity: 5000 } });
const cart = (by: { token: string }) => caller(by).buyer.cart;

test.each([
  ['phone number', { phoneNumber: FARM_PHONE }],
  ['national ID', { nationalId: '7654321' }],
])('an account with the same %s cannot order', async (what, shared) => {
  await setUser(farm.id, { nationalId: '7654321' });
  const twin = await makeProvenBuyer(shared);
  const held = await cart(twin).put({ lines: [{ productId: product.id, quantity: 10 }] });
  expect(held).toMatchObject({ canOrder: false, lines: [{ problem: 'ownFarm' }] });
  await refused(
    asBuyer(twin).place({ idempotencyKey: freshKey(), order: orderForm() }),
    'OWN_FARM',
  );
  report('B65', `an order between accounts with the same ${what}: refused`);
  expect(await countRows('orders')).toBe(0);
});

test('over REST an order from oneself is a 409 with its code, and a sentence that tells of nobody what they typed', async () => {
  const twin = await makeProvenBuyer({ phoneNumber: FARM_PHONE });
  await cart(twin).put({ lines: [{ productId: product.id, quantity: 10 }] });
  const by = { token: twin.token, headers: { 'idempotency-key': freshKey() } };
  const answer = await call('/api/buyer/orders', orderForm(), by);
  expect(answer).toMatchObject({ status: 409, body: { code: 'OWN_FARM', farmId: farm.id } });
  expect(answer.body.message).toBe(
    'Kilima Farm looks like your own farm. If it is not, contact support.',
  );
  expect(JSON.stringify(answer.body)).not.toMatch(/phone|national|number|2345678/i);
});

test('accounts without a national ID do not share one', async () => {
  const twin = await makeProvenBuyer({ nationalId: null });
  expect(await order(1, {}, twin)).toBe(1);
});
