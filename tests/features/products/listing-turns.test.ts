import {
  LISTING_ROUND_OF_ONE_FARM,
  NEW_PRODUCTS_PER_MINUTE,
  PAGE_SIZE,
  PRODUCTS_PER_FARM_MAX,
} from '#products/rules/product-facts.ts';
import {
  advance,
  call,
  caller,
  DAY,
  db,
  givenMarket,
  listCards,
  makeFarm,
  makeProduct,
  outcomeOf,
  productForm,
  report,
  sql,
  tally,
} from '#tests/setup/in-market.ts';

givenMarket();

type Page = Awaited<ReturnType<typeof listCards>>;

async function readPages() {
  const pages: Page['products'][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await listCards(cursor ? { cursor } : {});
    pages.push(page.products);
    cursor = page.nextCursor;
  }
  return pages;
}

test('E57: a farm that lists 60 at once gets three on the first page and at most six on the next, until the others are through', {
  timeout: 120_000,
}, async () => {
  const others = [];
  for (let made = 0; made < 30; made += 1) others.push(await makeFarm());
  for (const turn of [1, 2])
    for (const farm of others) await makeProduct(farm, { name: `of others ${turn}` });
  const flooding = await makeFarm();
  for (let listed = 0; listed < 60; listed += 1)
    await makeProduct(flooding, { name: `flood ${listed}` });
  const pages = await readPages();
  const counts = pages.map((page) => page.filter(({ farmId }) => farmId === flooding.id).length);
  const throughAt = pages.findLastIndex((page) =>
    page.some(({ farmId }) => farmId !== flooding.id),
  );
  report(
    'E57',
    `60 offers of one farm after 60 of 30 others: ${counts.join(', ')} of them on the pages of ${PAGE_SIZE}`,
  );
  expect(counts[0]).toBe(LISTING_ROUND_OF_ONE_FARM);
  for (const count of counts.slice(0, throughAt))
    expect(count).toBeLessThanOrEqual(2 * LISTING_ROUND_OF_ONE_FARM);
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(120);
  // The next farmer to list is shown at once.
  const { id } = await makeProduct(await makeFarm());
  expect((await readPages())[0]?.[0]?.id).toBe(id);
});

test('E57: a farm that lists a few is shown first with each of them, also a week later, and also alone', async () => {
  const farm = await makeFarm();
  for (let week = 0; week < 4; week += 1) {
    for (let listed = 0; listed < LISTING_ROUND_OF_ONE_FARM; listed += 1) {
      const { id } = await makeProduct(farm);
      expect((await readPages())[0]?.[0]?.id).toBe(id);
    }
    advance(7 * DAY + 1);
  }
});

test("E57: a single farm's offers are shown newest first, however many there are", async () => {
  const farm = await makeFarm();
  const ids: number[] = [];
  for (let listed = 0; listed < 2 * PAGE_SIZE + 3; listed += 1)
    ids.push((await makeProduct(farm)).id);
  expect((await readPages()).flat().map(({ id }) => id)).toEqual(ids.toReversed());
});

test('E57: the newest offers: deleting an offer and listing it again gains no extra turn', async () => {
  const [farm, other] = [await makeFarm(), await makeFarm()];
  for (let time = 0; time < 5; time += 1) {
    const { id } = await makeProduct(farm, { name: 'again' });
    if (time < 4) await caller(farm).farmer.products.delete({ productId: id });
    if (time === 2) await makeProduct(other, { name: 'others' });
  }
  expect((await readPages()).flat().map(({ name }) => name)).toEqual(['others', 'again']);
});

const form = {
  product_name: 'Kale',
  category: 'Vegetables',
  quantity_available: 5,
  unit_of_measure: 'kg',
  price_per_unit: 50,
};

test(`E57: the listings of one farm at most ${NEW_PRODUCTS_PER_MINUTE} a minute, over REST and tRPC alike; other farms are not affected`, {
  timeout: 120_000,
}, async () => {
  const farm = await makeFarm();
  const list = (as: { token: string }) => call('/api/farmer/products', form, as);
  const statuses: string[] = [];
  for (let listed = 0; listed < NEW_PRODUCTS_PER_MINUTE + 5; listed += 1)
    statuses.push(String((await list(farm)).status));
  report('E57', `${statuses.length} offers over REST one after the other: ${tally(statuses)}`);
  const refused = await list(farm);
  expect([statuses.at(-1), refused.status]).toEqual(['429', 429]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const overTrpc = caller(farm).farmer.products.create(productForm());
  expect(await outcomeOf(overTrpc)).toBe('TOO_MANY_ATTEMPTS');
  expect((await list(await makeFarm())).status).toBe(201);
});

test(`E57: the listings of one farm at most ${PRODUCTS_PER_FARM_MAX} in total, even when they arrive at the same time; deleting one makes room`, async () => {
  const farm = await makeFarm();
  const { id } = await makeProduct(farm);
  await db.execute(sql`
      insert into products (farmer_id, name, category, quantity, unit, price_cents, created_at, updated_at)
      select ${farm.id}::int, 'Kale', 'Vegetables', 5, 'kg', 5000, now(), now() from generate_series(1, ${PRODUCTS_PER_FARM_MAX - 3}::int)`);
  const list = () => caller(farm).farmer.products.create(productForm());
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(list())));
  report('E57', `8 offers at once of a farm with room for 2: ${tally(outcomes)}`);
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(2);
  const refused = await call('/api/farmer/products', form, farm);
  const message = `Up to ${PRODUCTS_PER_FARM_MAX} products. Delete some first.`;
  expect([refused.status, refused.body.message]).toEqual([409, message]);
  await caller(farm).farmer.products.delete({ productId: id });
  expect(await outcomeOf(list())).toBe('accepted');
});
