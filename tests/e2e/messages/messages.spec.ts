import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MessagesPage } from '#tests/e2e/pages/messages-page.ts';
import { makePair, makeTalk, openBuyer, openFarmer } from '#tests/e2e/pages/talk.ts';

test('a buyer asks about a product, both sides agree on a price, and the buyer orders at that price', async ({
  browser,
  baseURL,
  request,
  accounts,
}) => {
  const talk = await makePair({ request, accounts });
  const phone = await openBuyer(browser, talk, baseURL);
  const buyer = new MessagesPage(phone);
  await phone.goto(`/market/${talk.productId}`);
  await phone.getByRole('link', { name: 'Ask the farmer' }).click();
  await expect(buyer.field).toBeFocused();
  await buyer.write('Is it still good?');
  await expect(phone).toHaveURL(/\/messages\/\d+$/);
  await expect(buyer.bubble('Is it still good?').getByText('Sent', { exact: true })).toBeAttached();
  await expect(buyer.field).toBeFocused();

  const desk = await openFarmer(browser, talk, baseURL);
  const seller = new MessagesPage(desk);
  await desk.goto('/notifications');
  await desk.getByRole('link', { name: 'Messages' }).first().click();
  await expect(desk).toHaveTitle('Messages · SokoShamba');
  await desk.getByRole('main').getByRole('link', { name: 'Achieng Otieno' }).click();
  await expect(seller.bubble('Is it still good?')).toBeVisible();
  await expect(buyer.bubble('Is it still good?').getByText('Read')).toBeAttached();
  await seller.field.fill('Picked this morning.');
  await seller.field.press('Enter');
  await expect(buyer.bubble('Picked this morning.')).toBeVisible();

  await buyer.offer({ quantity: '10', price: '45' });
  await seller.offers.getByRole('button', { name: 'Counter-offer' }).click();
  await desk.getByRole('dialog').getByLabel('Price (KES').fill('48');
  await expect(desk.getByRole('dialog')).toContainText('KES 480.00 in all');
  await desk.getByRole('dialog').getByRole('button', { name: 'Send offer' }).click();
  await expect(buyer.offers.first()).toContainText('Answered with another offer');
  await buyer.offers.last().getByRole('button', { name: 'Accept KES 480.00' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(seller.offers.last()).toContainText('Agreed. Held for Achieng Otieno until');
  await expect(desk.getByText('Achieng Otieno accepted the offer')).toBeVisible();

  await buyer.offers.last().getByRole('link', { name: 'Go to cart' }).click();
  await expect(phone.getByText('Agreed price')).toBeVisible();
  await expect(phone.getByRole('textbox', { name: /Quantity of/ })).toHaveCount(0);
  await phone.getByRole('link', { name: 'Go to checkout' }).click();
  await phone.getByRole('radio', { name: /^Collect/ }).check();
  await phone.getByRole('radio', { name: 'Cash on collection' }).check();
  await phone.getByRole('button', { name: /^Place order/ }).click();
  await expect(phone).toHaveURL(/\/orders\/\d+$/);
  await expect(phone.getByText('KES 480.00').first()).toBeVisible();
  await expect(seller.offers.last()).toContainText('Ordered at this price');
});

test('blocking stops messages both ways and can be undone, and a report is sent', async ({
  browser,
  baseURL,
  request,
  accounts,
}) => {
  const talk = await makeTalk({ request, accounts }, 'Pay me outside the app, to 0712 345 678');
  const desk = await openFarmer(browser, talk, baseURL);
  await desk.goto(`/messages/${talk.conversationId}`);
  await expect(desk.getByText('Take care: pay only through your order')).toBeVisible();
  await call(request, talk.buyer.token, {
    path: 'conversations.block',
    input: { conversationId: talk.conversationId },
  });
  await desk.reload();
  await expect(desk.getByText('Nothing more can be sent in this conversation.')).toBeVisible();

  const phone = await openBuyer(browser, talk, baseURL);
  await phone.goto(`/messages/${talk.conversationId}`);
  await expect(phone.getByText('You have blocked')).toBeVisible();
  await phone.getByRole('button', { name: 'Unblock' }).click();
  await expect(new MessagesPage(phone).field).toBeVisible();
  await phone.getByText('Block or report').or(phone.getByLabel('Block or report')).first().click();
  await phone.getByRole('button', { name: 'Report' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Send report' }).click();
  await expect(phone.getByRole('dialog')).toContainText('reason');
  await phone.getByLabel('What is wrong?').fill('He wants to be paid outside');
  await phone.getByRole('dialog').getByRole('button', { name: 'Send report' }).click();
  await expect(phone.getByText('Thank you. We will look at it.')).toBeVisible();
});

test('earlier messages load above without moving the view, and a new message is offered by a button', async ({
  browser,
  baseURL,
  request,
  accounts,
}) => {
  const talk = await makeTalk({ request, accounts }, 'Message 1');
  const say = (token: string, text: string) =>
    call(request, token, {
      path: 'conversations.send',
      input: { conversationId: talk.conversationId, text },
    });
  for (let number = 2; number <= 54; number++)
    await say(number % 2 ? talk.buyer.token : talk.farmer.token, `Message ${number}`);
  const phone = await openBuyer(browser, talk, baseURL);
  const buyer = new MessagesPage(phone);
  await phone.goto(`/messages/${talk.conversationId}`);
  await expect(buyer.bubble('Message 54')).toBeInViewport();
  await phone.getByRole('button', { name: 'Earlier messages' }).scrollIntoViewIfNeeded();
  await expect(buyer.bubble('Message 5').first()).toBeInViewport();
  await phone.getByRole('button', { name: 'Earlier messages' }).click();
  await expect(buyer.bubble('Message 1').first()).toBeAttached();
  await expect(buyer.bubble('Message 5').first()).toBeInViewport();
  await say(talk.farmer.token, 'The very last');
  await phone.getByRole('button', { name: 'New messages' }).click();
  await expect(buyer.bubble('The very last')).toBeInViewport();
  await expect(phone.getByRole('button', { name: 'New messages' })).toHaveCount(0);
});
