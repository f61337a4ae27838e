import { beans, maize, PHONE, test } from '#tests/e2e/farmer-fixtures.ts';
import { expect, heading, link, type Page, shows } from '#tests/e2e/fixtures.ts';

const longNames = [
  'Tomatoes, Anna F1',
  'Layer eggs from free-range hens, large',
  'Sukuma wiki',
  'Hass avocado',
  'Carrots',
];

const barTop = async (page: Page) =>
  (await page.locator('[data-bottom-bar]').boundingBox())?.y ?? 0;

const rowBoxes = (page: Page) =>
  page
    .getByRole('list', { name: /^Your products/ })
    .getByRole('listitem')
    .evaluateAll((rows) =>
      rows
        .map((row) => row.getBoundingClientRect())
        .map(({ height, bottom }) => ({ height, bottom })),
    );

test.describe('on a phone', () => {
  test.use(PHONE);

  test('five products fit on a screen, in rows of one height in which one press changes the stock', async ({
    page,
    farm,
    token,
    api,
    expectAccessible,
  }) => {
    const quantities = [0, 1985, 2, 3, 120];
    for (const [index, name] of longNames.entries())
      await api.call(token, 'farmer.products.create', {
        ...maize,
        name,
        quantity: quantities[index] ?? 0,
      });
    for (const tab of ['products', 'inventory']) {
      await farm.open(tab);
      await shows(farm.row('Carrots'));
      const boxes = await rowBoxes(page);
      expect(boxes).toHaveLength(5);
      expect(boxes.at(-1)?.bottom).toBeLessThanOrEqual(await barTop(page));
      expect(new Set(boxes.map(({ height }) => Math.round(height))).size).toBe(1);
    }
    const before = await rowBoxes(page);
    expect(before[0]?.height).toBeLessThanOrEqual(80);
    await farm.button('One less: Hass avocado').click();
    await expect(farm.quantity('Hass avocado')).toHaveValue('2');
    expect(await rowBoxes(page)).toEqual(before);

    const row = farm.row('Carrots');
    await farm.toggleRow('Carrots');
    await expectAccessible();

    await expect(row).toContainText('KES 3,600');
    await shows(row.locator('img'));
  });

  test('the first screen leads with the money of the week and what is to be done, and the bar to every tab', async ({
    page,
    farm,
    token,
    api,
    speak,
  }) => {
    await api.call(token, 'farmer.products.create', beans);
    // A farm with an order and money. The overview may be anywhere in a batch of calls.
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
        ...{ disputesToAnswer: 1, offersToAnswer: 2, expiredProducts: 3 },
      });
      data.earnings.at(-1).amount = 12_450;
      await route.fulfill({ response: answer, json });
    });
    await farm.open();
    await shows(heading(page, 'Your money this week'));
    await shows(page.getByText('KES 12,450', { exact: true }).first());
    for (const [name, address] of [
      ['Problems to answer: 1', '/farmer/dashboard?tab=orders&status=onTheWay'],
      ['Price offers to answer: 2', '/messages'],
      [/^Expired products: 3/, '/farmer/dashboard?tab=products'],
    ] as const)
      await expect(link(page, name)).toHaveAttribute('href', address);
    for (const tab of ['Products', 'Inventory', 'Orders']) {
      // Beside the name of Orders is how many are new.
      const bar = page.locator('[data-bottom-bar]');
      await link(bar, new RegExp(`^${tab}\\b`)).click();
      await expect(heading(page, tab, 1)).toBeFocused();
    }
    await page.locator('summary', { hasText: 'More' }).click();
    await link(page, 'Payments').click();
    await expect(page).toHaveURL(/tab=payments/);
    await shows(page, 'No payments yet');

    await farm.open();
    await link(page, 'Orders to send: 2').click();
    await expect(page).toHaveURL(/tab=orders&status=toSend/);
    const groups = page.getByRole('navigation', { name: 'Status' });
    await expect(link(groups, 'To send 2')).toHaveAttribute('data-chosen', '');
    await shows(link(groups, 'New 3'));
    // All groups are in one line of the screen, with the longer words of Swahili.
    await speak('sw');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
    const chips = page.locator('a.chip');
    await expect(chips).toHaveCount(5);
    const boxes = await Promise.all((await chips.all()).map((chip) => chip.boundingBox()));
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    for (const box of boxes) expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
