import type { Locator } from 'playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';

const PHONE = { width: 360, height: 800 };
/** A screen and a half. */
const SHORT = 1.5 * PHONE.height;

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('not shown');
  return { ...box, bottom: box.y + box.height };
};

for (const [role, screens] of [
  ['buyer', [{ path: '/buyer-dashboard?tab=profile', count: 11, links: 1, last: /Logout|Toka/ }]],
  [
    'farmer',
    [
      { path: '/farmer/dashboard?tab=profile', count: 6, links: 0, last: /Logout|Toka/ },
      {
        path: '/farmer/dashboard?tab=settings',
        ...{ count: 7, links: 1, last: /Delete my account|Futa akaunti yangu/ },
      },
    ],
  ],
] as const)
  test(`a ${role}'s profile is a short list of rows on a phone, in English and in Swahili`, async ({
    page,
    accounts,
    dashboard,
    speak,
  }) => {
    const account = await accounts[role]();
    const token = account.token || (await accounts.logIn(account, role));
    await dashboard.keepSession(role, { ...account, token });
    await page.setViewportSize(PHONE);
    const main = page.getByRole('main');
    for (const language of ['en', 'sw'])
      for (const { path, count, links, last } of screens) {
        await speak(language);
        await page.goto(path);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        const rows = main.locator('section details > summary.flex');
        await expect(rows).toHaveCount(count);
        const leading = main.locator('section > div > a');
        await expect(leading).toHaveCount(links);
        for (const row of [...(await rows.all()), ...(await leading.all())]) {
          const { height } = await boxOf(row);
          expect(height).toBeGreaterThanOrEqual(56);
          // Two lines of title and value at most, in this machine's wide font.
          expect(height).toBeLessThanOrEqual(84);
        }
        const { bottom } = await boxOf(main.getByRole('button', { name: last }));
        expect(bottom).toBeLessThanOrEqual(SHORT);
      }
  });

test('a row opens and closes with the keyboard, and its content is neither reached nor loaded before', async ({
  page,
  farmer: _,
  dashboard,
}) => {
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

test('a row keeps what is typed when the phone is turned, on another tab and after a reload', async ({
  page,
  buyer: _,
  dashboard,
}) => {
  await page.setViewportSize(PHONE);
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
