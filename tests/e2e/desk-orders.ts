import type { APIRequestContext, Browser } from 'playwright/test';
import { type Api, createApi, uniqueWord } from './api.ts';
import { approvePayment, createDemoMailbox } from './demo-server.ts';
import { expect } from './fixtures.ts';

type Demo = { request: APIRequestContext; browser: Browser; url: string };

/** An order of three kilograms at KES 80 that was paid by M-Pesa, with a problem reported. */
export async function makeDispute({ request, browser, url }: Demo): Promise<number> {
  const api = createApi(request, createDemoMailbox(request));
  const farm = await api.offer([{ name: `${uniqueWord()} kale`, price: 80 }]);
  const buyer = await api.buyer();
  const orderId = await api.order(buyer.token, {
    productIds: farm.ids,
    quantity: 3,
    paymentMethod: 'M-Pesa',
  });
  await api.step(farm.token, orderId, 'confirm');
  const prompt = { orderId, phoneNumber: '0712345678' };
  await api.call(buyer.token, 'buyer.orders.pay', prompt);
  await approvePayment(browser, { url });
  await expect
    .poll(() => paymentStatusOf(api, buyer.token, orderId), { timeout: 20_000 })
    .toBe('paid');
  await api.step(farm.token, orderId, 'dispatch');
  const input = { orderId, reason: 'Half of it was rotten.' };
  await api.call(buyer.token, 'buyer.orders.dispute', input);
  return orderId;
}

async function paymentStatusOf(api: Api, token: string, orderId: number): Promise<string> {
  return (await (await api.read(token, `buyer/orders/${orderId}`)).json()).order.paymentStatus;
}

export async function makeReport(request: APIRequestContext): Promise<void> {
  const api = createApi(request, createDemoMailbox(request));
  const farm = await api.offer([{ name: `${uniqueWord()} beans`, price: 90 }]);
  const buyer = await api.buyer();
  const started = await api.call(buyer.token, 'conversations.start', {
    productId: farm.ids[0],
    text: 'Is it fresh?',
  });
  await api.call(buyer.token, 'conversations.report', {
    conversationId: started.id,
    reason: 'Asks me to pay elsewhere',
  });
}
