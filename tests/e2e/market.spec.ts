import { readFile } from 'node:fs/promises';
import { PASSWORD } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { MarketPage, offer, uniqueWord } from './pages/market-page.ts';

test('anyone finds a product by name, sees what it costs and where it is from, and opens its page', {
  tag: '@journey',
}, async ({ page, request, accounts, expectNoAxeViolations }) => {
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
    '120 kg available',
    'Organic',
    'Farm in Nairobi',
    'Listed today',
  ]) {
    await expect(card.getByText(text, { exact: text.length < 8 }).first()).toBeVisible();
  }
  await expectNoAxeViolations();
  await market.link(`${word} tomatoes`).click();
  await expect(page.getByRole('heading', { level: 1, name: `${word} tomatoes` })).toBeFocused();
  await expect(page.getByText('Picked this morning')).toBeVisible();
  await expect(page).toHaveTitle(`${word} tomatoes · SokoShamba`);
  await expectNoAxeViolations();
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

test('an empty result says so and how to go on', async ({ page, expectNoAxeViolations }) => {
  const market = new MarketPage(page);
  await page.goto(`/market?search=${uniqueWord()}`);
  await expect(market.empty).toBeVisible();
  await expectNoAxeViolations();
});

test("the market's first page and a product's page are shown without a further request to the server", async ({
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
});

test('a list that cannot be loaded says so and can be retried', async ({ page }) => {
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

test('"Show more" extends a long list, and Back restores the scroll position', async ({
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
  await expect(market.card(`${word} onions`).getByText(/^Collect · 4\d\d km$/)).toBeVisible();
  expect(page.url()).not.toContain('latitude');
});

test('a product that is not offered is a 404 that leads back to the market', async ({
  page,
  request,
}) => {
  expect((await request.get('/market/2000000000')).status()).toBe(404);
  await page.route('**/market/2000000000', async (route) =>
    route.fulfill({ response: await route.fetch(), status: 200 }),
  );
  await page.goto('/market/2000000000');
  await expect(page.getByText('This product is no longer for sale').first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'All products' }).last().click();
  await expect(page).toHaveURL('/market');
});

test('a buyer fills the cart, changes it, and undoes a removal', { tag: '@journey' }, async ({
  page,
  request,
  accounts,
  dashboard,
  expectNoAxeViolations,
}) => {
  const word = uniqueWord();
  const { ids } = await offer(request, accounts, [
    { name: `${word} beans`, price: 120.5, quantity: 2100 },
  ]);
  await dashboard.keepSession('buyer', await accounts.buyer());
  await page.goto('/buyer-dashboard?tab=cart');
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(page.getByRole('tab', { name: 'Browse Products' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.goto(`/market/${ids[0]}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByText(`2 kg of ${word} beans in your cart`)).toBeVisible();
  await page.getByRole('link', { name: 'Shopping Cart, 1 product' }).click();
  const cart = page.getByRole('tabpanel');
  await expect(cart.getByText('KES 241.00').filter({ visible: true }).first()).toBeVisible();
  await expectNoAxeViolations();
  const quantity = cart.getByRole('textbox', { name: `Quantity of ${word} beans` });
  // Thousands with a comma, as people here write them; text that is not a number changes nothing.
  for (const [typed, becomes] of [
    ['1,200', '1200'],
    ['1.200,5', '1200'],
    ['9999', '2100'],
  ] as const) {
    await quantity.fill(typed);
    await quantity.press('Enter');
    await expect(quantity).toHaveValue(becomes);
  }
  await cart.getByRole('button', { name: `Remove ${word} beans from the cart` }).click();
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
  await cart.getByRole('button', { name: 'Undo' }).click();
  await expect(quantity).toHaveValue('2100');
});

test('the four tabs are kept in the address, and axe finds nothing wrong with any', async ({
  page,
  accounts,
  dashboard,
  expectNoAxeViolations,
}) => {
  await dashboard.keepSession('buyer', await accounts.buyer());
  await page.goto('/buyer-dashboard');
  for (const [name, tab] of [
    ['My Orders', 'orders'],
    ['Profile', 'profile'],
    ['Shopping Cart', 'cart'],
  ] as const) {
    await page.getByRole('tab', { name }).click();
    await expect(page).toHaveURL(`/buyer-dashboard?tab=${tab}`);
    await expectNoAxeViolations();
  }
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
});

test('a buyer edits the profile', async ({ page, accounts, dashboard }) => {
  await dashboard.keepSession('buyer', await accounts.buyer());
  await page.goto('/buyer-dashboard?tab=profile');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('First name').fill('A');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Must be at least 2 characters')).toBeVisible();
  await page.getByLabel('First name').fill('Amina');
  await page.getByLabel('Delivery address').fill('Biashara Street, shop 4');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amina');
  await page.reload();
  await expect(page.getByText('Biashara Street, shop 4')).toBeVisible();
});

test('a password can be changed by giving the old one', async ({
  page,
  accounts,
  dashboard,
  request,
}) => {
  const account = await accounts.buyer();
  await dashboard.keepSession('buyer', account);
  await page.goto('/buyer-dashboard?tab=profile');
  const change = async (current: string, next: string) => {
    await page.getByLabel('Current password', { exact: true }).fill(current);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('Confirm password', { exact: true }).fill(next);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('Not-my-password-1', 'Shamba-jipya-2027');
  await expect(page.getByText('This password is not right. Please try again.')).toBeVisible();
  await change(PASSWORD, 'Shamba-jipya-2027');
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  const outcomes = [PASSWORD, 'Shamba-jipya-2027'].map(async (password) => {
    const answer = await request.post('/api/auth/buyer/verify-credentials', {
      data: { email: account.email, password },
    });
    return answer.status();
  });
  expect(await Promise.all(outcomes)).toEqual([401, 200]);
});

test('a buyer downloads their data as a file, and deletes the account with its password', async ({
  page,
  accounts,
  dashboard,
  request,
}) => {
  const account = await accounts.buyer('duka-la-mama-achieng-karibu-na-soko-kuu-la-nakuru');
  await dashboard.keepSession('buyer', account);
  await page.goto('/buyer-dashboard?tab=profile');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await downloading;
  expect(await readFile(await download.path(), 'utf8')).toContain(account.email);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete the account ${account.email}?` });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // The longest address takes two lines and does not widen the dialog.
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
    0,
  );
  await dialog.getByLabel('Password', { exact: true }).fill('Not-my-password-1');
  await dialog.getByRole('button', { name: 'Delete forever' }).click();
  await expect(dialog.getByText('This password is not right. Please try again.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete forever' }).click();
  await expect(page).toHaveURL('/');
  const answer = await request.get('/api/buyer/profile', {
    headers: { authorization: `Bearer ${account.token}` },
  });
  expect(answer.status()).toBe(401);
});

test('logging out everywhere ends every session', async ({
  page,
  accounts,
  dashboard,
  request,
}) => {
  const account = await accounts.buyer();
  const other = await accounts.logIn(account, 'buyer');
  await dashboard.keepSession('buyer', account);
  await page.goto('/buyer-dashboard?tab=profile');
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page).toHaveURL('/login');
  const answer = await request.get('/api/buyer/profile', {
    headers: { authorization: `Bearer ${other}` },
  });
  expect(answer.status()).toBe(401);
});
