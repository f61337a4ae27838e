import { expect, test } from '#tests/e2e/fixtures.ts';
import { FarmerDashboardPage } from '#tests/e2e/pages/farmer-dashboard-page.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';

test('a chosen picture becomes the avatar, and one that is no picture or cannot be sent is reported', async ({
  page,
  farmer: _,
}) => {
  await new FarmerDashboardPage(page).open('profile');
  const chooser = page.getByLabel('Change profile photo');
  const avatar = page.locator('label', { has: chooser }).locator('img');
  const choose = (buffer: Buffer) =>
    chooser.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });

  await choose(Buffer.from('<script>alert(1)</script>'));
  await expect(page.getByText('Photos must be JPEG, PNG or WebP pictures.')).toBeVisible();
  await page.route('**/api/farmer/profile/photo', (route) => route.abort());
  await choose(await makeJpeg());
  await expect(page.getByText('Your photo could not be sent. Please try again.')).toBeVisible();
  await expect(page.locator('label', { has: chooser })).toContainText('WN');
  await expect(avatar).toHaveCount(0);
  await page.unroute('**/api/farmer/profile/photo');

  await choose(await makeJpeg({ seed: 3 }));
  await expect(page.getByText('Your photo is saved.')).toBeVisible();
  await expect(avatar).toHaveAttribute('src', /^\/photos\//);
  await expect
    .poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const first = (await avatar.getAttribute('src')) ?? '';
  await page.reload();
  await expect(avatar).toHaveAttribute('src', first);
  await choose(await makeJpeg({ seed: 4 }));
  await expect(avatar).not.toHaveAttribute('src', first);
});
