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

test('the slideshow advances every 5 seconds, except under the pointer, with the keyboard in it, and when paused', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('img', { name: 'A farm in the highlands' })).toBeVisible();
  const leave = () => page.mouse.move(640, 790);
  await leave();
  await isShown(page, 1);
  await picture(page, 1).hover();
  await wait(page);
  await isShown(page, 1);
  await leave();

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
  await leave();
  await wait(page);
  await isShown(page, 2);

  // After a click on an arrow or a dot it goes on once the pointer has left.
  await page.getByRole('button', { name: 'Next picture' }).click();
  await isShown(page, 3);
  await leave();
  await wait(page);
  await isShown(page, 1);
  await picture(page, 3).click();
  await isShown(page, 3);
  await leave();
  await wait(page);
  await isShown(page, 1);
});

test('"On sale today" shows four products, which open, and only the links without the server or JavaScript', async ({
  browser,
  page,
  request,
  accounts,
}) => {
  const sectionOf = (of: Page) => of.getByRole('region', { name: 'On sale today' });
  const section = sectionOf(page);
  const names = ['beans', 'kale', 'maize', 'onions', 'plums'];
  await offer(
    request,
    accounts,
    names.map((name) => ({ name: `${uniqueWord()} ${name}` })),
  );
  await page.goto('/');
  await section.scrollIntoViewIfNeeded();
  const products = section.getByRole('listitem');
  await expect(products).toHaveCount(4);
  await expect(products.first()).toContainText('KES');
  await page.route('**/trpc/market.products*', (route) => route.abort());
  await page.reload();
  await expect(section.getByRole('link', { name: "See today's market" })).toBeVisible();
  await page.unroute('**/trpc/market.products*');
  await page.reload();
  await section.scrollIntoViewIfNeeded();
  await products.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/market\/\d+$/);

  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto('/');
  const title = await sectionOf(plain).getByRole('heading').boundingBox();
  const link = await sectionOf(plain).getByRole('link').first().boundingBox();
  expect((link?.y ?? 0) - (title?.y ?? 0)).toBeLessThan(120);
  await plain.close();
});

test("header and first picture link to the market, and the slideshow's controls never cover the farmer", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  for (const [area, name, link] of [
    ['navigation', 'Main', 'Market'],
    ['region', 'Pictures from the market', "See today's market"],
  ] as const) {
    await page.getByRole(area, { name }).getByRole('link', { name: link }).click();
    await expect(page).toHaveURL('/market');
    await page.goBack();
  }
  for (const width of [320, 360, 768, 1440]) {
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
  }
});
