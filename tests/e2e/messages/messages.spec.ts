import { button, expect, inDialog, link, press, shows, test } from '#tests/e2e/fixtures.ts';
import { MessagesPage } from '#tests/e2e/pages/messages-page.ts';
import { makePair, makeTalk, openBuyer, openFarmer } from '#tests/e2e/pages/talk.ts';

test('a buyer asks about a product, both sides agree on a price, and the buyer orders at that price', async ({
  browser,
  baseURL,
  api,
}) => {
  const talk = await makePair(api);
  const phone = await openBuyer(browser, talk, baseURL);
  const buyer = new MessagesPage(phone);
  await phone.goto(`/market/${talk.productId}`);
  await link(phone, 'Ask the farmer').click();
  await expect(buyer.field).toBeFocused();
  await buyer.write('Is it still good?');
  await expect(phone).toHaveURL(/\/messages\/\d+$/);
  await expect(buyer.bubble('Is it still good?').getByText('Sent', { exact: true })).toBeAttached();
  await expect(buyer.field).toBeFocused();

  const desk = await openFarmer(browser, talk, baseURL);
  const seller = new MessagesPage(desk);
  await desk.goto('/notifications');
  await link(desk, 'Messages').first().click();
  await expect(desk).toHaveTitle('Messages · SokoShamba');
  await desk.getByRole('main').getByRole('link', { name: 'Achieng Otieno' }).click();
  await shows(seller.bubble('Is it still good?'));
  await expect(buyer.bubble('Is it still good?').getByText('Read')).toBeAttached();
  await seller.field.fill('Picked this morning.');
  await seller.field.press('Enter');
  await shows(buyer.bubble('Picked this morning.'));

  await buyer.offer({ quantity: '10', price: '45' });
  await press(seller.offers, 'Counter-offer');
  await desk.getByRole('dialog').getByLabel('Price (KES').fill('48');
  await expect(desk.getByRole('dialog')).toContainText('KES 480 in all');
  await inDialog(desk, 'Send offer').click();
  await expect(buyer.offers.first()).toContainText('Countered');
  await buyer.offers.last().getByRole('button', { name: 'Accept KES 480' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(seller.offers.last()).toContainText('Agreed. Held for Achieng Otieno until');
  await shows(desk, 'Achieng Otieno accepted the offer');

  await buyer.offers.last().getByRole('link', { name: 'Go to cart' }).click();
  await shows(phone, 'Agreed price');
  await expect(phone.getByRole('textbox', { name: /Quantity of/ })).toHaveCount(0);
  await link(phone, 'Go to checkout').click();
  await phone.getByRole('radio', { name: /^Collect/ }).check();
  await phone.getByRole('radio', { name: 'Cash on collection' }).check();
  await press(phone, /^Place order/);
  await expect(phone).toHaveURL(/\/orders\/\d+$/);
  await shows(phone.getByText('KES 480').first());
  await expect(seller.offers.last()).toContainText('Ordered at this price');
});

test('blocking stops messages both ways and can be undone, and a report is sent', async ({
  browser,
  baseURL,
  api,
}) => {
  const talk = await makeTalk(api, 'Pay me outside the app, to 0712 345 678');
  const desk = await openFarmer(browser, talk, baseURL);
  await desk.goto(`/messages/${talk.conversationId}`);
  await shows(desk, 'Pay only through your SokoShamba order.');
  await api.call(talk.buyer.token, 'conversations.block', { conversationId: talk.conversationId });
  await desk.reload();
  await shows(desk, 'This conversation is blocked.');

  const phone = await openBuyer(browser, talk, baseURL);
  await phone.goto(`/messages/${talk.conversationId}`);
  await shows(phone, 'You have blocked');
  await press(phone, 'Unblock');
  await shows(new MessagesPage(phone).field);
  await phone.getByText('Block or report').or(phone.getByLabel('Block or report')).first().click();
  await press(phone, 'Report');
  await inDialog(phone, 'Send report').click();
  await expect(phone.getByRole('dialog')).toContainText('reason');
  await phone.getByLabel('What is wrong?').fill('He wants to be paid outside');
  await inDialog(phone, 'Send report').click();
  await shows(phone, 'Thank you.');
});

test('earlier messages load above without moving the view, and a new message is offered by a button', async ({
  browser,
  baseURL,
  api,
}) => {
  const talk = await makeTalk(api, 'Message 1');
  const say = (token: string, text: string) =>
    api.call(token, 'conversations.send', { conversationId: talk.conversationId, text });
  for (let number = 2; number <= 54; number++)
    await say(number % 2 ? talk.buyer.token : talk.farmer.token, `Message ${number}`);
  const phone = await openBuyer(browser, talk, baseURL);
  const buyer = new MessagesPage(phone);
  await phone.goto(`/messages/${talk.conversationId}`);
  await expect(buyer.bubble('Message 54')).toBeInViewport();
  await button(phone, 'Earlier messages').scrollIntoViewIfNeeded();
  await expect(buyer.bubble('Message 5').first()).toBeInViewport();
  await press(phone, 'Earlier messages');
  await expect(buyer.bubble('Message 1').first()).toBeAttached();
  await expect(buyer.bubble('Message 5').first()).toBeInViewport();
  await say(talk.farmer.token, 'The very last');
  await press(phone, 'New messages');
  await expect(buyer.bubble('The very last')).toBeInViewport();
  await expect(button(phone, 'New messages')).toHaveCount(0);
});
