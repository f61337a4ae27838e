import { expect, test } from '#tests/e2e/fixtures.ts';
import { MarketPage, offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

test('anyone finds a product by name, sees what it costs and where it is from, and opens its page', async ({
  page,
  request,
  accounts,
}) => {
  const word = uniqueWord();
  await offer(request, accounts, [{ name: `${word} tomatoes`, isOrganic: true }]);
  const market = new MarketPage(page);
  await page.goto('/market');
  await market.search.fill(word.toLowerCase());
  await expect(market.cards).toHaveCount(1);
  const card = market.card(`${word} tomatoes`);
  for (const text of [
    'Vegetables',
    'KES 85.00',
    '/ kg',
    '120 kg',
    'Organic',
    'Farm in Nairobi',
    'Listed today',
  ]) {
    await expect(card.getByText(text, { exact: text.length < 8 }).first()).toBeVisible();
  }
  await market.link(`${word} tomatoes`).click();
  await expect(page.getByRole('heading', { level: 1, name: `${word} tomatoes` })).toBeFocused();
  await expect(page.getByText('Picked this morning', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(`${word} tomatoes · SokoShamba`);
});

test('search and filters are kept in the address: a reload keeps them, Back undoes them', async ({
  page,
  request,
  accounts,
}) => {
  const word = uniqueWord();
  await offer(request, accounts, [
    { name: `${word} kale`, isOrganic: true, price: 40 },
    { name: `${word} cabbage`, price: 60 },
    { name: `${word} mango`, category: 'Fruits', price: 200 },
  ]);
  const market = new MarketPage(page);
  await page.goto(`/market?search=${word}`);
  await expect(market.cards).toHaveCount(3);
  await expect(market.category('All')).toHaveAttribute('data-chosen');
  await market.category('Vegetables').click();
  await expect(market.cards).toHaveCount(2);
  await expect(market.category('Vegetables')).toHaveAttribute('data-chosen');
  await expect(market.category('All')).not.toHaveAttribute('aria-current');
  await page.getByRole('checkbox', { name: 'Organic only' }).check();
  await expect(market.cards).toHaveCount(1);
  await expect(page).toHaveURL(/category=vegetables.*organic=true/);
  await page.reload();
  await expect(market.card(`${word} kale`)).toBeVisible();
  await expect(market.search).toHaveValue(word);
  await page.goBack();
  await expect(market.cards).toHaveCount(2);
  await page.getByRole('textbox', { name: 'To' }).fill('50');
  await expect(market.cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page).toHaveURL('/market');
});

test("the first list and a product's page need no further request, and a list that cannot be loaded can be retried", async ({
  page,
  request,
  accounts,
}) => {
  const word = uniqueWord();
  const { ids } = await offer(request, accounts, [{ name: `${word} onions` }]);
  const market = new MarketPage(page);
  await page.route('**/trpc/market.*', (route) => route.abort());
  await page.goto('/market');
  await expect(market.card(`${word} onions`)).toBeVisible();
  await page.goto(`/market/${ids[0]}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word} onions`);

  await page.unroute('**/trpc/market.*');
  await page.route('**/trpc/market.*', (route) => route.fulfill({ status: 503, body: 'no' }));
  // A list comes with its page, unless it depends on the buyer's place.
  await page.goto('/market?sort=nearest');
  await expect(page.getByText('Failed to load products. Please try again.')).toBeVisible({
    timeout: 15_000,
  });
  await page.unroute('**/trpc/market.*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Failed to load products. Please try again.')).toBeHidden();
});

test('a full list has at most 100 kB of HTML, "Show more" extends it, and Back restores the scroll position', async ({
  page,
  request,
  accounts,
}) => {
  const word = uniqueWord();
  await offer(
    request,
    accounts,
    Array.from({ length: 27 }, (_, index) => ({ name: `${word} ${index}`, price: index + 1 })),
  );
  const html = await (await request.get(`/market?search=${word}`)).text();
  expect(html.match(/<article/g)).toHaveLength(24);
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(100_000);
  const market = new MarketPage(page);
  await page.goto(`/market?search=${word}&sort=price`);
  await expect(market.cards).toHaveCount(24);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(market.cards).toHaveCount(27);
  const last = market.card(`${word} 26`);
  await last.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await market.link(`${word} 26`).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word} 26`);
  await page.goBack();
  await expect(market.cards).toHaveCount(27);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 300);
});

test('"delivers to me" first asks where the buyer is, and distances are counted from there', async ({
  page,
  request,
  accounts,
}) => {
  const word = uniqueWord();
  await offer(request, accounts, [{ name: `${word} onions` }]);
  const market = new MarketPage(page);
  await page.goto(`/market?search=${word}`);
  await page.getByRole('checkbox', { name: 'Delivers to me' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where are you?' });
  await dialog.getByRole('searchbox', { name: 'Search for a place' }).fill('Mombasa');
  await dialog.getByRole('button', { name: 'Search', exact: true }).click();
  await dialog.getByRole('list', { name: 'Places found' }).getByRole('button').first().click();
  await expect(page).toHaveURL(/deliversToMe=true/);
  await expect(market.empty).toBeVisible();
  await page.getByRole('checkbox', { name: 'Delivers to me' }).click();
  await expect(market.card(`${word} onions`)).toContainText(/Collect · 4\d\d km/);
  expect(page.url()).not.toContain('latitude');
});
