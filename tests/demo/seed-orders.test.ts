import { demoLogins } from '#demo/logins.ts';
import { seedDemo, seedOrders } from '#demo/seed-demo.ts';
import {
  caller,
  countRows,
  db,
  givenMarket,
  logIn,
  services,
  sql,
} from '#tests/setup/in-market.ts';

givenMarket();
beforeEach(async () => {
  await seedDemo(db, services);
  await seedOrders(db, services);
});

test("the demo's orders show the farmer one in each state, and the stock balances", async () => {
  const { farmer: email, password } = demoLogins;
  const { token } = await logIn({ email, password, role: 'farmer' });
  const { orders } = await caller({ token }).farmer.orders.list({});
  expect(orders.map(({ status }) => status)).toEqual([
    'pending',
    'confirmed',
    'disputed',
    'completed',
    'completed',
  ]);
  const unequal = sql`quantity <> (select sum(change) from stock_movements where product_id = products.id)`;
  expect(await countRows('products', unequal)).toBe(0);
  expect(await countRows('reviews')).toBe(2);
});
