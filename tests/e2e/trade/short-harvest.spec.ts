import type { Locator } from 'playwright/test';
import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });

const words = {
  en: {
    accept: /^Accept: Order/,
    orders: 'How much do you have?',
    field: /kale \(kg\)/,
    total: 'The order becomes KES',
    confirm: 'Accept',
    ordered: '38 kg (ordered: 50 kg)',
    less: 'can cancel without cost until',
    cancel: 'Cancel order',
    cancelled: 'Cancelled',
  },
  sw: {
    accept: /^Kubali: Oda/,
    orders: 'Una kiasi gani?',
    field: /kale\) \(kilo\)/,
    total: 'Oda itakuwa KES',
    confirm: 'Kubali',
    ordered: 'kilo 38 (iliagizwa: kilo 50)',
    less: 'unaweza kughairi bila gharama hadi',
    cancel: 'Ghairi oda',
    cancelled: 'Imeghairiwa',
  },
} as const;

for (const language of ['en', 'sw'] as const) {
  test(`a farmer accepts a part with three taps, and the buyer may cancel (${language})`, async ({
    page,
    request,
    accounts,
    dashboard,
    expectNoAxeViolations,
  }) => {
    const say = words[language];
    const { ids, token, farmer } = await offer(request, accounts, [
      { name: `${uniqueWord()} kale`, quantity: 400 },
    ]);
    const buyer = await accounts.buyer();
    const lines = [{ productId: ids[0], quantity: 50 }];
    await call(request, buyer.token, { path: 'buyer.cart.add', input: { lines } });
    const placed = { fulfilment: 'collection', paymentMethod: 'Cash on delivery' };
    const input = { idempotencyKey: uniqueWord(), order: placed };
    const { orders } = await call(request, buyer.token, { path: 'buyer.orders.place', input });
    const orderId = orders[0].id;

    await dashboard.keepSession('farmer', { ...farmer, token });
    await page.goto('/farmer/dashboard?tab=orders');
    if (language === 'sw') await speakSwahili();
    let taps = 0;
    const tap = async (target: Locator) => {
      taps += 1;
      await target.tap();
    };
    await tap(page.getByRole('button', { name: say.accept }));
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(say.orders)).toBeVisible();
    const field = dialog.getByLabel(say.field);
    await tap(field);
    await field.fill('38');
    await expect(dialog.getByRole('status').filter({ hasText: say.total })).toBeVisible();
    await expectNoAxeViolations();
    await page.screenshot({ path: `test-results/short-harvest-farmer-${language}.png` });
    await tap(dialog.getByRole('button', { name: say.confirm, exact: true }));
    await expect(dialog).toHaveCount(0);
    expect(taps).toBe(3);

    await dashboard.keepSession('buyer', buyer);
    await page.goto(`/orders/${orderId}`);
    await expect(page.getByText(say.ordered)).toBeVisible();
    await expect(page.getByText(say.less)).toBeVisible();
    await expectNoAxeViolations();
    await page.screenshot({
      path: `test-results/short-harvest-buyer-${language}.png`,
      fullPage: true,
    });
    await page.getByRole('button', { name: say.cancel }).tap();
    await page.getByRole('dialog').getByRole('button', { name: say.cancel }).tap();
    await expect(page.getByText(say.cancelled).first()).toBeVisible();

    async function speakSwahili() {
      await page
        .context()
        .addCookies([{ name: 'language', value: 'sw', url: new URL('/', page.url()).href }]);
      await page.reload();
    }
  });
}
