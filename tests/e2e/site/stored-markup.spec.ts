import type { Page } from 'playwright/test';
import { expect, press, shows, test } from '#tests/e2e/fixtures.ts';

const MARKUP = `"'></title></textarea><img src=x onerror=ran()><script>ran()</script>`;

type Ran = { scripts: number; refusals: string[] };

async function watch(page: Page) {
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`);
  });
  await page.addInitScript(() => {
    const ran: Ran = { scripts: 0, refusals: [] };
    Object.assign(window, {
      seen: ran,
      ran: () => {
        ran.scripts++;
      },
    });
    addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      ran.refusals.push(violatedDirective),
    );
  });
}

async function expectPlain(page: Page) {
  await shows(page.getByText(MARKUP).filter({ visible: true }).first());
  await expectUnharmed(page);
}

async function expectUnharmed(page: Page) {
  expect(await page.evaluate(() => (window as unknown as { seen: Ran }).seen)).toEqual({
    scripts: 0,
    refusals: [],
  });
  await expect(page.locator('img[src="x"], img[onerror]')).toHaveCount(0);
}

const farm = {
  firstName: 'Wanjiru',
  lastName: "Ng'ang'a",
  farmName: MARKUP,
  farmType: 'Vegetables (Tomatoes, Onions, Cabbages)',
  farmSize: 'Small Scale (Less than 2.5 acres)',
  county: 'Nairobi',
  subcounty: MARKUP,
  addressDescription: MARKUP,
  geofenceRadius: 500,
  deliveryFee: 0,
  minimumOrder: 0,
};
const product = { name: MARKUP, category: 'Vegetables', quantity: 120, unit: 'kg', price: 85 };

test.beforeEach(({ page }) => watch(page));

test("C23: markup in a farm and its product is shown as text to buyers, in the shared link, and on every tab of the farmer's dashboard", async ({
  page,
  api,
  dashboard,
}) => {
  const { token, ids, farmer } = await api.offer([{ name: MARKUP }]);
  await api.call(token, 'farmer.editFarm', farm);
  await api.call(token, 'farmer.products.edit', {
    ...product,
    productId: ids[0],
    description: MARKUP,
  });
  const heading = page.getByRole('heading', { level: 1, name: MARKUP });
  await page.goto(`/market?search=${encodeURIComponent(MARKUP)}`);
  await expectPlain(page);
  await page.getByRole('article').getByRole('link').first().click();
  await shows(heading);
  await expectPlain(page);
  await page.getByRole('main').getByRole('link', { name: MARKUP }).first().click();
  await shows(heading);
  await expectPlain(page);
  await page.reload();
  await shows(heading);
  await expectPlain(page);
  // On a direct visit the server writes name and county into the head, where unescaped markup would
  // end the title.
  await page.goto(`/market/${ids[0]}`);
  await shows(heading);
  await expectPlain(page);
  expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toContain(MARKUP);
  await expect(page.locator('head img, head script:not([src], [type$="json"])')).toHaveCount(0);
  await expect(page.locator('script[type="application/json"]')).toHaveCount(1);

  await dashboard.keepSession('farmer', farmer);
  const tabs = ['overview', 'products', 'inventory', 'orders', 'payments', 'profile', 'settings'];
  for (const tab of tabs) {
    await page.goto(`/farmer/dashboard?tab=${tab}`);
    await shows(page.getByRole('main').getByRole('heading', { level: 1 }));
    await expectPlain(page);
  }
  await page.goto(`/farmer/dashboard?tab=products&search=${encodeURIComponent(MARKUP)}`);
  await press(page, `Delete ${MARKUP}`);
  await expect(page.getByRole('dialog')).toContainText(MARKUP);
  await expectPlain(page);
});
