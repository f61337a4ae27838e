import {
  asBuyer,
  asFarmer,
  buyer,
  call,
  caller,
  DAY,
  freshKey,
  givenTrade,
  order,
  orderForm,
  product,
  refused,
  START,
  wait,
} from '#tests/setup/in-market.ts';

const TODAY = '2026-03-02';

givenTrade();

const place = (wish: Parameters<typeof order>[1]) => order(1, wish);
const placeOverRest = async (wish: object, key = freshKey()) => {
  await caller(buyer).buyer.cart.put({ lines: [{ productId: product.id, quantity: 1 }] });
  const headers = { 'idempotency-key': key, 'accept-language': 'en' };
  const body = { ...orderForm(), ...wish };
  return call('/api/buyer/orders', body, { token: buyer.token, headers });
};
const readBoth = (orderId: number) =>
  Promise.all([asBuyer().get({ orderId }), asFarmer().get({ orderId })]);

test('buyer and farmer read the preferred day of an order and its part', async () => {
  const wish = { wishedDay: '2026-03-04', wishedPart: 'morning' } as const;
  for (const order of await readBoth(await place(wish))) expect(order).toMatchObject(wish);
});

test('the preferred day may be today up to seven days later, by the calendar in Nairobi', async () => {
  await expect(place({ wishedDay: '2026-03-09' })).resolves.toBeTruthy();
  for (const wishedDay of ['2026-03-01', '2026-03-10', '2027-03-02'])
    await refused(place({ wishedDay }), 'WISHED_DAY_NOT_NEAR');
  // 22:30 in UTC is half past one of the next day in Nairobi.
  await wait((new Date('2026-03-02T22:30:00Z').getTime() - START.getTime()) / 1000);
  await refused(place({ wishedDay: TODAY }), 'WISHED_DAY_NOT_NEAR');
  await expect(place({ wishedDay: '2026-03-10' })).resolves.toBeTruthy();
});

test('a refusal of the day names the field and the possible days', async () => {
  expect(await placeOverRest({ wishedDay: '2026-04-01' })).toMatchObject({
    status: 400,
    body: { fieldErrors: { wishedDay: 'Choose today or one of the next 7 days' } },
  });
  for (const wish of [
    { wishedPart: 'morning' },
    { wishedDay: TODAY, wishedPart: 'night' },
    { wishedDay: '4 March' },
  ]) {
    expect((await placeOverRest(wish)).status, JSON.stringify(wish)).toBe(400);
  }
});

test('a retry after the preferred day gets the answer of the placed order', async () => {
  const [first, key] = [{ wishedDay: TODAY }, freshKey()];
  const placed = (await placeOverRest(first, key)).body;
  await wait(DAY);
  expect((await placeOverRest(first, key)).body).toEqual(placed);
});
