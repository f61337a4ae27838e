import { button, expect, readStorages, shows, test } from '#tests/e2e/fixtures.ts';

const EXPIRED = 'Your session has expired. Please login again.';
const DENIED = 'Access denied. You do not have permission to access farmer resources.';
/** Spec §9. */
const REDIRECT_MILLISECONDS = 2000;
/** The page's clock moves in steps, so the text is seen up to two steps after the timer starts. */
const STEP_MILLISECONDS = 100;

const nobody = {
  email: 'a@b.example',
  password: '',
  firstName: 'Asha',
  lastName: 'Ali',
  token: 'no-such-token',
};

test('each dashboard opens only for its role (§6)', async ({ page, api, dashboard }) => {
  await page.goto('/buyer-dashboard');
  await expect(page).toHaveURL('/login');
  await page.goto('/farmer/dashboard');
  await shows(page, 'Please login to continue');
  await expect(page).toHaveURL('/loginF');

  const buyer = await api.buyer();
  await dashboard.keepSession('buyer', buyer);
  await page.goto('/farmer/dashboard');
  await shows(page, DENIED);
  await expect(page).toHaveURL('/buyer-dashboard');

  // 403: the page stays open if only the server knows that the token is a buyer's.
  await page.evaluate(() => sessionStorage.clear());
  await dashboard.keepSession('farmer', buyer);
  await page.goto('/farmer/dashboard');
  await shows(page.getByRole('region', { name: 'Notifications' }), DENIED);
  await shows(page.getByRole('main').getByText(DENIED).first());
  await expect(page).toHaveURL('/farmer/dashboard');
});

test("a farmer's dashboard requests products, orders, payments and profile in parallel on entry (§7, row 9)", async ({
  page,
  dashboard,
}) => {
  await dashboard.keepSession('farmer', nobody);
  const wanted = [
    'farmer.products.list',
    'farmer.orders.list',
    'farmer.payments.list',
    'farmer.profile',
  ];
  const asked = new Set<string>();
  // No request is answered, so none can wait for another's answer.
  await page.route('**/trpc/**', (route) => {
    const { pathname } = new URL(route.request().url());
    for (const name of decodeURIComponent(pathname.slice('/trpc/'.length)).split(','))
      asked.add(name);
  });
  await page.goto('/farmer/dashboard');
  await expect.poll(() => wanted.filter((name) => !asked.has(name))).toEqual([]);
});

test("'Logout redirects after 1 second' whatever the server does, and the session's values are gone at once", async ({
  page,
  buyer,
  dashboard,
}) => {
  await page.goto('/buyer-dashboard?tab=profile');
  await shows(page, buyer.email);
  await page.route('**/trpc/auth.logout*', () => {});
  await dashboard.logout.click();
  const dialog = page.getByRole('dialog', { name: 'Log out of SokoShamba?' });
  const sent = page.waitForRequest('**/trpc/auth.logout*');
  await button(dialog, 'Logout').click();
  const token = await page.evaluate(() => sessionStorage.getItem('authToken'));
  const pressedAt = Date.now();
  expect(token).toBeNull();
  expect((await sent).headers().authorization).toBe(`Bearer ${buyer.token}`);
  await shows(page, 'You are logged out.');
  await expect(page).toHaveURL('/login');
  expect(Date.now() - pressedAt).toBeLessThan(3000);
  const { session, local } = await readStorages(page);
  for (const key of ['authToken', 'userId', 'buyerId', 'userType', 'userEmail']) {
    expect(session).not.toHaveProperty(key);
    expect(local).not.toHaveProperty(key);
  }
});

for (const { role, home, login } of [
  { role: 'farmer', home: '/farmer/dashboard?tab=products', login: '/loginF' },
  { role: 'buyer', home: '/buyer-dashboard?tab=orders', login: '/login' },
] as const)
  test(`401: a ${role} gets a message, all stored data is cleared at once, and the login opens after 2 s`, async ({
    page,
    dashboard,
  }) => {
    await page.clock.install();
    // Recorded inside the page, so that nothing is missed.
    await page.addInitScript(() => {
      const seen = { isRetryOffered: false };
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const buttons = [...document.querySelectorAll('button')];
        seen.isRetryOffered ||= buttons.some(({ textContent }) => textContent === 'Retry');
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await dashboard.keepSession(role, nobody);
    await page.clock.pauseAt(Date.now() + 1000);
    await page.goto(home);
    const message = page.getByRole('region', { name: 'Notifications' }).getByText(EXPIRED);
    await expect(async () => {
      await page.clock.runFor(STEP_MILLISECONDS);
      expect(await message.isVisible()).toBe(true);
    }).toPass();
    const { session, local } = await readStorages(page);
    for (const key of ['authToken', 'userType', 'userData']) {
      expect(session).not.toHaveProperty(key);
      expect(local).not.toHaveProperty(key);
    }
    await page.clock.runFor(REDIRECT_MILLISECONDS - 3 * STEP_MILLISECONDS);
    await expect(page).toHaveURL(home);
    await page.clock.runFor(3 * STEP_MILLISECONDS);
    await expect(page).toHaveURL(`${login}?redirect=${encodeURIComponent(home)}`);
    const isRetryOffered = await page.evaluate(
      () => (window as unknown as { seen: { isRetryOffered: boolean } }).seen.isRetryOffered,
    );
    expect(isRetryOffered).toBe(false);
  });

test("a dashboard that gets no answer or no message says so in the specification's words", async ({
  page,
  farmer: _,
}) => {
  let isCut = true;
  await page.route('**/trpc/**', (route) => {
    if (isCut) return route.abort();
    const body = '<h1>Bad Gateway</h1>';
    return route.fulfill({ status: 502, contentType: 'text/html', body });
  });
  await page.goto('/farmer/dashboard');
  await expect(
    page
      .getByText('Cannot connect to backend server. Please check your internet connection.')
      .first(),
  ).toBeVisible({ timeout: 15_000 });

  isCut = false;
  await page.reload();
  const sentence = 'Failed to load dashboard data. Please try again.';
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(sentence)).toBeVisible(
    { timeout: 15_000 },
  );
  await shows(page.getByRole('main').getByText(sentence).first());
});
