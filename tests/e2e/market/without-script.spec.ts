import {
  button,
  expect,
  heading,
  link,
  MarketPage,
  press,
  shows,
  test,
  uniqueWord,
} from '#tests/e2e/fixtures.ts';

// For browsers without JavaScript, and for connections that lose the scripts.
test.use({ javaScriptEnabled: false });

test('the market is searched, filtered and sorted by URL, and links to products and farms', async ({
  page,
  api,
}) => {
  const word = uniqueWord();
  const crates = [0, 1].map((index) => ({
    name: `${word} crate ${index}`,
    price: 100 + index,
    isOrganic: true,
  }));
  await api.offer([...crates, { name: `${word} mango`, category: 'Fruits', price: 110 }]);
  const market = new MarketPage(page);
  await page.goto('/market');
  await expect(page.locator('noscript p')).toContainText(
    'Without JavaScript you can only search and read.',
  );
  await shows(page.locator('noscript p'));
  await market.search.fill(word);
  await market.search.press('Enter');
  await expect(page).toHaveURL(/\/market\?.*search=Zao/);
  await market.category('Vegetables').click();
  await expect(market.card(`${word} mango`)).toBeHidden();
  await page.getByRole('checkbox', { name: 'Organic only' }).check();
  await page.getByRole('textbox', { name: 'From' }).fill('100');
  await page.getByRole('textbox', { name: 'To' }).fill('1,000');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price');
  await press(page, 'Show products');
  await expect(market.cards).toHaveCount(2);
  await expect(page.getByRole('checkbox', { name: 'Organic only' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'To' })).toHaveValue('1000');
  await expect(market.cards.first()).toContainText(`${word} crate 0`);

  await market.link(`${word} crate 0`).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word} crate 0`);
  for (const text of ['KES 100.00', '120 kg available', 'Picked this morning', 'Nairobi']) {
    await shows(page.getByRole('main').getByText(text).first());
  }
  await expect(button(page, 'Add to Cart').first()).toBeHidden();
  await page.getByRole('main').locator('a[href^="/farm/"]').first().click();
  await shows(heading(page, 'What this farm sells'));
  await expect(market.cards).toHaveCount(3);
});

test('on a phone the filters are at the end of the page, and the language link keeps the search', async ({
  page,
  api,
}) => {
  const word = uniqueWord();
  await api.offer([{ name: `${word} sukuma`, isOrganic: true }, { name: `${word} kitunguu` }]);
  await page.setViewportSize({ width: 360, height: 800 });
  const market = new MarketPage(page);
  await page.goto(`/market?search=${word}&category=vegetables`);
  await link(page, 'Kiswahili').click();
  await expect(page).toHaveURL(new RegExp(`search=${word}&category=vegetables&language=sw`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moja kwa moja kutoka shambani');
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
  await expect(page.locator('noscript p')).toContainText('Bila JavaScript unaweza');
  await expect(market.cards).toHaveCount(2);
  await link(page, 'Chuja').click();
  await page.getByRole('checkbox', { name: 'Kilimo hai pekee' }).check();
  await press(page, 'Onyesha bidhaa');
  await expect(market.cards).toHaveCount(1);
  await expect(page).toHaveURL(/organic=true/);
  await market.link(`${word} sukuma`).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
});

test('pages that need JavaScript say so and link to the market', async ({ page }) => {
  for (const path of ['/cart', '/login', '/signup', '/signupFarmer', '/forgot-password']) {
    await page.goto(path);
    await expect(page.locator('noscript p')).toContainText('This page needs JavaScript.');
    await page.locator('noscript').getByRole('link').click();
    await expect(page).toHaveURL('/market');
  }
});
