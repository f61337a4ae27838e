import jsQR from 'jsqr';
import type { Locator } from 'playwright/test';
import sharp from 'sharp';
import { beans, test } from '#tests/e2e/farmer-fixtures.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { addProduct } from '#tests/e2e/pages/farmer-dashboard-page.ts';

const texts = {
  en: {
    row: "Your farm's page",
    share: 'Share on WhatsApp',
    shared: 'See what is fresh:',
    feeds: 'For Google and WhatsApp catalogues',
    copied: 'The link is copied.',
    sign: 'Sign for the stall',
  },
  sw: {
    row: 'Ukurasa wa shamba lako',
    share: 'Tuma kwa WhatsApp',
    shared: 'Tazama mazao yake:',
    feeds: 'Kwa katalogi za Google na WhatsApp',
    copied: 'Kiungo kimenakiliwa.',
    sign: 'Bango la kibandani',
  },
};

for (const language of ['en', 'sw'] as const)
  test(`the farm's address is shared, copied, given to catalogues and printed with its code, in ${language}`, async ({
    page,
    request,
    context,
    token,
    dashboard,
    baseURL,
    expectNoAxeViolations,
    speak,
  }) => {
    const text = texts[language];
    await addProduct(request, token, beans);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await speak(language);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/farmer/dashboard?tab=settings');
    await dashboard.toggleRow(text.row);
    const row = dashboard.row(text.row).first();
    const address = await row.locator('code').first().textContent();
    expect(address).toMatch(new RegExp(`^${baseURL}/farm/\\d+$`));

    const share = await row.getByRole('link', { name: text.share }).getAttribute('href');
    const message = new URL(share ?? '').searchParams.get('text');
    expect(message).toContain(`${text.shared} ${address}`);

    await row.getByText(text.feeds).click();
    const feeds = row.locator('code').filter({ hasText: '/feeds/' });
    await expect(feeds).toHaveCount(2);
    for (const feed of await feeds.allInnerTexts()) {
      const answer = await request.get(feed);
      expect(answer.status()).toBe(200);
      expect(answer.headers()['content-type']).toMatch(/csv|xml/);
    }
    await row.getByRole('button', { name: 'Google' }).click();
    await expect(page.getByText(text.copied)).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await feeds.filter({ hasText: 'google' }).textContent(),
    );
    await expectNoAxeViolations();

    await row.getByRole('link', { name: text.sign }).click();
    await expect(page.getByRole('heading', { level: 1, name: text.sign })).toBeVisible();
    await expectNoAxeViolations();
    // The message about the copied link is below the code then.
    await page.setViewportSize({ width: 360, height: 1600 });
    const code = page.getByRole('region', { name: text.sign }).getByRole('img');
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
