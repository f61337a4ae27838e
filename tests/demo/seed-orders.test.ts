import { sql } from 'drizzle-orm';
import { demoLogins } from '#demo/logins.ts';
import { seedOrders } from '#demo/seed/seed-orders.ts';
import { seedDemo } from '#demo/seed-demo.ts';
import { caller, countRows, givenMarket, logIn, market } from '#tests/setup/in-market.ts';

givenMarket();
beforeEach(async () => {
  await seedDemo(market.db, market.services);
  await seedOrders(market.db, market.services);
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
