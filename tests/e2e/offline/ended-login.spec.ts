import { expect, PendingPage, shows, test } from '#tests/e2e/fixtures.ts';
import { appIsKept } from './kept-app.ts';
import { keepSession, makeFarm, openInventory, PHONE } from './queue-fixtures.ts';

test.use({ viewport: PHONE, hasTouch: true, isMobile: true, serviceWorkers: 'allow' });

test('a login that ended with its tab leads to its own login, which counts what is pending', async ({
  page,
  context,
  api,
}) => {
  const farmer = await makeFarm(api, 1);
  await keepSession(page, farmer, 81);
  // As without "Remember me".
  await page.evaluate(() => {
    for (const [key, value] of Object.entries({ ...localStorage }))
      sessionStorage.setItem(key, value);
    localStorage.clear();
    localStorage.setItem('tabLogin', 'farmer');
  });
  const farm = await openInventory(page, farmer);
  await appIsKept(page);
  await context.setOffline(true);
  await farm.button(`One more: ${farmer.names[0]}`).click();
  await expect(new PendingPage(page).bar).toContainText('1 waiting');
  const { firstName } = farmer.account;
  const notice = `To be sent when ${firstName} logs in: 1`;
  // Another tab has no such session, as after the phone has closed the browser.
  const later = await context.newPage();
  await page.close();
  for (const path of ['/start', '/waiting']) {
    await later.goto(path);
    await expect(later).toHaveURL(/\/loginF/);
    await shows(later, notice);
  }
  await context.setOffline(false);
  // The page loads anew by itself, and the worker may hear later of the connection.
  await expect(async () => {
    await later.goto('/waiting');
    await shows(later.getByRole('button', { name: 'Login', exact: true }));
    await expect(later).toHaveURL(/\/loginF/);
    await shows(later, notice);
  }).toPass({ timeout: 30_000 });
});
