import type { Locator, Page } from 'playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';

const PHONE = { width: 360, height: 800 };
/** A screen and a half. */
const SHORT = 1.5 * PHONE.height;

const screens = [
  { role: 'buyer', path: '/buyer-dashboard?tab=profile', rows: 11, links: 1 },
  { role: 'farmer', path: '/farmer/dashboard?tab=profile', rows: 6, links: 0 },
  { role: 'farmer', path: '/farmer/dashboard?tab=settings', rows: 7, links: 1 },
] as const;

const rowsOf = (page: Page) => page.getByRole('main').locator('section details > summary.flex');

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('not shown');
  return { ...box, bottom: box.y + box.height };
};

for (const language of ['en', 'sw'])
  for (const { role, path, rows: count, links } of screens)
    test(`${path} in ${language} is a short list of rows that open, at 320, 360 and 1440 px`, async ({
      page,
      accounts,
      dashboard,
      expectNoAxeViolations,
      speak,
    }) => {
      const account = role === 'farmer' ? await accounts.farmer() : await accounts.buyer();
      const token = role === 'farmer' ? await accounts.logIn(account, role) : account.token;
      await dashboard.keepSession(role, { ...account, token });
      await speak(language);
      await page.setViewportSize(PHONE);
      await page.goto(path);
      const rows = rowsOf(page);
      await expect(rows).toHaveCount(count);
      const leading = page.getByRole('main').locator('section > div > a');
      await expect(leading).toHaveCount(links);
      for (const row of [...(await rows.all()), ...(await leading.all())]) {
        const { height } = await boxOf(row);
        expect(height).toBeGreaterThanOrEqual(56);
        // Two lines of title and value at most, in this machine's wide font.
        expect(height).toBeLessThanOrEqual(84);
      }
      const last = path.endsWith('settings')
        ? page.getByRole('button', { name: /Delete my account|Futa akaunti yangu/ })
        : page.getByRole('main').getByRole('button', { name: /Logout|Toka/ });
      expect((await boxOf(last)).bottom).toBeLessThanOrEqual(SHORT);
      await expectNoAxeViolations();
      for (const [index, row] of (await rows.all()).entries()) {
        await row.click();
        // Its content moves the rows below, which the next click has to hit.
        await expect(page.locator('section details[open]')).toHaveCount(index + 1);
      }
      // So high that the fixed bar covers no part.
      await page.setViewportSize({ ...PHONE, height: 4500 });
      await expectNoAxeViolations();
      for (const width of [320, 360, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    });

test('a row opens and closes with the keyboard, its content is reached only when it is open, and nothing loads before', async ({
  page,
  accounts,
  dashboard,
}) => {
  const account = await accounts.farmer();
  const token = await accounts.logIn(account, 'farmer');
  await dashboard.keepSession('farmer', { ...account, token });
  await page.goto('/farmer/dashboard?tab=settings');
  const language = dashboard.row('Language');
  await language.locator('summary').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Notifications' }).last()).toBeFocused();
  await language.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Kiswahili' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'English' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio', { name: 'Kiswahili' })).toBeHidden();

  await page.goto('/farmer/dashboard?tab=profile');
  const place = dashboard.row('Place and delivery area');
  await expect(place).toBeVisible();
  await expect(page.getByRole('application', { includeHidden: true })).toHaveCount(0);
  await dashboard.toggleRow('Place and delivery area');
  await expect(place.getByRole('application')).toBeVisible();
});

test('what is typed in a row stays when the phone is turned, on another tab and after a reload, until it is saved or cancelled', async ({
  page,
  accounts,
  dashboard,
}) => {
  await page.setViewportSize(PHONE);
  await dashboard.keepSession('buyer', await accounts.buyer());
  await page.goto('/buyer-dashboard?tab=profile');
  await dashboard.toggleRow('Shop name');
  const shop = page.getByRole('textbox', { name: 'Shop name' });
  await shop.fill('Duka la Kona');
  await dashboard.toggleRow('Delivery address');
  const city = page.getByRole('textbox', { name: 'Town or city' });
  await city.fill('Nyeri');
  const isKept = async () => {
    await expect(shop).toHaveValue('Duka la Kona');
    await expect(city).toHaveValue('Nyeri');
    await expect(shop).toBeVisible();
    await expect(city).toBeVisible();
  };
  await page.setViewportSize({ width: 800, height: 360 });
  await expect(page.getByRole('tab', { name: 'Profile' })).toBeVisible();
  await isKept();
  await page.setViewportSize(PHONE);
  await dashboard.bar.getByText('My Orders').click();
  await expect(page).toHaveURL('/buyer-dashboard?tab=orders');
  await page.goBack();
  await isKept();
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await isKept();

  const formOf = (field: Locator) => page.locator('form').filter({ has: field });
  await formOf(shop).getByRole('button', { name: 'Save changes' }).click();
  await expect(formOf(shop).getByRole('button', { name: 'Cancel' })).toBeHidden();
  await formOf(city).getByRole('button', { name: 'Cancel' }).click();
  await expect(city).toHaveValue('');
  await page.reload();
  await expect(dashboard.row('Shop name')).toContainText('Duka la Kona');
  await expect(shop).toBeHidden();
  await expect(city).toBeHidden();
});

test('a link to a part of the profile opens its row, also after a login', async ({
  page,
  accounts,
  mailbox,
  codeScreen,
  farmerLogin,
  dashboard,
}) => {
  await page.setViewportSize(PHONE);
  const account = await accounts.farmer();
  const change = page.getByRole('button', { name: 'Change phone number' });
  await page.goto('/farmer/dashboard?tab=profile#phone');
  await expect(page).toHaveURL('/loginF?redirect=%2Ffarmer%2Fdashboard%3Ftab%3Dprofile%23phone');
  await farmerLogin.logIn(account);
  await codeScreen.type(await mailbox.code(account.email, 2));
  await expect(page).toHaveURL('/farmer/dashboard?tab=profile#phone');
  await expect(change).toBeInViewport();
  await expect(dashboard.row('Your phone number').locator('summary')).toBeFocused();
  await page.goto('/farmer/dashboard?tab=profile');
  await expect(dashboard.row('Your phone number')).toBeVisible();
  await expect(change).toBeHidden();

  await page.goto('/farmer/dashboard?tab=profile&edit=farm');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(dashboard.row('Delivery')).toContainText('Minimum order for delivery');

  await page.goto('/farmer/dashboard?tab=settings');
  await page.getByRole('main').getByRole('link', { name: 'Notifications' }).click();
  await expect(page).toHaveURL('/notifications#settings');
  await expect(page.getByRole('heading', { name: 'How we tell you' })).toBeInViewport();
});
