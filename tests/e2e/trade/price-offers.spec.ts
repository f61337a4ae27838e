import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MessagesPage } from '#tests/e2e/pages/messages-page.ts';
import { makeTalk, openBuyer, openFarmer } from '#tests/e2e/pages/talk.ts';

test('an agreed line can be dropped from a cart that also has the product at its usual price', async ({
  browser,
  baseURL,
  request,
  accounts,
}) => {
  const talk = await makeTalk({ request, accounts });
  const { id } = await call(request, talk.farmer.token, {
    path: 'offers.make',
    input: { conversationId: talk.conversationId, quantity: 10, price: 40 },
  });
  await call(request, talk.buyer.token, { path: 'offers.accept', input: { offerId: id } });
  await call(request, talk.buyer.token, {
    path: 'buyer.cart.add',
    input: { lines: [{ productId: talk.productId, quantity: 2 }] },
  });
  const phone = await openBuyer(browser, talk, baseURL);
  await phone.goto('/buyer-dashboard?tab=cart');
  const lines = phone.getByRole('main').getByRole('listitem').filter({ hasText: talk.name });
  await expect(lines).toHaveCount(2);
  await phone.getByRole('button', { name: 'More', exact: true }).click();
  await expect(phone.getByText('KES 150.00').first()).toBeVisible();
  await expect(phone.getByText('KES 400.00').first()).toBeVisible();
  await phone.getByRole('button', { name: 'Cancel this deal' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Cancel this deal' }).click();
  await expect(lines).toHaveCount(1);
  await phone.goto(`/messages/${talk.conversationId}`);
  await expect(new MessagesPage(phone).offers).toContainText('Not ordered, so it is back on sale');
  await expect(phone.getByText('You cancelled the deal')).toBeVisible();
});

test('an offer on a product renamed or deleted meanwhile says so and cannot be accepted; a counter-offer uses the new name', async ({
  browser,
  baseURL,
  request,
  accounts,
}) => {
  const talk = await makeTalk({ request, accounts });
  const { conversationId, productId, name } = talk;
  const asFarmer = (path: string, input: object) =>
    call(request, talk.farmer.token, { path, input });
  await asFarmer('offers.make', { conversationId, quantity: 10, price: 40 });
  const phone = await openBuyer(browser, talk, baseURL);
  const buyer = new MessagesPage(phone);
  const accept = buyer.offers.last().getByRole('button', { name: 'Accept KES 400.00' });
  const product = phone.waitForResponse(/market\.product\b/);
  await phone.goto(`/messages/${conversationId}`);
  await (await product).finished();
  await expect(accept).toBeVisible();

  // The page does not know yet that the farmer now sells something else.
  const renamed = { name: `${name} seeds`, category: 'Vegetables', unit: 'kg', price: 50 };
  await asFarmer('farmer.products.edit', { ...renamed, productId, quantity: 120 });
  await accept.click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(phone.getByText(`${name} has changed since this offer was made`)).toBeVisible();
  await expect(buyer.offers).toContainText(
    `It is now called “${name} seeds”, so this offer cannot be accepted.`,
  );
  await expect(accept).toHaveCount(0);
  await buyer.offers.getByRole('button', { name: 'Counter-offer' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Send offer' }).click();
  await expect(buyer.offers).toHaveCount(2);
  await expect(buyer.offers.last()).not.toContainText('now called');

  const desk = await openFarmer(browser, talk, baseURL);
  const answer = new MessagesPage(desk).offers.last();
  const acceptIt = answer.getByRole('button', { name: /^Accept KES/ });
  await desk.goto(`/messages/${conversationId}`);
  await expect(acceptIt).toBeVisible();
  await asFarmer('farmer.products.edit', { ...renamed, productId, quantity: 4 });
  await desk.reload();
  await expect(answer).toContainText('Only 4 kg left');
  await expect(acceptIt).toHaveCount(0);
  await expect(answer.getByRole('button', { name: 'Counter-offer' })).toBeVisible();
  await asFarmer('farmer.products.delete', { productId });
  await desk.reload();
  await expect(answer).toContainText('It is sold out or no longer on sale');
  await expect(acceptIt).toHaveCount(0);
  await expect(answer.getByRole('button', { name: 'Counter-offer' })).toHaveCount(0);
  await answer.getByRole('button', { name: 'Turn down' }).click();
  await expect(answer).toContainText('Turned down');
});
