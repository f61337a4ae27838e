import type { APIRequestContext, Page } from 'playwright/test';
import type { createAccounts } from '#tests/e2e/accounts.ts';
import { orderProducts } from '#tests/e2e/orders.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

type World = { request: APIRequestContext; accounts: ReturnType<typeof createAccounts> };

export async function placeOrder({ request, accounts }: World) {
  const { ids, token, farmer } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
  const buyer = await accounts.buyer();
  const orderId = await orderProducts(request, buyer.token, { productIds: ids });
  return { buyer, farmer: { ...farmer, token }, orderId };
}

export const offered = (page: Page) =>
  page.getByRole('region', { name: 'We can tell you at once, even when SokoShamba is closed' });

export const theSwitch = (page: Page) => page.getByRole('switch', { name: 'This browser' });
export const yes = (page: Page) => offered(page).getByRole('button', { name: 'Yes, tell me' });

export const isSubscribed = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return ((await registration?.pushManager.getSubscription()) ?? null) !== null;
  });
