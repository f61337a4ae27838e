import {
  expect,
  heading,
  inDialog,
  type Page,
  readStorages,
  shows,
  test,
  uniqueWord,
} from '#tests/e2e/fixtures.ts';
import { appIsKept } from './kept-app.ts';

test.use({ serviceWorkers: 'allow' });

const asOf = (page: Page) =>
  page.getByRole('status').filter({ hasText: /^No connection\. Last updated \d?\d:\d\d/ });

/** The keys of the cached answers: whose each is, and to which query. */
const cachedKeys = (page: Page) =>
  page.evaluate(async () => {
    const request = indexedDB.open('answers');
    const db = await new Promise<IDBDatabase | null>((resolve) => {
      request.onsuccess = () => resolve(request.result);
      request.onupgradeneeded = () => request.transaction?.abort();
      request.onerror = () => resolve(null);
    });
    if (!db) return [];
    const keys = db.transaction('answers').objectStore('answers').getAllKeys();
    await new Promise((resolve) => {
      keys.onsuccess = resolve;
    });
    db.close();
    return keys.result.map(String);
  });

const isCached = async (page: Page, owner: number, procedure = '') => {
  const path = procedure && JSON.stringify(procedure.split('.'));
  return (await cachedKeys(page)).some((key) => key.startsWith(`${owner}:`) && key.includes(path));
};

const isKept = (page: Page, owner: number, procedure: string) =>
  expect.poll(() => isCached(page, owner, procedure)).toBe(true);

const stored = async (page: Page) => ({
  ...(await page.evaluate(async () => ({
    local: Object.keys(localStorage).sort(),
    session: Object.keys(sessionStorage).sort(),
    databases: (await indexedDB.databases()).map(({ name }) => name).sort(),
  }))),
  answers: await cachedKeys(page),
});

test('a farmer without an answer sees the cached products and orders with their age until the logout', async ({
  page,
  context,
  api,
  dashboard,
}) => {
  test.slow();
  const name = `${uniqueWord()} kale`;
  const { ids, farmer } = await api.offer([{ name }]);
  const buyer = await api.buyer();
  const orderId = await api.order(buyer.token, { productIds: ids });
  const product = heading(page, name);
  const order = page.getByText(`#${orderId}`).first();
  await dashboard.keepSession('farmer', farmer);
  await page.goto('/farmer/dashboard?tab=orders');
  await shows(order);
  await page.goto('/farmer/dashboard?tab=products');
  await shows(product);
  await isKept(page, 1, 'farmer.products.list');
  await isKept(page, 1, 'farmer.orders.list');
  await appIsKept(page);

  await page.route('/trpc/**', () => {});
  await page.reload();
  await shows(product);
  await shows(page.getByRole('status').filter({ hasText: 'Slow connection.' }));
  await page.unroute('/trpc/**');

  await context.setOffline(true);
  await page.goto('/farmer/dashboard?tab=products');
  await shows(product);
  await shows(asOf(page));
  await page.goto('/farmer/dashboard?tab=orders');
  await shows(order);
  await context.setOffline(false);
  await expect(asOf(page)).toHaveCount(0);

  await dashboard.logout.click();
  await inDialog(page, 'Logout').click();
  await expect(page).toHaveURL('/loginF');
  // These two belong to the device: its clock offset, and which login was used last.
  await expect
    .poll(async () => {
      const { local, session, databases, answers } = await stored(page);
      const own = (key: string) => !['clockOffset', 'lastLogin'].includes(key);
      return { databases, answers, local: local.filter(own), session: session.filter(own) };
    })
    .toEqual({ local: [], session: [], databases: ['answers'], answers: [] });
});

test('logging out offline ends the session on the server once online', async ({
  page,
  context,
  api,
  dashboard,
}) => {
  const { farmer, token } = await api.offer();
  const statusOf = async () => (await api.read(token, 'farmer/products')).status();
  await dashboard.keepSession('farmer', farmer);
  await page.goto('/farmer/dashboard?tab=products');
  await isKept(page, 1, 'farmer.products.list');
  await appIsKept(page);
  // Loads the dialog's code while online.
  await dashboard.logout.click();
  await inDialog(page, 'Cancel').click();
  await context.setOffline(true);
  await dashboard.logout.click();
  await inDialog(page, 'Logout').click();
  await expect(page).toHaveURL('/loginF');
  await shows(heading(page, 'You are offline', 1));
  expect(JSON.stringify(await readStorages(page))).not.toContain(token);
  expect(await statusOf()).toBe(200);
  await context.setOffline(false);
  await expect.poll(statusOf, { timeout: 20_000 }).toBe(401);
  // The offline page reloads itself meanwhile, which may interrupt an evaluation.
  await expect(async () =>
    expect((await stored(page)).local).not.toContain('sessionsToEnd'),
  ).toPass({ timeout: 10_000 });
});

test("a person's cached data outlives their session, and is deleted when somebody else logs in", async ({
  page,
  api,
  dashboard,
}) => {
  const name = `${uniqueWord()} kale`;
  const { farmer, token } = await api.offer([{ name }]);
  await dashboard.keepSession('farmer', farmer);
  await page.goto('/farmer/dashboard?tab=products');
  await shows(heading(page, name));
  await isKept(page, 1, 'farmer.products.list');
  await api.call(token, 'auth.logout');
  await page.reload();
  await expect(page).toHaveURL(/^[^?]*\/loginF/);
  await expect(page.getByText(name)).toHaveCount(0);
  expect(await isCached(page, 1)).toBe(true);
  const buyer = await api.buyer();
  await page.evaluate(
    ({ authToken, userId }) => {
      for (const [key, value] of Object.entries({ authToken, userId, userType: 'buyer' }))
        localStorage.setItem(key, value);
    },
    { authToken: buyer.token, userId: '2' },
  );
  await page.goto('/buyer-dashboard');
  await expect(dashboard.bar).toBeAttached();
  await expect.poll(() => isCached(page, 1)).toBe(false);
});
