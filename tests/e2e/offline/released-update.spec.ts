import type { ScreenSet } from '#rules/service-worker.ts';
import { createDemoMailbox, startDemo } from '#tests/e2e/demo-server.ts';
import {
  type Browser,
  button,
  createApi,
  DashboardPage,
  expect,
  heading,
  link,
  type Page,
  shows,
  test,
} from '#tests/e2e/fixtures.ts';
import { CodeScreen } from '#tests/e2e/pages/code-screen.ts';
import { LoginPage } from '#tests/e2e/pages/login-page.ts';
import { filesToKeep, ONLINE_PARTS, readManifest, scriptsOf } from '#tooling/built-files.ts';
import { pageIsKept } from './kept-app.ts';
import { builtVersion, makeNewerBuild, thisBuild } from './newer-build.ts';

/*
 * An update from one release to the next, in a fresh browser profile. Both are built from sources,
 * so that most of their files differ.
 */

const everyone = ['/market', '/market/1', '/farm/1', '/prices', '/prices/maize'];
const user = ['/messages', '/messages/1', '/notifications', '/waiting', '/agent', '/start'];
const screens: Record<ScreenSet, string[]> = {
  everyone: [...everyone, '/cart', '/start', '/phone'],
  buyer: [
    ...['browse', 'orders', 'profile', 'cart'].map((tab) => `/buyer-dashboard?tab=${tab}`),
    ...['/checkout', '/orders/1', ...user],
  ],
  farmer: [
    ...['overview', 'products', 'inventory', 'orders', 'payments', 'profile', 'settings'].map(
      (tab) => `/farmer/dashboard?tab=${tab}`,
    ),
    '/farmer/dashboard?tab=products&product=new',
    ...everyone,
    ...user,
  ],
};
/** `visited`: pages that the build writes, which only an update caches whole. */
type Screens = { home: string; paths: string[]; visited?: string[] };

const versionOf = (page: Page) => page.locator('html').getAttribute('data-version');
const notice = (page: Page) => page.getByText('A new version of SokoShamba is ready.');
const failedHeading = /^(This page did not open|You are offline)$/;

async function areCached(page: Page, build: string, set: ScreenSet) {
  const { core, screens: others } = await filesToKeep(`${build}/dist/web`);
  const paths = [...core, ...others.everyone, ...others[set]];
  const missing = () =>
    page.evaluate(async (all) => {
      const found = await Promise.all(all.map((path) => caches.match(path)));
      return all.filter((_, place) => !found[place]);
    }, paths);
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
}

/**
 * Records the application files that a page requests and does not get. A request is also aborted
 * when the test opens the next page.
 */
function followLostFiles(page: Page): string[] {
  const lost: string[] = [];
  const note = (url: string, isLost: boolean) =>
    void (isLost && url.includes('/assets/') && lost.push(url));
  page.on('requestfailed', (failed) =>
    note(failed.url(), failed.failure()?.errorText !== 'net::ERR_ABORTED'),
  );
  page.on('response', (answer) => note(answer.url(), !answer.ok()));
  return lost;
}

async function openOffline(page: Page, build: string, paths: string[]) {
  const online = [...ONLINE_PARTS, 'features/places/web/map-view.tsx'];
  const onlineFiles = scriptsOf(await readManifest(`${build}/dist/web`), online);
  const lost = followLostFiles(page);
  await page.context().setOffline(true);
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('banner'), path).toBeVisible();
    await expect(page.locator('main'), path).toBeVisible();
    await expect(heading(page, failedHeading, 1), path).toHaveCount(0);
  }
  const isOnlineFile = (url: string) => onlineFiles.includes(new URL(url).pathname.slice(1));
  expect(lost.filter((url) => !isOnlineFile(url))).toEqual([]);
}

test.describe('an update between two builds', () => {
  test.describe.configure({ mode: 'default', timeout: 300_000 });
  test.use({ serviceWorkers: 'allow' });
  let newerBuild: string;
  let demo: Awaited<ReturnType<typeof startDemo>>;

  test.beforeAll(async () => {
    test.setTimeout(400_000);
    newerBuild = await makeNewerBuild();
    demo = await startDemo();
  });
  test.afterAll(async () => demo?.stop());
  test.beforeEach(async () => demo.release(thisBuild));

  async function openProfile(browser: Browser) {
    const viewport = { width: 390, height: 844 };
    const context = await browser.newContext({
      baseURL: demo.url,
      viewport,
      serviceWorkers: 'allow',
    });
    const mailbox = createDemoMailbox(context.request);
    const page = await context.newPage();
    return {
      context,
      mailbox,
      api: createApi(context.request, mailbox),
      page,
      dashboard: new DashboardPage(page),
    };
  }
  type Profile = Awaited<ReturnType<typeof openProfile>>;

  async function release(page: Page) {
    await demo.release(newerBuild);
    await page.evaluate(
      async () => void (await navigator.serviceWorker.getRegistration())?.update(),
    );
    await expect(notice(page)).toBeVisible({ timeout: 60_000 });
  }

  async function acceptUpdate(page: Page) {
    const version = await versionOf(page);
    const reload = button(page, 'Reload');
    // The application waits up to a minute for the new worker, then the button can be pressed
    // again.
    await expect(async () => {
      if (await reload.isEnabled()) await reload.click();
      await expect(page.locator('html')).not.toHaveAttribute('data-version', version ?? '', {
        timeout: 65_000,
      });
    }).toPass({ timeout: 140_000 });
  }

  async function surviveUpdate({ page, context }: Profile, { home, paths, visited = [] }: Screens) {
    await openOffline(page, thisBuild, paths);
    await context.setOffline(false);
    await page.goto(home);
    await release(page);
    // While the update waits, a page of the old version loads and is idle.
    await page.reload();
    await expect(notice(page)).toBeVisible({ timeout: 60_000 });
    await acceptUpdate(page);
    // At once: it was offered because all of its files were cached.
    await openOffline(page, newerBuild, [...paths, ...visited]);
    expect(await versionOf(page)).toBe(await builtVersion(newerBuild));
    await context.close();
  }

  test("keeps the public screens, a visited page and, after a login, a buyer's screens open offline", async ({
    browser,
  }) => {
    const profile = await openProfile(browser);
    const { page, context, api, mailbox, dashboard } = profile;
    const buyer = await api.buyer();
    await page.goto('/');
    await pageIsKept(page, '/');
    await areCached(page, thisBuild, 'everyone');
    await openOffline(page, thisBuild, screens.everyone);
    await context.setOffline(false);
    const login = new LoginPage(page, '/login');
    await login.open();
    await login.logIn(buyer);
    await new CodeScreen(page).type(await mailbox.code(buyer.email, 2));
    await expect(dashboard.bar).toBeAttached();
    await areCached(page, thisBuild, 'buyer');
    await surviveUpdate(profile, {
      home: '/buyer-dashboard',
      paths: [...screens.buyer, ...screens.everyone],
      visited: ['/'],
    });
  });

  test("keeps a farmer's screens open offline", { tag: '@night' }, async ({ browser }) => {
    const profile = await openProfile(browser);
    const { page, api, dashboard } = profile;
    const { farmer } = await api.offer();
    await dashboard.keepSession('farmer', farmer);
    await page.goto('/farmer/dashboard');
    await areCached(page, thisBuild, 'farmer');
    await surviveUpdate(profile, { home: '/farmer/dashboard', paths: screens.farmer });
  });

  test('leaves an open window of the old version its files until it accepts the update too', async ({
    browser,
  }) => {
    const { page, context } = await openProfile(browser);
    await page.goto('/market');
    await areCached(page, thisBuild, 'everyone');
    const other = await context.newPage();
    const lost = followLostFiles(other);
    await other.goto('/prices');
    await shows(link(other, 'Shopping Cart'));
    await other.evaluate(() => Object.assign(window, { isSamePage: true }));
    await other.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/keep-app-')),
    );
    await release(page);
    await acceptUpdate(page);
    await expect(notice(page)).toHaveCount(0);
    const versions = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('app-')));
    expect(await versions()).toHaveLength(2);
    // The server no longer has this screen's files.
    await link(other, 'Shopping Cart').click();
    await expect(other).toHaveURL('/cart');
    await shows(other.getByRole('heading', { level: 1 }));
    expect(await other.evaluate(() => 'isSamePage' in window)).toBe(true);
    expect(await versionOf(other)).toBe(await builtVersion(thisBuild));
    expect(lost).toEqual([]);
    await acceptUpdate(other);
    expect(await versionOf(other)).toBe(await builtVersion(newerBuild));
    await page.goto('/prices');
    await expect
      .poll(versions, { timeout: 30_000 })
      .toEqual([`app-${await builtVersion(newerBuild)}`]);
    await context.close();
  });
});
