import { PUSHES_PER_HOUR } from '#orders/rules/limits.ts';
import {
  booksOf,
  expectRightMoney,
  givenMarket,
  HOUR,
  makeLot,
  makeLotFarm,
  mpesa,
  reopenMpesa,
  runLots,
  services,
} from '#tests/setup/in-market.ts';
import { goOn } from './lots-in-market.ts';

givenMarket();

/** A taken lot, asked for on the phone. The farms' kilos differ by one. */
async function takenLot(farmCount: number, mpesaMaxKes: number, least = 200) {
  await reopenMpesa({});
  services.limits = { ...services.limits, mpesaMaxKes };
  const lot = await makeLot();
  const farms = [];
  for (let at = 0; at < farmCount; at += 1) farms.push(await makeLotFarm());
  for (const [at, { lots }] of farms.entries())
    await lots.give({ lotId: lot.lotId, quantity: least + at });
  await lot.close();
  const { lots } = lot.caller.buyer;
  const taken = await lots.take({ lotId: lot.lotId, paymentMethod: 'M-Pesa' });
  expect(taken).toMatchObject({ unpaidOrders: farmCount });
  await lots.pay({ lotId: lot.lotId, phoneNumber: '0722000111' });
  return { lot, farms };
}
const asked = () => mpesa.mpesa.prompts.map(({ amount }) => amount);

test('one request to the phone pays all farms of a lot, whose page shows how far it is', async () => {
  const { lot } = await takenLot(4, 250_000);
  const amount = 42 * (200 + 201 + 202 + 203);
  const payment = { amount, phoneNumber: '+254722000111' };
  await lot.caller.buyer.lots.pay({ lotId: lot.lotId, phoneNumber: '0722000111' });
  expect(asked()).toEqual([amount]);
  expect(await lot.read()).toMatchObject({ payment: { ...payment, status: 'pushed' } });
  await mpesa.answer('cancel');
  const refused = { ...payment, status: 'failed', resultCode: '1032' };
  expect(await lot.read()).toMatchObject({ unpaidOrders: 4, toPay: amount, payment: refused });
  await lot.caller.buyer.lots.pay({ lotId: lot.lotId, phoneNumber: '0722000111' });
  await mpesa.answer('approve');
  await runLots();
  expect(asked()).toEqual([amount, amount]);
  const paid = { unpaidOrders: 0, payment: null, shares: Array(4).fill({ isPaid: true }) };
  expect(await lot.read()).toMatchObject(paid);
  await expectRightMoney();
});

test("more than M-Pesa's limit takes several requests, a refusal stops them, and what is not paid is dropped after two hours", async () => {
  const { lot, farms } = await takenLot(3, 42 * 401);
  await mpesa.answer('approve');
  await runLots();
  expect(asked()).toEqual([42 * 202, 42 * (200 + 201)]);
  await mpesa.answer('cancel');
  await runLots();
  await runLots();
  expect(mpesa.mpesa.prompts).toHaveLength(2);
  expect(await lot.read()).toMatchObject({ unpaidOrders: 1 });
  await goOn(2 * HOUR - 1);
  expect(await lot.read()).toMatchObject({ unpaidOrders: 1 });
  await goOn(1);
  const { orders } = await lot.orders.list({});
  const ends = orders.map(({ status, paymentStatus }) => `${status} ${paymentStatus}`).sort();
  expect(ends).toEqual(['cancelled failed', 'confirmed paid', 'confirmed paid']);
  const { shares } = await lot.read();
  expect(shares.filter(({ isPaid, isCancelled }) => isPaid !== isCancelled)).toHaveLength(3);
  const books = await Promise.all(farms.map(({ product }) => booksOf(product.id)));
  expect(books.filter(({ reserved, isBalanced }) => reserved > 0 && isBalanced)).toHaveLength(2);
  expect(books.every(({ held, isBalanced }) => held === 0 && isBalanced)).toBe(true);
});

test('a lot asks the phone more often than a buyer may in an hour, as long as each request is paid', async () => {
  const { lot, farms } = await takenLot(PUSHES_PER_HOUR + 2, 42 * 70, 50);
  for (const _ of farms) {
    await mpesa.answer('approve');
    await goOn(1);
  }
  expect(mpesa.mpesa.prompts).toHaveLength(farms.length);
  expect(await lot.read()).toMatchObject({ unpaidOrders: 0 });
});

test('three requests to the phone, the second of which is refused, pay one farm and ask the third only when the buyer asks again', async () => {
  const { lot } = await takenLot(3, 42 * 203);
  const pay = () => lot.caller.buyer.lots.pay({ lotId: lot.lotId, phoneNumber: '0722000111' });
  await mpesa.answer('approve');
  await goOn(1);
  expect(asked()).toHaveLength(2);
  await mpesa.answer('cancel');
  await goOn(1);
  expect(asked()).toHaveLength(2);
  expect(await lot.read()).toMatchObject({ unpaidOrders: 2, payment: { status: 'failed' } });
  for (const unpaidOrders of [1, 0]) {
    await pay();
    await mpesa.answer('approve');
    await goOn(1);
    expect(await lot.read()).toMatchObject({ unpaidOrders });
  }
  expect(asked()).toHaveLength(4);
  expect([...new Set(asked())].sort()).toEqual([42 * 200, 42 * 201, 42 * 202]);
  await expectRightMoney();
});
