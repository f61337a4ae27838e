import jsQR from 'jsqr';
import type { Locator } from 'playwright/test';
import sharp from 'sharp';
import { beans, test } from '#tests/e2e/farmer-fixtures.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { addProduct } from '#tests/e2e/pages/farmer-dashboard-page.ts';

test("the farm's address is shared, copied, given to catalogues and printed with its code", async ({
  page,
  request,
  context,
  token,
  dashboard,
  baseURL,
}) => {
  await addProduct(request, token, beans);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/farmer/dashboard?tab=settings');
  await dashboard.toggleRow("Your farm's page");
  const row = dashboard.row("Your farm's page").first();
  const address = await row.locator('code').first().textContent();
  expect(address).toMatch(new RegExp(`^${baseURL}/farm/\\d+$`));

  const share = await row.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href');
  const message = new URL(share ?? '').searchParams.get('text');
  expect(message).toContain(`See what is fresh: ${address}`);

  await row.getByText('For Google and WhatsApp catalogues').click();
  const feeds = row.locator('code').filter({ hasText: '/feeds/' });
  await expect(feeds).toHaveCount(2);
  await row.getByRole('button', { name: 'Google' }).click();
  await expect(page.getByText('The link is copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await feeds.filter({ hasText: 'google' }).textContent(),
  );

  await row.getByRole('link', { name: 'Sign for the stall' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign for the stall' })).toBeVisible();
  // The message about the copied link is below the code then.
  await page.setViewportSize({ width: 360, height: 1600 });
  const code = page.getByRole('region', { name: 'Sign for the stall' }).getByRole('img');
  expect(await scan(code)).toBe(address);
  for (const paper of ['A4', 'A5']) {
    await page.getByLabel(paper).check();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g), `one page of ${paper}`).toHaveLength(1);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  expect(await scan(code)).toBe(address);
});

/** Reads the QR code on the screen, as a scanner does. */
async function scan(code: Locator): Promise<string | undefined> {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}
