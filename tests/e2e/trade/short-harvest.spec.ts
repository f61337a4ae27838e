import type { Locator } from 'playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { orderProducts } from '#tests/e2e/orders.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });

test('a farmer accepts a part of an order with three taps, and the buyer may cancel it', async ({
  page,
  request,
  accounts,
  dashboard,
  expectNoAxeViolations,
}) => {
  const { ids, token, farmer } = await offer(request, accounts, [
    { name: `${uniqueWord()} kale`, quantity: 400 },
  ]);
  const buyer = await accounts.buyer();
  const orderId = await orderProducts(request, buyer.token, { productIds: ids, quantity: 50 });

  await dashboard.keepSession('farmer', { ...farmer, token });
  await page.goto('/farmer/dashboard?tab=orders');
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  await tap(page.getByRole('button', { name: /^Accept: Order/ }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('How much do you have?')).toBeVisible();
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
  await expect(page.getByText('38 kg (ordered: 50 kg)')).toBeVisible();
  await expect(page.getByText('can cancel without cost until')).toBeVisible();
  await expectNoAxeViolations();
  await page.getByRole('button', { name: 'Cancel order' }).tap();
  await dialog.getByRole('button', { name: 'Cancel order' }).tap();
  await expect(page.getByText('Cancelled').first()).toBeVisible();
});
