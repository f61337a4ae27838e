import { expect, test } from '#tests/e2e/fixtures.ts';
import { handoverCodeOf, orderProducts, stepOrder } from '#tests/e2e/orders.ts';
import { FarmerDashboardPage } from '#tests/e2e/pages/farmer-dashboard-page.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });

test('goods are weighed down and up at the handover, each with its own code', async ({
  page,
  request,
  accounts,
  dashboard,
  expectNoAxeViolations,
}) => {
  const { ids, token, farmer } = await offer(request, accounts, [
    { name: `${uniqueWord()} kale`, quantity: 400, price: 50 },
  ]);
  const buyer = await accounts.buyer();
  const orderId = await orderProducts(request, buyer.token, { productIds: ids, quantity: 40 });
  await stepOrder(request, token, { orderId, steps: ['confirm', 'dispatch'] });
  const farm = new FarmerDashboardPage(page);
  const openAsBuyer = async () => {
    await dashboard.keepSession('buyer', buyer);
    await page.goto(`/orders/${orderId}`);
  };
  const weigh = async (weight: string, total: string) => {
    await dashboard.keepSession('farmer', { ...farmer, token });
    await farm.open('orders');
    await farm.button(`Enter weight: Order #${orderId}`).tap();
    const asked = farm.dialog.last();
    await asked.getByLabel(/\(kg\)/).fill(weight);
    await expect(asked.getByText(total)).toBeVisible();
    await expectNoAxeViolations();
    const save = asked.getByRole('button', { name: 'Save weight' });
    await save.tap();
    await expect(save).toHaveCount(0);
    await farm.open('orders');
  };

  await weigh('38', 'New total: KES 1,900');
  const earlier = await handoverCodeOf(request, buyer.token, orderId);
  await openAsBuyer();
  await expect(page.getByText('40 kg (weighed: 38 kg)')).toBeVisible();
  await expect(page.getByText('You pay KES 1,900.00.')).toBeVisible();
  await expectNoAxeViolations();

  await weigh('41', 'New total: KES 2,050');
  await farm.button(/^Enter their 4-digit code: Order/).tap();
  const dialog = farm.dialog.last();
  const code = dialog.getByLabel('Handover code');
  const complete = dialog.getByRole('button', { name: 'Complete order' });
  await code.fill(earlier);
  await complete.tap();
  await expect(
    dialog.getByText('The weight was changed since. Ask the buyer for the new code.'),
  ).toBeVisible();
  await code.fill(await handoverCodeOf(request, buyer.token, orderId));
  await complete.tap();
  await expect(dialog).toHaveCount(0);

  await openAsBuyer();
  await expect(page.getByText('41 kg (ordered: 40 kg)')).toBeVisible();
  await expect(page.getByText('2,050.00').first()).toBeVisible();
});
