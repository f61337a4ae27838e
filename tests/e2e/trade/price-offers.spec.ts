import { button, expect, inDialog, shows, test } from '#tests/e2e/fixtures.ts';
import { MessagesPage } from '#tests/e2e/pages/messages-page.ts';
import { makeTalk, openBuyer } from '#tests/e2e/pages/talk.ts';

test('an offer on a product renamed meanwhile says so and cannot be accepted; a counter-offer uses the new name', async ({
  browser,
  baseURL,
  api,
}) => {
  const talk = await makeTalk(api);
  const { conversationId, productId, name } = talk;
  const asFarmer = (path: string, input: object) => api.call(talk.farmer.token, path, input);
  await asFarmer('offers.make', { conversationId, quantity: 10, price: 40 });
  const phone = await openBuyer(browser, talk, baseURL);
  const buyer = new MessagesPage(phone);
  const accept = buyer.offers.last().getByRole('button', { name: 'Accept KES 400.00' });
  const product = phone.waitForResponse(/market\.product\b/);
  await phone.goto(`/messages/${conversationId}`);
  await (await product).finished();
  await expect(accept).toBeVisible();

  const renamed = { name: `${name} seeds`, category: 'Vegetables', unit: 'kg', price: 50 };
  await asFarmer('farmer.products.edit', { ...renamed, productId, quantity: 120 });
  await accept.click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click();
  await shows(phone, `${name} has changed since this offer was made`);
  await expect(buyer.offers).toContainText(
    `It is now called “${name} seeds”, so this offer cannot be accepted.`,
  );
  await expect(accept).toHaveCount(0);
  await button(buyer.offers, 'Counter-offer').click();
  await inDialog(phone, 'Send offer').click();
  await expect(buyer.offers).toHaveCount(2);
  await expect(buyer.offers.last()).not.toContainText('now called');
});
