import type { Locator, Page } from 'playwright/test';
import { demoLogins } from '#demo/logins.ts';
import { DAY_SECONDS } from '#platform/rules/durations.ts';
import { test } from '#tests/e2e/account/demo-fixtures.ts';
import { approvePayment } from '#tests/e2e/demo-server.ts';
import { button, expect, shows } from '#tests/e2e/fixtures.ts';
import { DashboardPage } from '#tests/e2e/pages/dashboard-page.ts';

test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });

/** The next round of the clock begins half a minute after the last one. */
const ROUND = { timeout: 90_000 };

const comes = (page: Page, target: Locator) =>
  expect(async () => {
    await page.reload();
    await expect(target).toBeVisible({ timeout: 3000 });
  }).toPass(ROUND);

test('a school fills a lot from three farms, one by keypad, pays each, and a farm is paid out', async ({
  demo,
  browser,
  page,
  dashboard,
  api,
  request,
  expectNoAxeViolations,
}) => {
  test.setTimeout(500_000);
  const school = {
    ...{ email: demoLogins.buyer, password: demoLogins.password },
    ...{ firstName: 'Achieng', lastName: 'Otieno', token: '' },
  };
  school.token = await api.logIn(school, 'buyer', 1);
  await dashboard.keepSession('buyer', school);
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };

  await page.goto('/lots');
  await tap(button(page, 'Ask for a lot'));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Search for a crop').fill('kale');
  await tap(dialog.getByRole('button', { name: /kale|sukuma/i }).first());
  await dialog.getByLabel('Quantity').fill('60');
  await dialog.getByLabel('Price (KES)').fill('40');
  const place = dialog.getByRole('searchbox').last();
  await place.fill('Matuga');
  await place.press('Enter');
  await tap(dialog.getByRole('button', { name: /Matuga/ }).first());
  await expectNoAxeViolations();
  await tap(button(dialog, 'Send'));
  await expect(page).toHaveURL(/\/lots\/\d+$/);
  expect(taps).toBeLessThanOrEqual(6);
  await expectNoAxeViolations();
  const lotId = Number(page.url().split('/').pop());

  const kale = { name: 'Kale', category: 'Vegetables', crop: 'kale', unit: 'kg', quantity: 100 };
  const sell = async () => {
    const { farmer } = await api.offer([]);
    await api.call(farmer.token, 'farmer.products.create', { ...kale, price: 45 });
    return farmer;
  };
  const [byWeb, other] = [await sell(), await sell()];
  const phone = await browser.newContext({
    ...{ baseURL: demo.url, viewport: { width: 360, height: 800 }, hasTouch: true },
  });
  const farm = await phone.newPage();
  await new DashboardPage(farm).keepSession('farmer', byWeb);
  await farm.goto(`/lots/${lotId}`);
  await farm.getByLabel(/kg/).first().fill('20');
  await button(farm, 'Give this share').tap();
  await shows(farm, '20 kg given, 40 kg left');
  await api.call(other.token, 'farmer.lots.give', { lotId, quantity: 21 });
  const number = demoLogins.farmerPhone;
  await request.post('/demo/phone/sms', { form: { number, text: `FILL ${lotId} 19` } });
  await comes(page, button(page, 'Take 60 kg'));
  await expectNoAxeViolations();
  await button(page, 'Take 60 kg').tap();
  await button(page, 'Pay by M-Pesa').tap();
  const readLot = async () =>
    (await (await api.read(school.token, `buyer/lots/${lotId}`)).json()).lot;
  for (const left of [2, 1, 0]) {
    await expect(() => approvePayment(browser, demo)).toPass(ROUND);
    await expect.poll(async () => (await readLot()).unpaidOrders, ROUND).toBe(left);
  }

  const { shares } = await readLot();
  const { orderId } = shares.find(({ quantity }: { quantity: number }) => quantity === 19);
  // Hers is the only number that is verified, which a payout needs.
  const keypad = { ...school, email: demoLogins.farmer };
  const token = await api.logIn(keypad, 'farmer', 1);
  await api.step(token, orderId, 'dispatch');
  await page.reload();
  const code = await api.handoverCode(school.token, orderId);
  await shows(page, `Code ${code}`);
  await api.call(token, 'farmer.orders.complete', { orderId, handoverCode: code });
  await demo.moveOn(3 * DAY_SECONDS);
  const readOrder = async () =>
    (await (await api.read(token, `farmer/orders/${orderId}`)).json()).order;
  await expect.poll(async () => (await readOrder()).payout?.status, ROUND).toBe('paid');
  await phone.close();
});
