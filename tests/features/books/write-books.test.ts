import { payouts } from '#orders/server/payments/tables.ts';
import { readCsv } from '#rules/csv.ts';
import {
  asFarmer,
  buyer,
  caller,
  changeOrder,
  codeOf,
  db,
  farm,
  givenTrade,
  makeFarm,
  makeOrder,
  makeProduct,
  order,
  request,
  START,
} from '#tests/setup/in-market.ts';

const HEAD =
  'ContactName,InvoiceNumber,Reference,InvoiceDate,DueDate,Description,Quantity,UnitAmount,AccountCode,TaxType';

givenTrade({
  buyer: { firstName: '=cmd', lastName: 'Otieno' },
  farm: { deliveryFeeCents: 15_000 },
});

async function sell(goods: object, quantity: number) {
  const { id: productId } = await makeProduct(farm, { quantity: 500, ...goods });
  const { id: orderId } = await makeOrder(buyer, [{ productId, quantity }]);
  await asFarmer().confirm({ orderId });
  await asFarmer().dispatch({ orderId });
  await asFarmer().complete({ orderId, handoverCode: codeOf(orderId) });
  return orderId;
}
const read = async (kind: 'sales' | 'payouts', month = '2026-03', who = farm) => {
  const { csv } = await caller(who).farmer.books.export({ month, kind });
  return readCsv(csv).map(({ cells }) => cells.join(','));
};

test("a farmer's books have a row for each line of a sale, and add up to what was paid", async () => {
  const first = await sell({ name: 'Dry maize', unit: 'bags', netWeightKg: 90, price: 3600 }, 2);
  const second = await sell({ name: 'Kale', price: 45.55 }, 2.5);
  await changeOrder(second, { deliveryFeeCents: 15_000, totalCents: 26_400 });
  const day = '2026-03-02,2026-03-02';
  expect(await read('sales')).toEqual([
    HEAD,
    `=cmd Otieno,SS-${first},,${day},Dry maize (90 kg bag),2,3600,200,Tax Exempt`,
    `=cmd Otieno,SS-${second},,${day},Kale (kg),2.5,45.55,200,Tax Exempt`,
    `=cmd Otieno,SS-${second},,${day},Delivery,1,150,200,Tax Exempt`,
    `=cmd Otieno,SS-${second},,${day},Rounding to the shilling,1,0.12,200,Tax Exempt`,
  ]);
});

test('no cell is a formula', async () => {
  await sell({ name: '@SUM(A1)' }, 1);
  const file = await request('/api/farmer/books.csv?month=2026-03&kind=sales', farm);
  expect(file.headers.get('content-disposition')).toContain('sokoshamba-sales-2026-03.csv');
  const text = await file.text();
  expect(text).toContain("\r\n'=cmd Otieno,");
  expect(text).toContain(",'@SUM(A1) (kg),");
});

test("a farmer's books have the payouts of the month in which they arrived", async () => {
  const orderId = await sell({}, 2);
  await db.insert(payouts).values({
    ...{ orderId, farmerId: farm.id, amountCents: 9_100, createdAt: START, heldUntil: START },
    ...{ status: 'paid', receipt: 'SGR7X', settledAt: new Date('2026-03-31T20:59:59Z') },
  });
  const [head, row, ...others] = await read('payouts');
  expect(head).toBe(HEAD);
  expect(row).toMatch(
    /^SokoShamba,SS-PAYOUT-\d+,SGR7X,2026-03-31,2026-03-31,Payout of SS-\d+,1,91,,No Tax$/,
  );
  expect(others).toEqual([]);
  expect(await read('payouts', '2026-04')).toEqual([HEAD]);
});

test("a farmer's books leave out what is not completed, other months and other farmers' sales", async () => {
  await order();
  expect(await read('sales')).toEqual([HEAD]);
  await sell({}, 1);
  expect(await read('sales', '2026-02')).toEqual([HEAD]);
  expect(await read('sales', '2026-03', await makeFarm())).toEqual([HEAD]);
});

test('a month or kind that is none is a 400', async () => {
  for (const query of ['', '?month=2026-3&kind=sales', '?month=2026-03&kind=x'])
    expect((await request(`/api/farmer/books.csv${query}`, farm)).status).toBe(400);
});
