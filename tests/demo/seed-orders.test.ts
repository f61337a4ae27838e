import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { demoLogins } from '#demo/logins.ts';
import { seedOrders } from '#demo/seed/seed-orders.ts';
import { seedDemo } from '#demo/seed-demo.ts';
import { logIn } from '#tests/factories/people.ts';
import { givenMarket, market } from '#tests/setup/each-test.ts';
import { countRows } from '#tests/setup/rows.ts';

describe("the demo's orders", () => {
  givenMarket();
  beforeEach(async () => {
    await seedDemo(market.db, market.services);
    await seedOrders(market.db, market.services);
  });

  test('show the farmer one in each state, and the stock balances', async () => {
    const { farmer: email, password } = demoLogins;
    const { token } = await logIn(market, { email, password, role: 'farmer' });
    const { orders } = await market.caller({ token }).farmer.orders.list({});
    expect(orders.map(({ status }) => status)).toEqual([
      'pending',
      'confirmed',
      'disputed',
      'completed',
      'completed',
    ]);
    const unequal = sql`quantity <> (select sum(change) from stock_movements where product_id = products.id)`;
    expect(await countRows(market.db, 'products', unequal)).toBe(0);
    expect(await countRows(market.db, 'reviews')).toBe(2);
  });
});
