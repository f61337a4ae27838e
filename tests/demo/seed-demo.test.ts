import { newPasswordRules } from '#accounts/rules/account.ts';
import { isCommonPassword } from '#accounts/server/passwords.ts';
import { demoLogins } from '#demo/logins.ts';
import { townsWithFarms } from '#demo/make-market.ts';
import { seedDemo } from '#demo/seed-demo.ts';
import { farms } from '#farms/server/tables.ts';
import { countyAt } from '#places/server/county-at.ts';
import { createProductInput } from '#products/rules/product.ts';
import { products } from '#products/server/tables.ts';
import { counties } from '#rules/counties.ts';
import {
  caller,
  countRows,
  db,
  givenMarket,
  listCards,
  logIn,
  services,
  sql,
} from '#tests/setup/in-market.ts';

givenMarket();
beforeEach(async () => {
  expect(await seedDemo(db, services)).toBe(true);
});

test('the demo market has 131 farms in all 47 counties, each within its county', async () => {
  const rows = await db.select().from(farms);
  expect(rows).toHaveLength(131);
  expect(new Set(rows.map(({ county }) => county)).size).toBe(counties.length);
  for (const farm of rows)
    expect(countyAt(farm), `${farm.name}, ${farm.subcounty}`).toBe(farm.county);
});

test('the demo market has ten farms that deliver to each of its towns, some of them tomatoes', async () => {
  for (const [town, { latitude, longitude }] of Object.entries(townsWithFarms)) {
    const here = { latitude, longitude, deliversToMe: true, limit: 200 };
    const { products: offers } = await listCards(here);
    expect(new Set(offers.map(({ farmId }) => farmId)).size, town).toBeGreaterThanOrEqual(10);
    const { products: tomatoes } = await listCards({ ...here, search: 'tomato' });
    expect(tomatoes.length, town).toBeGreaterThan(0);
  }
});

test('the demo market contains only what the forms accept, and its stock balances', async () => {
  for (const { priceCents, ...row } of await db.select().from(products)) {
    const said = createProductInput.safeParse({ ...row, price: priceCents / 100 });
    expect(said.error?.issues ?? [], row.name).toEqual([]);
  }
  const unequal = sql`quantity <> (select sum(change) from stock_movements where product_id = products.id)`;
  expect(await countRows('products', unequal)).toBe(0);
});

test('the demo market lets visitors log in as farmer and as buyer, with a password that passes our own rule', async () => {
  const { farmer, buyer, password } = demoLogins;
  expect(newPasswordRules.buyer.safeParse(password).success).toBe(true);
  expect(await isCommonPassword(password)).toBe(false);
  const asFarmer = await logIn({ email: farmer, password, role: 'farmer' });
  const own = await caller(asFarmer).farmer.products.list({});
  expect(own.products.length).toBeGreaterThanOrEqual(8);
  await logIn({ email: buyer, password, role: 'buyer' });
});

test('the demo market is created once: a database with users is left alone', async () => {
  expect(await seedDemo(db, services)).toBe(false);
  expect(await countRows('products')).toBe(500);
});
