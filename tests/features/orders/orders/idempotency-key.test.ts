import {
  buyer,
  caller,
  changeProduct,
  expectBooks,
  givenTrade,
  orderForm,
  product,
  request,
  START,
} from '#tests/setup/in-market.ts';

givenTrade({ buyer: { phoneVerifiedAt: START }, goods: { quantity: 20 } });
beforeEach(() => caller(buyer).buyer.cart.put({ lines: [{ productId: product.id, quantity: 2 }] }));

const post = (key: string | undefined, body: object = orderForm()) =>
  request('/api/buyer/orders', {
    token: buyer.token,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

test.each([undefined, '', 'with space', 'k'.repeat(256)])(
  'an Idempotency-Key: %j is no key: 400',
  async (key) => {
    expect((await post(key)).status).toBe(400);
  },
);

test('an Idempotency-Key: the same key with the same body gives the same answer; with another body 409', async () => {
  const first = await post('one');
  expect(first.status).toBe(201);
  const body = await first.json();
  expect(await (await post('one')).json()).toEqual(body);
  expect((await post('one', orderForm({ note: 'Ring twice' }))).status).toBe(409);
  await expectBooks({ onHand: 18, reserved: 2 });
});

test('an Idempotency-Key: a failure is not kept: the same key works once the reason is gone', async () => {
  await changeProduct(product.id, { quantity: 1 });
  expect((await post('one')).status).toBe(409);
  await changeProduct(product.id, { quantity: 20 });
  expect((await post('one')).status).toBe(201);
});
