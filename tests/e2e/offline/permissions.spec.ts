import { PHONE } from '#tests/e2e/farmer-fixtures.ts';
import { button, expect, press, shows, test } from '#tests/e2e/fixtures.ts';
import { MessagesPage } from '#tests/e2e/pages/messages-page.ts';
import config from '#tests/e2e/playwright.config.ts';
import { fillProduct, listProducts, makeFarmer, openProducts } from './offline-farmer.ts';
import { keepSession } from './queue-fixtures.ts';

// A fake microphone, which the browser asks about as for a real one.
test.use({
  ...PHONE,
  launchOptions: {
    ...config.use?.launchOptions,
    args: [...(config.use?.launchOptions?.args ?? []), '--use-fake-device-for-media-stream'],
  },
});

test('a revoked location permission is explained and does not prevent listing', async ({
  page,
  context,
  api,
}) => {
  const farmer = await makeFarmer(api);
  await keepSession(page, farmer);
  await context.grantPermissions(['geolocation']);
  const farm = await openProducts(page);
  await context.clearPermissions();
  await fillProduct(page, farm, { name: 'Sukuma wiki', photos: 1 });
  const tick = farm.dialog.getByRole('checkbox', { name: /I took them on my farm/ });
  await tick.click();
  const sentence = 'Location permission was denied. No “Photographed on the farm” badge.';
  await expect(farm.dialog.getByRole('alert')).toContainText(`${sentence} Allow location`);
  await expect(tick).not.toBeChecked();
  await tick.click();
  await farm.inDialog('Add product').click();
  await expect(page.getByText('Product added successfully!')).toBeVisible({ timeout: 20_000 });
  expect(await listProducts(api, farmer.token)).toHaveLength(1);
});

test('a revoked microphone permission keeps what was recorded so far', async ({
  page,
  context,
  api,
  buyer,
}) => {
  const { ids } = await api.offer();
  const input = { productId: Number(ids[0]), text: 'Is it still good?' };
  const { id } = await api.call(buyer.token, 'conversations.start', input);
  await context.grantPermissions(['microphone']);
  await page.goto(`/messages/${id}`);
  await shows(new MessagesPage(page).field);
  await press(page, 'Record a voice note');
  await expect(page.getByRole('timer')).toContainText('0:01');
  await context.clearPermissions();
  await expect(page.getByRole('alert')).toHaveText(
    'The microphone was switched off. You can send what was recorded.',
  );
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await shows(button(page, /^Play the voice note/));
});
