import type { Page } from 'playwright/test';
import { SLIDE_INTERVAL_MILLISECONDS } from '#platform/rules/limits.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

test.use({
  contextOptions: { reducedMotion: 'no-preference' },
  viewport: { width: 1280, height: 800 },
});

const picture = (page: Page, number: number) =>
  page.getByRole('button', { name: `Picture ${number} of 3` });
const isShown = (page: Page, number: number) =>
  expect(picture(page, number)).toHaveAttribute('aria-current', 'true');
/** One interval, with a margin for a slow machine. */
const wait = (page: Page) => page.clock.runFor(SLIDE_INTERVAL_MILLISECONDS + 100);

test.describe("'a slideshow of 3 images advancing every 5 seconds, with previous and next arrows and dots'", () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    await expect(page.getByRole('img', { name: 'A farm in the highlands' })).toBeVisible();
    await page.mouse.move(640, 790);
    await isShown(page, 1);
  });

  test('resumes after a click on an arrow or a dot, once the pointer has left', async ({
    page,
  }) => {
    await wait(page);
    await isShown(page, 2);
    await page.getByRole('button', { name: 'Next picture' }).click();
    await isShown(page, 3);
    await page.mouse.move(640, 790);
    await wait(page);
    await isShown(page, 1);
    await picture(page, 3).click();
    await isShown(page, 3);
    await page.mouse.move(640, 790);
    await wait(page);
    await isShown(page, 1);
  });

  test('pauses under the pointer, while the keyboard is in it, and on request', async ({
    page,
  }) => {
    await picture(page, 1).hover();
    await wait(page);
    await isShown(page, 1);
    await page.mouse.move(640, 790);

    await page.getByRole('link', { name: 'Join as Farmer' }).first().focus();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Pause the slideshow' }).focus();
    await wait(page);
    await isShown(page, 1);

    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Play the slideshow' }).blur();
    await wait(page);
    await isShown(page, 1);
    await page.getByRole('button', { name: 'Play the slideshow' }).click();
    await page.mouse.move(640, 790);
    await wait(page);
    await isShown(page, 2);
  });
});

test.describe('on sale today', () => {
  const section = (page: Page) => page.getByRole('region', { name: 'On sale today' });

  test('shows four products, which open; without the server only the links', async ({
    page,
    request,
    accounts,
  }) => {
    const names = ['beans', 'kale', 'maize', 'onions', 'plums'];
    await offer(
      request,
      accounts,
      names.map((name) => ({ name: `${uniqueWord()} ${name}` })),
    );
    await page.goto('/');
    await section(page).scrollIntoViewIfNeeded();
    const products = section(page).getByRole('listitem');
    await expect(products).toHaveCount(4);
    await expect(products.first()).toContainText('KES');
    await page.route('**/trpc/market.products*', (route) => route.abort());
    await page.reload();
    await expect(section(page).getByRole('link', { name: "See today's market" })).toBeVisible();
    await page.unroute('**/trpc/market.products*');
    await page.reload();
    await section(page).scrollIntoViewIfNeeded();
    await products.first().getByRole('link').click();
    await expect(page).toHaveURL(/\/market\/\d+$/);
  });

  test('leaves no gap without JavaScript', async ({ browser }) => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto('/');
    const title = await section(page).getByRole('heading').boundingBox();
    const link = await section(page).getByRole('link').first().boundingBox();
    expect((link?.y ?? 0) - (title?.y ?? 0)).toBeLessThan(120);
    await page.close();
  });
});

for (const width of [320, 360, 768, 1440]) {
  test(`${width} px: the controls of the slideshow are not over the farmer in the first picture`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const [controls, picture] = [
      page.getByRole('button', { name: 'Next picture' }).locator('..'),
      page.getByRole('img', { name: 'A farm in the highlands' }),
    ];
    const farmer = await picture.evaluate((img: HTMLImageElement) => {
      const box = img.getBoundingClientRect();
      const scale = Math.max(box.width / img.naturalWidth, box.height / img.naturalHeight);
      const [x = 0, y = 0] = getComputedStyle(img)
        .objectPosition.split(' ')
        .map((part) => Number.parseFloat(part) / 100);
      // In the drawing's own pixels, from her hat to the maize.
      const drawn = { left: 1070, right: 1195, top: 582, bottom: 728 };
      const left = box.x + (box.width - img.naturalWidth * scale) * x;
      const top = box.y + (box.height - img.naturalHeight * scale) * y;
      return {
        left: left + drawn.left * scale,
        right: left + drawn.right * scale,
        top: top + drawn.top * scale,
        bottom: top + drawn.bottom * scale,
      };
    });
    const bar = await controls.boundingBox();
    expect(bar).not.toBeNull();
    const { x = 0, y = 0, width: wide = 0, height: high = 0 } = bar ?? {};
    const isOver =
      x < farmer.right && x + wide > farmer.left && y < farmer.bottom && y + high > farmer.top;
    expect(isOver, JSON.stringify({ bar, farmer })).toBe(false);
  });
}
