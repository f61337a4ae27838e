import type { Page } from 'playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { appIsKept } from './kept-app.ts';
import { startReleasedFront } from './released-front.ts';

test.use({ serviceWorkers: 'allow' });

const notice = (page: Page) => page.getByText('A new version of SokoShamba is ready.');
/** Whether the code that offers new versions has loaded. */
const followsVersions = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/keep-app-'));
const askForUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });

test('a new version is offered, except over a half-filled form, and is loaded on a press', async ({
  page,
  baseURL,
}) => {
  const front = await startReleasedFront(baseURL ?? '');
  try {
    await page.goto(`${front.url}/signup`);
    await appIsKept(page);
    const version = await page.locator('html').getAttribute('data-version');
    await page.getByLabel('First name').fill('Wanjiku');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    front.release();
    await askForUpdate(page);
    const isWaiting = () =>
      page.evaluate(async () =>
        Boolean((await navigator.serviceWorker.getRegistration())?.waiting),
      );
    await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true);
    await expect(notice(page)).toHaveCount(0);
    await page.getByLabel('First name').fill('');
    await expect(notice(page)).toBeVisible();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.locator('html')).not.toHaveAttribute('data-version', version ?? '');
    await expect(page.getByLabel('First name')).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
  } finally {
    await front.stop();
  }
});

test('only the tab that accepts an update changes; the other one goes on, and is offered it too', async ({
  page,
  context,
  baseURL,
}) => {
  const front = await startReleasedFront(baseURL ?? '');
  try {
    await page.goto(`${front.url}/market`);
    await appIsKept(page);
    const other = await context.newPage();
    await other.goto(`${front.url}/prices`);
    const version = (await other.locator('html').getAttribute('data-version')) ?? '';
    await other.evaluate(() => Object.assign(window, { isSamePage: true }));
    await expect.poll(() => other.evaluate(followsVersions)).toBe(true);
    front.release();
    await askForUpdate(page);
    await expect(notice(page)).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.locator('html')).not.toHaveAttribute('data-version', version);
    // Its files are still there.
    await other.getByRole('link', { name: 'Shopping Cart' }).click();
    await expect(other).toHaveURL(/\/cart$/);
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await other.evaluate(() => 'isSamePage' in window)).toBe(true);
    await expect(other.locator('html')).toHaveAttribute('data-version', version);
    await other.getByRole('button', { name: 'Reload' }).click();
    await expect(other.locator('html')).not.toHaveAttribute('data-version', version);
  } finally {
    await front.stop();
  }
});

test.describe('a page older than the server', () => {
  test.use({ serviceWorkers: 'block' });

  const outdated = 'There is a new version of SokoShamba. Please reload the page to go on.';

  /**
   * Answers the login call like another server, of this version or a newer one, with or without a
   * procedure of this name.
   */
  async function answerAs(
    page: Page,
    { isNewer, procedure }: { isNewer: boolean; procedure?: string },
  ) {
    await page.unroute(/\/trpc\//).catch(() => {});
    await page.route(/\/trpc\//, async (route) => {
      const url = route.request().url();
      const response = await route.fetch({
        url: procedure ? url.replace(/\/trpc\/[\w.]+/, `/trpc/${procedure}`) : url,
      });
      const headers = {
        ...response.headers(),
        ...(isNewer && { 'x-app-version': 'ffffffffffff' }),
      };
      await route.fulfill({ response, headers });
    });
  }

  test('gets one message when refused for being outdated, and typed text survives the reload', async ({
    page,
    buyerSignup,
  }) => {
    await answerAs(page, { isNewer: true, procedure: 'auth.longGone' });
    await buyerSignup.open();
    await buyerSignup.signUp('achieng@x.ke');
    await expect(page.getByText(outdated).first()).toBeVisible();
    await expect(buyerSignup.firstName).toHaveValue('Achieng');
    await page.reload();
    await expect(buyerSignup.firstName).toHaveValue('Achieng');
  });

  test('keeps the messages of other refusals, and of all refusals from a server of the same version', async ({
    page,
    buyerLogin,
  }) => {
    await answerAs(page, { isNewer: true });
    await buyerLogin.open();
    await buyerLogin.logIn({ email: 'nobody@x.ke', password: 'Wrong-password-1' });
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(page.getByText(outdated)).toHaveCount(0);
    await answerAs(page, { isNewer: false, procedure: 'auth.longGone' });
    await page.reload();
    await buyerLogin.logIn({ email: 'nobody@x.ke', password: 'Wrong-password-1' });
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(page.getByText(outdated)).toHaveCount(0);
  });
});
