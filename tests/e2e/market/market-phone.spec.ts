import {
  AT_THE_FARM,
  button,
  expect,
  MarketPage,
  shows,
  test,
  uniqueWord,
} from '#tests/e2e/fixtures.ts';

test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });

const four = (word: string) =>
  ['kale', 'onions', 'beans', 'mangoes'].map((crop) => ({ name: `${word} ${crop}` }));

test('four products fit on the first screen of a phone, each with its price and unit', async ({
  page,
  api,
  buyer: _,
}) => {
  const word = uniqueWord();
  const dear = { name: `${word} beans`, price: 147_500, unit: 'pieces' };
  await api.offer([...four(word).filter(({ name }) => name !== dear.name), dear]);
  const market = new MarketPage(page);
  await page.goto(`/buyer-dashboard?search=${word}`);
  await expect(market.cards).toHaveCount(4);
  const bar = (await page.getByRole('navigation').boundingBox())?.y ?? 0;
  for (const card of await market.cards.all()) {
    const box = await card.boundingBox();
    expect((box?.y ?? bar) + (box?.height ?? 0)).toBeLessThanOrEqual(bar);
  }
  const card = market.card(`${word} kale`);
  for (const text of ['KES 85.00', '/ kg', '120 kg', 'Vegetables', 'Picked this morning'])
    await expect(card).toContainText(text);
  const add = await button(card, 'Add to Cart').boundingBox();
  expect(add).toMatchObject({ width: 44, height: 44 });
  const price = market.card(`${word} beans`).getByText('KES 147,500.00').locator('..');
  await expect(price).toContainText('/ piece');
  const isWhole = (box: Element) => {
    const [line, unit] = [
      box.getBoundingClientRect(),
      box.lastElementChild?.getBoundingClientRect(),
    ];
    return (
      box.scrollWidth <= box.clientWidth &&
      (unit?.right ?? Infinity) <= line.right &&
      (unit?.height ?? 0) > 0
    );
  };
  expect(await price.evaluate(isWhole)).toBe(true);
  await page.mouse.wheel(0, 600);
  await expect(market.search).toBeInViewport();
});

test('a new place dims the old list until its distances arrive, then the best for it come first, in later tabs too', async ({
  page,
  context,
  api,
}) => {
  const word = uniqueWord();
  await api.offer([{ name: `${word} kale` }]);
  const market = new MarketPage(page);
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ ...AT_THE_FARM, accuracy: 10 });
  await page.goto(`/market?search=${word}`);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/trpc\/market\.products.*latitude/, async (route) => {
    await released;
    await route.continue();
  });
  await button(page, 'Set your location').tap();
  await button(page, 'Use my position').tap();
  const old = page.locator('[inert]').filter({ has: page.locator('article') });
  await expect(old).toHaveCSS('opacity', '0.6');
  await shows(page.getByRole('progressbar', { name: 'Loading…' }));
  release();
  await expect(old).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('best');
  await expect(market.card(`${word} kale`)).toContainText('Delivers free');
  expect(page.url()).not.toContain('latitude');
  const other = await context.newPage();
  await other.goto(`/market?search=${word}`);
  await expect(new MarketPage(other).card(`${word} kale`)).toContainText('Delivers free');
});

test('a new tab keeps filters and sort order, but not the search words', async ({
  page,
  context,
  api,
}) => {
  const word = uniqueWord();
  await api.offer([{ name: `${word} kale` }]);
  await page.goto(`/market?search=${word}&organic=true&sort=price`);
  await shows(new MarketPage(page).empty);
  const other = await context.newPage();
  await other.goto('/market');
  await expect(other).toHaveURL('/market?organic=true&sort=price');
  await expect(other.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price');
  // A URL with its own search, and a tab that has shown a list, keep theirs.
  await other.goto('/market?sort=newest');
  await expect(other.getByRole('combobox', { name: 'Sort by' })).toHaveValue('newest');
  await other.goto('/market');
  await shows(new MarketPage(other).cards.first());
  await expect(other).toHaveURL('/market');
});

test("the five places are at the bottom of every page of a buyer, and the logo leads to the buyer's market", async ({
  page,
  api,
  buyer,
}) => {
  const word = uniqueWord();
  const { ids } = await api.offer([{ name: `${word} kale` }]);
  await api.call(buyer.token, 'buyer.cart.add', { lines: [{ productId: ids[0], quantity: 3 }] });
  for (const path of ['/buyer-dashboard', '/market', '/checkout', `/market/${ids[0]}`]) {
    await page.goto(path);
    const links = page.getByRole('navigation').getByRole('link');
    const places = [/Browse Products/, /My Orders/, /Messages/, /Profile/, /Shopping Cart/];
    await expect(links).toHaveText(places);
    // No label touches the edge of the screen or its neighbour.
    const labels = await links.locator(':scope > span:nth-of-type(2)').all();
    for (const label of labels) {
      const [text, slot] = [await label.boundingBox(), await label.locator('..').boundingBox()];
      expect((text?.width ?? 999) + 8).toBeLessThanOrEqual(slot?.width ?? 0);
      expect(await label.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(
        true,
      );
    }
  }
  await page.getByRole('banner').getByRole('link', { name: 'SokoShamba' }).tap();
  await expect(page).toHaveURL('/buyer-dashboard');
  await page.getByRole('navigation').getByRole('link', { name: 'My Orders' }).tap();
  await expect(page).toHaveURL(/\/buyer-dashboard\?.*tab=orders/);
});
