import { PUSHES_PER_HOUR } from '#orders/rules/limits.ts';
import {
  booksOf,
  givenMarket,
  HOUR,
  makeLot,
  makeLotFarm,
  mpesa,
  reopenMpesa,
  runLots,
} from '#tests/setup/in-market.ts';
import { goOn } from './lots-in-market.ts';

givenMarket();

test('a lot that is paid by M-Pesa asks the phone for one order after the other, stops at a refusal, and drops what is not paid after two hours', async () => {
  await reopenMpesa({});
  const lot = await makeLot();
  const farms = [await makeLotFarm(), await makeLotFarm(), await makeLotFarm()];
  for (const [at, { lots }] of farms.entries())
    await lots.give({ lotId: lot.lotId, quantity: 200 + at });
  await lot.close();
  const own = { lotId: lot.lotId };
  const { lots } = lot.caller.buyer;
  expect(await lots.take({ ...own, paymentMethod: 'M-Pesa' })).toMatchObject({ unpaidOrders: 3 });
  await lots.pay({ ...own, phoneNumber: '0722000111' });
  await mpesa.answer('approve');
  await runLots();
  expect(mpesa.mpesa.prompts).toHaveLength(2);
  await mpesa.answer('cancel');
  await runLots();
  await runLots();
  expect(mpesa.mpesa.prompts).toHaveLength(2);
  expect(await lot.read()).toMatchObject({ unpaidOrders: 2 });
  await goOn(2 * HOUR - 1);
  expect(await lot.read()).toMatchObject({ unpaidOrders: 2 });
  await goOn(1);
  const { orders } = await lot.orders.list({});
  expect(orders.map(({ status, paymentStatus }) => `${status} ${paymentStatus}`).sort()).toEqual([
    'cancelled failed',
    'cancelled pending',
    'confirmed paid',
  ]);
  const books = await Promise.all(farms.map(({ product }) => booksOf(product.id)));
  expect(books.filter(({ reserved, isBalanced }) => reserved > 0 && isBalanced)).toHaveLength(1);
  expect(books.every(({ held, isBalanced }) => held === 0 && isBalanced)).toBe(true);
});

test('a lot that is paid by M-Pesa asks the phone for more orders than a buyer may ask for in an hour, as long as each is paid', async () => {
  await reopenMpesa({});
  const lot = await makeLot();
  const farms = PUSHES_PER_HOUR + 2;
  for (let made = 0; made < farms; made += 1)
    await (await makeLotFarm()).lots.give({ lotId: lot.lotId, quantity: 50 });
  await lot.close();
  const own = { lotId: lot.lotId };
  const { lots } = lot.caller.buyer;
  await lots.take({ ...own, paymentMethod: 'M-Pesa' });
  await lots.pay({ ...own, phoneNumber: '0722000111' });
  for (let paid = 1; paid <= farms; paid += 1) {
    await mpesa.answer('approve');
    // Two requests of the same amount to one phone need two minutes between them.
    await goOn(130);
  }
  expect(mpesa.mpesa.prompts).toHaveLength(farms);
  expect(await lot.read()).toMatchObject({ unpaidOrders: 0 });
});
