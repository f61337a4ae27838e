import { readFile } from 'node:fs/promises';
import { expect, link, PendingPage, press, shows } from '#tests/e2e/fixtures.ts';
import {
  firstPage,
  keepSession,
  kill,
  makeFarm,
  openInventory,
  openPhone,
  PHONE,
  quantitiesOf,
  recordCalls,
  STOCK,
  test,
} from './queue-fixtures.ts';

test('ten quantities and two handovers made offline survive a killed browser, and arrive exactly once', async ({
  baseURL,
  folder,
  api,
}) => {
  test.setTimeout(150_000);
  const farmer = await makeFarm(api, 10);
  const buyer = await api.buyer();
  const orders: { id: number; code: string }[] = [];
  for (const productId of farmer.ids.slice(0, 2)) {
    const id = await api.order(buyer.token, { productIds: [productId] });
    await api.step(farmer.token, id, 'confirm', 'dispatch');
    orders.push({ id, code: await api.handoverCode(buyer.token, id) });
  }
  const before = await quantitiesOf(api, farmer.token);
  const first = await openPhone(baseURL, folder);
  const page = await firstPage(first);
  await keepSession(page, farmer);
  // Loads the dialog's code while online.
  const farm = await openInventory(page, farmer, 'orders');
  await farm.button(`Enter their 4-digit code: Order #${orders[0]?.id}`).click();
  await farm.inDialog('Cancel').click();
  await link(page, 'Inventory').first().click();
  await shows(farm.row(farmer.names[9] ?? ''));
  await first.setOffline(true);
  for (const name of farmer.names) await farm.button(`One more: ${name}`).click();
  await shows(link(page, /10 waiting to be sent/));
  await link(page, 'Orders').first().click();
  for (const { id, code } of orders) {
    await farm.button(`Enter their 4-digit code: Order #${id}`).click();
    await page.getByLabel('Handover code').fill(code);
    await farm.inDialog('Complete order').click();
    await expect(farm.row(`#${id}`)).toContainText('Waiting to be sent');
  }
  await shows(link(page, /12 waiting to be sent/));
  await kill(folder);
  expect(await quantitiesOf(api, farmer.token)).toEqual(before);

  const second = await openPhone(baseURL, folder);
  const again = await firstPage(second);
  const counts = recordCalls(again, 'farmer.products.setQuantity');
  const handovers = recordCalls(again, 'farmer.orders.complete');
  await again.goto('/waiting');
  await expect(new PendingPage(again).empty).toBeVisible({ timeout: 30_000 });
  expect(await quantitiesOf(api, farmer.token)).toEqual(
    new Map([...before].map(([id, quantity]) => [id, quantity + 1])),
  );
  expect([counts.length, handovers.length]).toEqual([10, 2]);
  await second.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('of two tabs only one sends, and what both pressed offline is sent as one', async ({
    page,
    context,
    api,
  }) => {
    const farmer = await makeFarm(api, 3);
    await keepSession(page, farmer);
    const other = await context.newPage();
    const farm = await openInventory(page, farmer);
    const same = await openInventory(other, farmer);
    const calls = [recordCalls(page, 'setQuantity'), recordCalls(other, 'setQuantity')];
    const [first, ...others] = farmer.names as [string, string, string];
    await context.setOffline(true);
    for (const name of [first, first, ...others]) await farm.button(`One more: ${name}`).click();
    await expect(new PendingPage(other).bar).toContainText('3 waiting');
    await expect(same.quantity(first)).toHaveValue(String(STOCK + 2));
    await same.button(`One more: ${first}`).click();
    await expect(farm.quantity(first)).toHaveValue(String(STOCK + 3));
    await context.setOffline(false);
    await expect(new PendingPage(page).bar).toBeHidden({ timeout: 20_000 });
    await expect(new PendingPage(other).bar).toBeHidden();
    const stored = async () => {
      const quantities = await quantitiesOf(api, farmer.token);
      return farmer.ids.map((id) => quantities.get(id));
    };
    await expect.poll(stored).toEqual([STOCK + 3, STOCK + 1, STOCK + 1]);
    expect(calls.flat()).toHaveLength(3);
  });

  test('a quantity that changed meanwhile asks which one is right; a deleted product and a cancelled order are reported', async ({
    page,
    context,
    api,
    expectAccessible,
  }) => {
    const farmer = await makeFarm(api, 4);
    const buyer = await api.buyer();
    const [mine, theirs, gone, ordered] = farmer.ids as [number, number, number, number];
    const orderId = await api.order(buyer.token, { productIds: [ordered] });
    await keepSession(page, farmer);
    const farm = await openInventory(page, farmer, 'orders');
    await farm.button(`Accept: Order #${orderId}`).click();
    await farm.inDialog('Cancel').click();
    await context.setOffline(true);
    await farm.button(`Accept: Order #${orderId}`).click();
    await farm.inDialog('Accept').click();
    await expect(farm.row(`#${orderId}`)).toContainText('Waiting to be sent');
    await expect(farm.button(`Reject: Order #${orderId}`)).toHaveCount(0);
    await page.route('**/trpc/farmer.{products.setQuantity,orders.confirm}*', (route) =>
      route.abort(),
    );
    await context.setOffline(false);
    await link(page, 'Inventory').first().click();
    await shows(farm.row(farmer.names[0] ?? ''));
    for (const name of farmer.names.slice(0, 3)) await farm.button(`One more: ${name}`).click();
    await expect(new PendingPage(page).bar).toContainText('4 waiting');
    for (const productId of [mine, theirs]) {
      await api.call(farmer.token, 'farmer.products.setQuantity', { productId, quantity: 50 });
    }
    await api.call(farmer.token, 'farmer.products.delete', { productId: gone });
    await api.call(buyer.token, 'buyer.orders.cancel', { orderId });

    const waiting = new PendingPage(page);
    await waiting.openByBar();
    const download = page.waitForEvent('download');
    await press(page, 'Save as a file');
    const { entries } = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    expect(entries).toHaveLength(4);
    await page.unroute('**/trpc/farmer.{products.setQuantity,orders.confirm}*');
    await press(page, 'Send now');
    const [first, second, third] = farmer.names as [string, string, string];
    await expect(waiting.row(first)).toContainText(`Yours: ${STOCK + 1}`);
    await expect(waiting.row(first)).toContainText('Now: 50');
    await expect(waiting.row(third)).toContainText('This product was deleted. Delete this too.');
    await expect(waiting.row(`#${orderId}`)).toContainText('This order has changed.');
    await expectAccessible();
    await waiting.button(first, 'Use mine').click();
    await waiting.button(second, 'Keep theirs').click();
    await waiting.button(third, /^Delete/).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(waiting.rows).toHaveCount(1);
    const quantities = await quantitiesOf(api, farmer.token);
    expect([quantities.get(mine), quantities.get(theirs)]).toEqual([STOCK + 1, 50]);
  });
});
