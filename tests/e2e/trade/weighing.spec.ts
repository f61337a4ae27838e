import { uniqueWord } from '#tests/e2e/api.ts';
import { button, expect, shows, test } from '#tests/e2e/fixtures.ts';
import { FarmerDashboardPage } from '#tests/e2e/pages/farmer-dashboard-page.ts';

test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });

test('goods are weighed down and up at the handover, each with its own code', async ({
  page,
  api,
  dashboard,
  expectNoAxeViolations,
}) => {
  const { ids, token, farmer } = await api.offer([
    { name: `${uniqueWord()} kale`, quantity: 400, price: 50 },
  ]);
  const buyer = await api.buyer();
  const orderId = await api.order(buyer.token, { productIds: ids, quantity: 40 });
  await api.step(token, orderId, 'confirm', 'dispatch');
  const farm = new FarmerDashboardPage(page);
  const openAsBuyer = async () => {
    await dashboard.keepSession('buyer', buyer);
    await page.goto(`/orders/${orderId}`);
  };
  const weigh = async (weight: string, total: string) => {
    await dashboard.keepSession('farmer', farmer);
    await farm.open('orders');
    await farm.button(`Enter weight: Order #${orderId}`).tap();
    const asked = farm.dialog.last();
    await asked.getByLabel(/\(kg\)/).fill(weight);
    await shows(asked, total);
    await expectNoAxeViolations();
    const save = button(asked, 'Save weight');
    await save.tap();
    await expect(save).toHaveCount(0);
    await farm.open('orders');
  };

  await weigh('38', 'New total: KES 1,900');
  const earlier = await api.handoverCode(buyer.token, orderId);
  await openAsBuyer();
  await shows(page, '40 kg (weighed: 38 kg)');
  await shows(page, 'You pay KES 1,900.00.');
  await expectNoAxeViolations();

  await weigh('41', 'New total: KES 2,050');
  await farm.button(/^Enter their 4-digit code: Order/).tap();
  const dialog = farm.dialog.last();
  const code = dialog.getByLabel('Handover code');
  const complete = button(dialog, 'Complete order');
  await code.fill(earlier);
  await complete.tap();
  await shows(dialog, 'The weight was changed since. Ask the buyer for the new code.');
  await code.fill(await api.handoverCode(buyer.token, orderId));
  await complete.tap();
  await expect(dialog).toHaveCount(0);

  await openAsBuyer();
  await shows(page, '41 kg (ordered: 40 kg)');
  await expect(page.getByText('2,050.00').first()).toBeVisible();
});
