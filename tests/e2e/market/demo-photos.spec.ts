import { startDemo } from '#tests/e2e/demo-server.ts';
import { expect, link, test } from '#tests/e2e/fixtures.ts';

/** The least that fills the gallery of a desktop. */
const LEAST_WIDTH_PIXELS = 680;

test('photos begin a product page at both widths, and leave a market page of 24 products at most 100 kB of HTML beside its styles', {
  tag: '@night',
}, async ({ page, request }) => {
  test.setTimeout(180_000);
  const demo = await startDemo();
  try {
    for (const viewport of [
      { width: 360, height: 800 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      await page.goto(`${demo.url}/market?search=tomatoes`, { waitUntil: 'networkidle' });
      const card = page.getByRole('listitem').filter({ hasText: 'tomatoes' }).first();
      await expect(card.locator('img').first()).toHaveAttribute('src', /^\/photos\//);
      await link(card, /tomatoes/i)
        .first()
        .click();
      const gallery = page.getByRole('region', { name: /^Photos of / });
      const large = gallery.getByRole('img').first();
      await expect(large).toHaveAttribute('src', /^\/photos\//);
      await expect
        .poll(() =>
          large.evaluate((img: HTMLImageElement) => (img.complete ? img.naturalWidth : 0)),
        )
        .toBeGreaterThan(0);
      const widest = await gallery
        .locator('source')
        .first()
        .evaluate((source: HTMLSourceElement) => Number(/ (\d+)w$/.exec(source.srcset)?.[1]));
      expect(widest).toBeGreaterThanOrEqual(LEAST_WIDTH_PIXELS);
      expect(await page.locator('main img[src^="/art/crops/"]').count()).toBe(0);
      const before = await large.getAttribute('src');
      await gallery.getByRole('button').nth(1).click();
      await expect(gallery.getByRole('img').first()).not.toHaveAttribute('src', before ?? '');
    }
    for (const language of ['en', 'sw']) {
      const answer = await request.get(`${demo.url}/market?language=${language}`);
      const html = (await answer.text()).replace(/<style>.*?<\/style>/gs, '');
      expect(html.match(/<source type="image\/webp"/g)).toHaveLength(24);
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(100_000);
    }
  } finally {
    await demo.stop();
  }
});
