import type { Page } from 'playwright/test';
import { beans, maize, PHONE, test } from '#tests/e2e/farmer-fixtures.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { addProduct } from '#tests/e2e/pages/farmer-dashboard-page.ts';
import { brokenWords } from '#tests/e2e/pages/whole-texts.ts';

const longNames = [
  'Tomatoes, Anna F1',
  'Layer eggs from free-range hens, large',
  'Sukuma wiki',
  'Hass avocado',
  'Carrots',
];

/** The top of the bar at the bottom of a phone's screen. */
const barTop = async (page: Page) =>
  (await page.locator('[data-farmer-bar]').boundingBox())?.y ?? 0;

const rowBoxes = (page: Page) =>
  page
    .getByRole('list', { name: /^Your products/ })
    .getByRole('listitem')
    .evaluateAll((rows) =>
      rows
        .map((row) => row.getBoundingClientRect())
        .map(({ height, bottom }) => ({ height, bottom })),
    );

/** The prices in the rows of a phone's list that are below the − button. */
const coveredPrices = (page: Page) =>
  page
    .getByRole('list', { name: /^Your products|^Bidhaa zako/ })
    .getByRole('listitem')
    .evaluateAll((rows) =>
      rows.flatMap((row) => {
        const price = [...row.querySelectorAll('span')].find(({ textContent }) =>
          textContent?.startsWith('KES'),
        );
        const button = row.querySelector('button:has(span)')?.getBoundingClientRect();
        const range = document.createRange();
        if (!price || !button) return [`no price or button: ${row.textContent}`];
        range.selectNodeContents(price);
        return range.getBoundingClientRect().right > button.left ? [price.textContent] : [];
      }),
    );

test.describe('on a phone', () => {
  test.use(PHONE);

  test('five products fit on the screen of products and of inventory, in rows of one height', async ({
    page,
    farm,
    token,
    request,
  }) => {
    for (const [index, name] of longNames.entries())
      await addProduct(request, token, { ...maize, name, quantity: index === 1 ? 1985 : index });
    for (const tab of ['products', 'inventory']) {
      await farm.open(tab);
      await expect(farm.row('Carrots')).toBeVisible();
      const boxes = await rowBoxes(page);
      expect(boxes).toHaveLength(5);
      expect(boxes.at(-1)?.bottom).toBeLessThanOrEqual(await barTop(page));
      // The first is sold out, the second is not: the badge makes no row higher.
      expect(new Set(boxes.map(({ height }) => Math.round(height))).size).toBe(1);
    }
    const before = await rowBoxes(page);
    await farm.button('One less: Hass avocado').click();
    await expect(farm.row('Hass avocado')).toContainText('2');
    expect(await rowBoxes(page)).toEqual(before);
  });

  test('a bulk update shows each product with picture, price and quantity in at most 80 px', async ({
    page,
    farm,
    token,
    request,
  }) => {
    for (const name of longNames) await addProduct(request, token, { ...maize, name });
    await farm.open('inventory');
    await farm.button('Bulk update').click();
    await expect(page.getByLabel('Quantity of Carrots in bags')).toBeVisible();
    for (const { height } of await rowBoxes(page)) expect(height).toBeLessThanOrEqual(80);
    const row = farm.row('Carrots');
    await expect(row).toContainText('KES 3,600.00');
    await expect(row.locator('img')).toBeVisible();
  });

  test('the first screen leads with the money of the week and what is to be done', async ({
    page,
    farm,
    token,
    request,
    expectNoAxeViolations,
    speak,
  }) => {
    await addProduct(request, token, beans);
    // A farm with an order and money; without orders the checklist comes first.
    // The overview may be anywhere in a batch of calls.
    await page.route(/\/trpc\/[^?]*farmer\.overview/, async (route) => {
      const answer = await route.fetch();
      const json = await answer.json();
      const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
      const { data } = [json].flat()[names.indexOf('farmer.overview')].result;
      Object.assign(data, {
        pendingOrders: 3,
        ordersToDispatch: 2,
        ordersToSend: 2,
        ordersOnTheWay: 4,
      });
      data.earnings.at(-1).amount = 12_450;
      await route.fulfill({ response: answer, json });
    });
    await farm.open();
    await expect(page.getByRole('heading', { name: 'Your money this week' })).toBeVisible();
    await expect(page.getByText('KES 12,450', { exact: true }).first()).toBeVisible();
    const low = page.getByRole('link', { name: '1 product is running out' });
    await expect(low).toBeVisible();
    // The figures of the specification stand below what is to be done, within 170 px.
    const figures = await page.getByText('Active Listings').locator('xpath=../../..').boundingBox();
    expect(figures?.height).toBeLessThanOrEqual(170);
    expect(figures?.y).toBeGreaterThan((await low.boundingBox())?.y ?? Number.POSITIVE_INFINITY);
    await expectNoAxeViolations();
    await page.getByRole('link', { name: 'Dispatch 2 orders' }).click();
    await expect(page).toHaveURL(/tab=orders&status=toSend/);
    const groups = page.getByRole('navigation', { name: 'Status' });
    await expect(groups.getByRole('link', { name: 'To send 2' })).toHaveAttribute(
      'data-chosen',
      '',
    );
    await expect(groups.getByRole('link', { name: 'All' })).not.toHaveAttribute('aria-current');
    await expect(groups.getByRole('link', { name: 'New 3' })).toBeVisible();
    // All groups are in one line of the screen, with the longer words of Swahili, too.
    for (const language of ['en', 'sw']) {
      await speak(language);
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const chips = page.locator('a.chip');
      await expect(chips).toHaveCount(5);
      const boxes = await Promise.all((await chips.all()).map((chip) => chip.boundingBox()));
      expect(new Set(boxes.map((box) => box?.y)).size, language).toBe(1);
      for (const box of boxes) expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

for (const language of ['en', 'sw'])
  for (const width of [320, 360, 1440])
    test(`nothing scrolls sideways and no word is broken in the farmer's tabs at ${width} px, in ${language}`, async ({
      page,
      farm,
      token,
      request,
      speak,
    }) => {
      await addProduct(request, token, {
        ...maize,
        name: 'Layer eggs from free-range hens, large',
        price: 123_456.5,
        quantity: 99_999,
      });
      await speak(language);
      await page.setViewportSize({ width, height: 800 });
      for (const tab of [undefined, 'products', 'inventory', 'orders', 'payments']) {
        await farm.open(tab);
        await page.waitForLoadState('load');
        if (tab === 'products' || tab === 'inventory')
          await expect(page.getByText('Layer eggs').first()).toBeVisible();
        const { scrollWidth, name } = await page.evaluate(() => ({
          scrollWidth: document.documentElement.scrollWidth,
          name: document.documentElement.lang,
        }));
        expect(name).toBe(language);
        expect(scrollWidth).toBeLessThanOrEqual(width);
        expect(await brokenWords(page), tab).toEqual([]);
        if (width === 320 && (tab === 'products' || tab === 'inventory'))
          expect(await coveredPrices(page), tab).toEqual([]);
      }
    });
