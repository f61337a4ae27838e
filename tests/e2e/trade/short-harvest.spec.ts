import type { Locator } from 'playwright/test';
import { uniqueWord } from '#tests/e2e/api.ts';
import { button, expect, shows, test } from '#tests/e2e/fixtures.ts';

test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });

test('a farmer accepts a part of an order with three taps, and the buyer may cancel it', async ({
  page,
  api,
  dashboard,
  expectNoAxeViolations,
}) => {
  const { ids, farmer } = await api.offer([{ name: `${uniqueWord()} kale`, quantity: 400 }]);
  const buyer = await api.buyer();
  const orderId = await api.order(buyer.token, { productIds: ids, quantity: 50 });

  await dashboard.keepSession('farmer', farmer);
  await page.goto('/farmer/dashboard?tab=orders');
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  await tap(button(page, /^Accept: Order/));
  const dialog = page.getByRole('dialog');
  await shows(dialog, 'How much do you have?');
  const field = dialog.getByLabel(/kale \(kg\)/);
  await tap(field);
  await field.fill('38');
  await expect(
    dialog.getByRole('status').filter({ hasText: 'The order becomes KES' }),
  ).toBeVisible();
  await expectNoAxeViolations();
  await tap(dialog.getByRole('button', { name: 'Accept', exact: true }));
  await expect(dialog).toHaveCount(0);
  expect(taps).toBe(3);

  await dashboard.keepSession('buyer', buyer);
  await page.goto(`/orders/${orderId}`);
  await shows(page, '38 kg (ordered: 50 kg)');
  await shows(page, 'can cancel without cost until');
  await expectNoAxeViolations();
  await button(page, 'Cancel order').tap();
  await button(dialog, 'Cancel order').tap();
  await expect(page.getByText('Cancelled').first()).toBeVisible();
});
