import { expect, test } from '#tests/e2e/fixtures.ts';
import { FarmerDashboardPage } from '#tests/e2e/pages/farmer-dashboard-page.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';

test.beforeEach(async ({ page, accounts, dashboard }) => {
  const account = await accounts.farmer();
  await dashboard.keepSession('farmer', {
    ...account,
    token: await accounts.logIn(account, 'farmer'),
  });
  await new FarmerDashboardPage(page).open('profile');
});

test('a chosen picture becomes the avatar, survives a reload, and can be replaced', async ({
  page,
}) => {
  const chooser = page.getByLabel('Change profile photo');
  const avatar = page.locator('label', { has: chooser }).locator('img');
  await expect(avatar).toHaveCount(0);

  await chooser.setInputFiles({
    name: 'me.jpg',
    mimeType: 'image/jpeg',
    buffer: await makeJpeg({ seed: 3 }),
  });
  await expect(page.getByText('Your photo is saved.')).toBeVisible();
  await expect(avatar).toHaveAttribute('src', /^\/photos\//);
  await expect
    .poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const first = await avatar.getAttribute('src');

  await page.reload();
  await expect(avatar).toHaveAttribute('src', first ?? '');
  await chooser.setInputFiles({
    name: 'me.jpg',
    mimeType: 'image/jpeg',
    buffer: await makeJpeg({ seed: 4 }),
  });
  await expect(avatar).not.toHaveAttribute('src', first ?? '');
});

test('a file that is not a picture is refused with a message, and the initials stay', async ({
  page,
}) => {
  await page.getByLabel('Change profile photo').setInputFiles({
    name: 'me.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<script>alert(1)</script>'),
  });
  await expect(page.getByText('Photos must be JPEG, PNG or WebP pictures.')).toBeVisible();
  await expect(
    page.locator('label', { has: page.getByLabel('Change profile photo') }),
  ).toContainText('WN');
});

test('a photo that cannot be sent is reported', async ({ page }) => {
  await page.route('**/api/farmer/profile/photo', (route) => route.abort());
  await page
    .getByLabel('Change profile photo')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await makeJpeg() });
  await expect(page.getByText('Your photo could not be sent. Please try again.')).toBeVisible();
});
