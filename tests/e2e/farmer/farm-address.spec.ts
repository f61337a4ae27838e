import jsQR from 'jsqr';
import sharp from 'sharp';
import { beans, test } from '#tests/e2e/farmer-fixtures.ts';
import { expect, heading, type Locator, link, press, shows } from '#tests/e2e/fixtures.ts';

test("the farm's address is shared, copied, given to catalogues and printed with its code", async ({
  page,
  api,
  context,
  token,
  dashboard,
  baseURL,
}) => {
  await api.call(token, 'farmer.products.create', beans);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/farmer/dashboard?tab=settings');
  await dashboard.toggleRow("Your farm's page");
  const row = dashboard.row("Your farm's page").first();
  const address = await row.locator('code').first().textContent();
  expect(address).toMatch(new RegExp(`^${baseURL}/farm/\\d+$`));

  const share = await link(row, 'Share on WhatsApp').getAttribute('href');
  const message = new URL(share ?? '').searchParams.get('text');
  expect(message).toContain(`See what is fresh: ${address}`);

  await row.getByText('For Google and WhatsApp catalogues').click();
  const feeds = row.locator('code').filter({ hasText: '/feeds/' });
  await expect(feeds).toHaveCount(2);
  await press(row, 'Google');
  await shows(page, 'The link is copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await feeds.filter({ hasText: 'google' }).textContent(),
  );

  await link(row, 'Sign for the stall').click();
  await shows(heading(page, 'Sign for the stall', 1));
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

async function scan(code: Locator): Promise<string | undefined> {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}
