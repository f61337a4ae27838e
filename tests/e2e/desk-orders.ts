import type { APIRequestContext, Browser } from 'playwright/test';
import { createAccounts } from './accounts.ts';
import { call } from './call.ts';
import { approvePayment, createDemoMailbox } from './demo-server.ts';
import { expect } from './fixtures.ts';
import { orderProducts, stepOrder } from './orders.ts';
import { offer, uniqueWord } from './pages/market-page.ts';

type Demo = { request: APIRequestContext; browser: Browser; url: string };

/** An order of three kilograms at KES 80 that was paid by M-Pesa, with a problem reported. */
export async function makeDispute({ request, browser, url }: Demo): Promise<number> {
  const accounts = createAccounts(request, createDemoMailbox(request));
  const farm = await offer(request, accounts, [{ name: `${uniqueWord()} kale`, price: 80 }]);
  const buyer = await accounts.buyer();
  const orderId = await orderProducts(request, buyer.token, {
    productIds: farm.ids,
    quantity: 3,
    paymentMethod: 'M-Pesa',
  });
  await stepOrder(request, farm.token, { orderId, steps: ['confirm'] });
  const prompt = { orderId, phoneNumber: '0712345678' };
  await call(request, buyer.token, { path: 'buyer.orders.pay', input: prompt });
  await approvePayment(browser, { url });
  await expect
    .poll(() => paymentStatusOf(request, buyer.token, orderId), { timeout: 20_000 })
    .toBe('paid');
  await stepOrder(request, farm.token, { orderId, steps: ['dispatch'] });
  const input = { orderId, reason: 'Half of it was rotten.' };
  await call(request, buyer.token, { path: 'buyer.orders.dispute', input });
  return orderId;
}

async function paymentStatusOf(
  request: APIRequestContext,
  token: string,
  orderId: number,
): Promise<string> {
  const answer = await request.get('/trpc/buyer.orders.get', {
    headers: { authorization: `Bearer ${token}` },
    params: { input: JSON.stringify({ orderId }) },
  });
  return (await answer.json()).result.data.paymentStatus;
}

/** A conversation that its buyer has reported. */
export async function makeReport(request: APIRequestContext): Promise<void> {
  const accounts = createAccounts(request, createDemoMailbox(request));
  const farm = await offer(request, accounts, [{ name: `${uniqueWord()} beans`, price: 90 }]);
  const buyer = await accounts.buyer();
  const started = await call(request, buyer.token, {
    path: 'conversations.start',
    input: { productId: farm.ids[0], text: 'Is it fresh?' },
  });
  await call(request, buyer.token, {
    path: 'conversations.report',
    input: { conversationId: started.id, reason: 'Asks me to pay elsewhere' },
  });
}
