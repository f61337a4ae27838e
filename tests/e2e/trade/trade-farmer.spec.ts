import { readFile } from 'node:fs/promises';
import { PHONE } from '#tests/e2e/farmer-fixtures.ts';
import { test as base, expect, link, shows } from '#tests/e2e/fixtures.ts';
import { FarmerDashboardPage } from '#tests/e2e/pages/farmer-dashboard-page.ts';
import { openShop, type Shop } from './shop.ts';

type Fixtures = { farm: FarmerDashboardPage; shop: Shop };
const test = base.extend<Fixtures>({
  farm: async ({ page }, use) => use(new FarmerDashboardPage(page)),
  shop: async ({ api, dashboard }, use) => {
    const account = await api.farmer();
    const token = await api.logIn(account, 'farmer');
    const buyer = await api.buyer();
    await dashboard.keepSession('farmer', { ...account, token });
    await use(await openShop(api, { token, buyer }));
  },
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('an order appears without a reload, is accepted, dispatched and completed with its code, and the farmer replies to its rating', {
    tag: '@journey',
  }, async ({ page, farm, shop, expectAccessible }) => {
    test.setTimeout(90_000);
    await farm.open('orders');
    await shows(page, 'No orders yet');
    const id = await shop.order();
    await expect(farm.row(`#${id}`)).toContainText('Pending');

    await farm.button(`Accept: Order #${id}`).click();
    await expect(farm.dialog).toContainText('Achieng Otieno orders =1+1 kale for KES 182');
    await expectAccessible();
    await farm.inDialog('Accept').click();
    await shows(page, `Order #${id} confirmed successfully!`);
    await expect(farm.row(`#${id}`)).toContainText('Confirmed');

    await farm.button(`Details: Order #${id}`).click();
    await expect(link(farm.dialog, /^Call/)).toHaveAttribute('href', 'tel:+254712345678');
    await expect(link(farm.dialog, /^WhatsApp/)).toHaveAttribute('href', /wa\.me\/254712345678/);
    await expect(farm.dialog).toContainText('Bisha hodi');
    await expectAccessible();
    await farm.inDialog('Ready to collect').click();
    await farm.dialog.last().getByRole('button', { name: 'Ready to collect' }).click();
    // The order has a code only from here on.
    await farm.inDialog('Enter handover code').click();
    const code = await shop.handoverCode(id);
    const field = page.getByLabel('Handover code');
    await expect(field).toBeFocused();
    await field.fill(String((Number(code) + 1) % 10_000).padStart(4, '0'));
    await farm.inDialog('Complete order').click();
    await shows(page, 'Wrong handover code. Tries left: 4.');
    await expectAccessible();
    await field.fill(code);
    await farm.inDialog('Complete order').click();
    await shows(farm.dialog, 'Completed', { exact: true });

    await shop.rate(id);
    await farm.inDialog('Answer').click();
    await page.getByLabel('Your answer').fill('Asante sana');
    await farm.inDialog('Publish answer').click();
    await shows(farm.dialog, 'Asante sana');
    await expectAccessible();

    await page.goto(`/market/${shop.productId}`);
    await shows(page.getByText('5.0 out of 5.0').last());
    await shows(page, 'Asante sana');
    await expectAccessible();
  });
});

/** Buttons of whose middle and edges something is outside of the window, covered or cut. */
const brokenButtons = (buttons: HTMLElement[]) =>
  buttons
    .filter((button) => {
      // Only down the page: what has to be scrolled to the side is not in sight.
      scrollBy(0, button.getBoundingClientRect().top - innerHeight / 2);
      const { left, right, top, bottom, width, height } = button.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const edges = [
        ...[[x, y] as const, [left + 2, y] as const, [right - 2, y] as const],
        ...[[x, top + 2] as const, [x, bottom - 2] as const],
      ];
      const isInSight = edges.every((edge) => button.contains(document.elementFromPoint(...edge)));
      return !isInSight || height < 44 || button.scrollWidth > button.clientWidth + 1;
    })
    .map(({ textContent, ariaLabel }) => ariaLabel ?? textContent);

for (const language of ['en', 'sw'] as const)
  test(`the buttons that the specification names are whole and in sight at every width (${language})`, async ({
    page,
    api,
    farm,
    shop,
    speak,
  }) => {
    test.slow();
    const [orderId] = [await shop.order(), await shop.order()];
    await api.step(shop.token, orderId, 'confirm', 'dispatch');
    await shop.dispute(orderId);
    const long = 'Mchicha na sukuma wiki mchanganyiko, umevunwa asubuhi Kinangop';
    const eggs = { name: long, category: 'Other', quantity: 1985, unit: 'crates', price: 147_500 };
    await api.call(shop.token, 'farmer.products.create', eggs);
    await speak(language);
    for (const [tab, count, names] of [
      ['orders', 3, /^(Accept|Reject|Logout|Kubali|Kataa|Toka)$/],
      ['inventory', 1, /(Logout|Toka)$/],
      ['products', 5, /^(Edit|Delete|Logout|Badilisha|Futa|Toka)$/],
    ] as const) {
      await farm.open(tab);
      for (const width of [360, 768, 1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const buttons = page.getByRole('button').filter({ hasText: names, visible: true });
        await expect(buttons, `${tab} at ${width}`).toHaveCount(count);
        await expect
          .poll(() => buttons.evaluateAll(brokenButtons), `${tab} at ${width}`)
          .toEqual([]);
      }
    }
  });

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('sales appear in the overview, and orders are exported as a file that a spreadsheet opens safely', async ({
    page,
    farm,
    shop,
  }) => {
    const id = await shop.order();
    await shop.complete(id);
    await shop.order();
    await farm.open();
    await shows(page.getByText('KES 182').first());
    await shows(link(page, new RegExp(`^#${id} `)));

    await farm.open('orders');
    const [file] = await Promise.all([page.waitForEvent('download'), farm.rare('Export')]);
    expect(file.suggestedFilename()).toMatch(/^sokoshamba-orders-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toMatch(/^\ufeffOrder,Date,Buyer,Phone,Product,Quantity/);
    expect(text).toContain("Achieng Otieno,0712 345 678,'=1+1 kale,4 kg,1,182,Completed");
    expect(text.split('\r\n')).toHaveLength(4);
  });
});
