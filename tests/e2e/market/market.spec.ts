import { expect, MarketPage, press, shows, test, uniqueWord } from '#tests/e2e/fixtures.ts';

test('search and filters are kept in the address: a reload keeps them, Back undoes them', async ({
  page,
  api,
}) => {
  const word = uniqueWord();
  await api.offer([
    { name: `${word} kale`, isOrganic: true, price: 40 },
    { name: `${word} cabbage`, price: 60 },
    { name: `${word} mango`, category: 'Fruits', price: 200 },
  ]);
  const market = new MarketPage(page);
  await page.goto(`/market?search=${word}`);
  await expect(market.cards).toHaveCount(3);
  await market.category('Vegetables').click();
  await expect(market.cards).toHaveCount(2);
  await expect(market.category('Vegetables')).toHaveAttribute('data-chosen');
  await page.getByRole('checkbox', { name: 'Organic only' }).check();
  await expect(market.cards).toHaveCount(1);
  await expect(page).toHaveURL(/category=vegetables.*organic=true/);
  await page.reload();
  await shows(market.card(`${word} kale`));
  await expect(market.search).toHaveValue(word);
  await page.goBack();
  await expect(market.cards).toHaveCount(2);
  await page.getByRole('textbox', { name: 'To' }).fill('50');
  await expect(market.cards).toHaveCount(1);
  await press(page, 'Clear all filters');
  await expect(page).toHaveURL('/market');
});

test('a full list has at most 100 kB of HTML, "Show more" extends it, and Back restores the scroll position', async ({
  page,
  api,
  request,
}) => {
  const word = uniqueWord();
  await api.offer(
    Array.from({ length: 27 }, (_, index) => ({ name: `${word} ${index}`, price: index + 1 })),
  );
  const html = await (await request.get(`/market?search=${word}`)).text();
  expect(html.match(/<article/g)).toHaveLength(24);
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(100_000);
  const market = new MarketPage(page);
  await page.goto(`/market?search=${word}&sort=price`);
  await expect(market.cards).toHaveCount(24);
  await press(page, 'Show more');
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
