import { secondsAfter } from '#server/clock.ts';
import {
  advance,
  asBuyer,
  asFarmer,
  books,
  buyer,
  byMpesa,
  call,
  caller,
  changeOrder,
  changeProduct,
  dispatched,
  expectBooks,
  farm,
  givenTrade,
  mailbox,
  makeOrder,
  makeProduct,
  nearPlace,
  now,
  outcomeOf,
  product,
  refused,
  runOutbox,
  setFarm,
  subjects,
} from '#tests/setup/in-market.ts';

let eggs: { id: number };

givenTrade({ goods: { quantity: 80 } });
beforeEach(async () => {
  eggs = await makeProduct(farm, { name: 'Eggs', unit: 'trays', quantity: 9, price: 400 });
});

const ordered = (overrides = {}) => {
  const kale = { productId: product.id, quantity: 50 };
  return makeOrder(buyer, [kale, { productId: eggs.id, quantity: 3 }], overrides);
};
const lineIds = async (orderId: number) =>
  (await asFarmer().get({ orderId })).lines.map(({ id }) => id);

async function acceptPart(orderId: number, [kaleKg, eggTrays]: [number, number], more = {}) {
  const [lineId = 0, eggLine = 0] = await lineIds(orderId);
  const lines = [
    { lineId, quantity: kaleKg },
    { lineId: eggLine, quantity: eggTrays },
  ];
  return asFarmer().confirm({ orderId, lines, ...more });
}

describe('accepting a part of an order', () => {
  test('the total falls at once, and everyone sees what was ordered and what there is', async () => {
    const { id } = await ordered();
    const accepted = await acceptPart(id, [38, 3]);
    expect(accepted).toMatchObject({
      amount: 38 * 50 + 3 * 400,
      quantity: '38 kg, 3 trays',
      lines: [
        { quantity: 38, orderedQuantity: 50, total: 1900 },
        { quantity: 3, orderedQuantity: null, total: 1200 },
      ],
    });
    const seen = await asBuyer().get({ orderId: id });
    expect(seen).toMatchObject({ total: 3100, lines: [{ orderedQuantity: 50 }, {}] });
    expect(seen.events.map(({ subject, from, to }) => `${subject} ${from} ${to}`)).toEqual([
      'status null pending',
      'total 370000 310000',
      'status pending confirmed',
    ]);
    await runOutbox();
    const letter = mailbox.findLast(({ to }) => to === buyer.email);
    expect(letter?.text).toContain('38 of 50 kg Sukuma wiki');
    expect(letter?.text).toContain('3,100');
  });

  test.each([
    { isRestThere: false, putIn: 68, onHand: 30 },
    { isRestThere: true, putIn: 80, onHand: 42 },
  ])('the missing goods are on offer only if the farmer says so: $isRestThere', async (given) => {
    const { isRestThere, ...figures } = given;
    await acceptPart((await ordered()).id, [38, 3], { isRestThere });
    await expectBooks({ ...figures, reserved: 38 });
  });

  test('a line may become 0; its stock is gone and it costs nothing', async () => {
    const { id } = await ordered();
    const lines = [{ quantity: 0, total: 0 }, {}];
    expect(await acceptPart(id, [0, 3])).toMatchObject({ status: 'confirmed', lines });
    await expectBooks({ reserved: 0 });
    await asFarmer().cancel({ orderId: id });
    await expectBooks({ onHand: 30 });
    await expectBooks({ onHand: 9 }, eggs.id);
  });

  test('nothing of any line rejects the order', async () => {
    const { id } = await ordered();
    expect(await acceptPart(id, [0, 0])).toMatchObject({ status: 'rejected', amount: 3700 });
    await expectBooks({ onHand: 30 });
  });

  test('the delivery fee stays, and the minimum order does not apply again', async () => {
    await setFarm(farm.id, { deliveryFeeCents: 15_000, minimumOrderCents: 300_000 });
    const place = { deliveryAddress: 'Karatina', ...nearPlace };
    const { id } = await ordered({ fulfilment: 'delivery', ...place });
    expect(await acceptPart(id, [1, 0])).toMatchObject({ amount: 50 + 150, deliveryFee: 150 });
  });

  test('an expired reservation takes only the part that there is', async () => {
    const { id } = await ordered();
    await changeOrder(id, { stockReleasedAt: now() });
    await changeProduct(product.id, { quantity: 38 });
    const [line] = (await asFarmer().get({ orderId: id })).lines;
    expect(line).toMatchObject({ quantity: 50, available: 38 });
    await acceptPart(id, [38, 3]);
    expect(await books()).toMatchObject({ onHand: 0 });
  });
});

describe('what an acceptance refuses', () => {
  test.each([
    { quantity: 51, code: 'MORE_THAN_ORDERED', says: 'Only 50 kg of Sukuma wiki were ordered' },
    { quantity: 40, quantitySeen: 45, code: 'ORDER_LINE_CHANGED', says: 'is now 50 kg' },
  ])('$quantity kg: $code, and nothing changes', async ({ code, says, ...line }) => {
    const { id: orderId } = await ordered();
    const [lineId = 0] = await lineIds(orderId);
    const body = { lines: [{ lineId, ...line }] };
    expect(await call(`/api/farmer/orders/${orderId}/confirm`, body, farm)).toMatchObject({
      status: 409,
      body: { code, message: expect.stringContaining(says) },
    });
    expect(await asFarmer().get({ orderId })).toMatchObject({ status: 'pending', amount: 3700 });
    await expectBooks({ reserved: 50 });
  });

  test.each([-1, 38.555, 2_000_000])('%s is no quantity', async (quantity) => {
    const { id: orderId } = await ordered();
    const [lineId = 0] = await lineIds(orderId);
    const confirming = asFarmer().confirm({ orderId, lines: [{ lineId, quantity }] });
    await expect(confirming).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test("a line twice, and another order's line", async () => {
    const { id: orderId } = await ordered();
    const { id: other } = await makeOrder(buyer, [{ productId: eggs.id, quantity: 1 }]);
    const [lineId = 0] = await lineIds(orderId);
    const [foreign = 0] = await lineIds(other);
    const confirm = (...ids: number[]) =>
      asFarmer().confirm({ orderId, lines: ids.map((id) => ({ lineId: id, quantity: 1 })) });
    await expect(confirm(lineId, lineId)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await refused(confirm(foreign), 'ORDER_LINE_NOT_FOUND');
  });

  test('an order that has ended, which keeps its lines', async () => {
    const { id: orderId } = await ordered();
    const lines = [{ lineId: (await lineIds(orderId))[0] ?? 0, quantity: 1 }];
    await asBuyer().cancel({ orderId });
    await refused(asFarmer().confirm({ orderId, lines }), 'STEP_NOT_ALLOWED');
    expect(await asFarmer().get({ orderId })).toMatchObject({ amount: 3700 });
  });
});

const accepted = async () => {
  const { id: orderId } = await ordered();
  await asFarmer().confirm({ orderId });
  return orderId;
};
const shorten = async (orderId: number, quantity: number, more = {}) => {
  const [lineId = 0] = await lineIds(orderId);
  return asFarmer().shorten({ orderId, lines: [{ lineId, quantity, ...more }] });
};

test('less of an accepted order tells the buyer, who may cancel for two hours', async () => {
  const orderId = await accepted();
  await subjects();
  expect(await shorten(orderId, 20)).toMatchObject({ status: 'confirmed', amount: 2200 });
  await runOutbox();
  expect(mailbox.map(({ to, subject }) => [to, subject])).toEqual([
    [buyer.email, `Order #${orderId}: less than you ordered`],
  ]);
  expect(mailbox[0]?.text).toContain('20 of 50 kg Sukuma wiki');
  const { cancellableUntil } = await asBuyer().get({ orderId });
  expect(cancellableUntil).toEqual(secondsAfter(now(), 2 * 3600));
});

test('less of an accepted order: a paid order can be cancelled within two hours of it, and not afterwards', async () => {
  const outcomes = [];
  for (const seconds of [2 * 3600 - 1, 2 * 3600]) {
    const orderId = await accepted();
    await byMpesa(orderId, 'paid');
    await refused(asBuyer().cancel({ orderId }), 'STEP_NOT_ALLOWED');
    await shorten(orderId, 20);
    advance(seconds);
    outcomes.push(await outcomeOf(asBuyer().cancel({ orderId })));
  }
  expect(outcomes).toEqual(['accepted', 'STEP_NOT_ALLOWED']);
});

test('less of an accepted order: the same again changes nothing and tells nobody; the quantity only falls', async () => {
  const orderId = await accepted();
  await shorten(orderId, 20, { quantitySeen: 50 });
  const before = await asFarmer().get({ orderId });
  await subjects();
  expect(await shorten(orderId, 20, { quantitySeen: 50 })).toEqual(before);
  expect(await subjects()).toEqual([]);
  await refused(shorten(orderId, 30), 'MORE_THAN_ORDERED');
  await refused(shorten(orderId, 10, { quantitySeen: 50 }), 'ORDER_LINE_CHANGED');
  await expectBooks({ reserved: 20 });
});

test('less of an accepted order: nothing left cancels it; once dispatched it is too late', async () => {
  const orderId = await accepted();
  const lines = (await lineIds(orderId)).map((lineId) => ({ lineId, quantity: 0 }));
  expect(await asFarmer().shorten({ orderId, lines })).toMatchObject({ status: 'cancelled' });
  const sent = await dispatched(5);
  await refused(shorten(sent, 1), 'STEP_NOT_ALLOWED');
  expect((await asFarmer().get({ orderId: sent })).steps).not.toContain('shorten');
});

test('less of an accepted order: a product that was erased in the meantime has no stock to correct', async () => {
  const orderId = await accepted();
  await caller(farm).farmer.products.delete({ productId: product.id });
  expect(await shorten(orderId, 20)).toMatchObject({ amount: 2200 });
  await expectBooks({ reserved: 20 });
});

test('less of an accepted order: two devices at the same moment leave one of their quantities, and balanced books', async () => {
  const orderId = await accepted();
  const done = await Promise.allSettled([
    shorten(orderId, 20, { quantitySeen: 50 }),
    shorten(orderId, 30, { quantitySeen: 50 }),
  ]);
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect([2200, 2700]).toContain((await asFarmer().get({ orderId })).amount);
  await expectBooks();
});
