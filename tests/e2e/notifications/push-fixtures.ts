import type { Page } from 'playwright/test';
import type { Api } from '#tests/e2e/api.ts';

export async function placeOrder(api: Api) {
  const { ids, farmer } = await api.offer();
  const buyer = await api.buyer();
  const orderId = await api.order(buyer.token, { productIds: ids });
  return { buyer, farmer, orderId };
}

export const offered = (page: Page) =>
  page.getByRole('region', { name: 'Get notified even when SokoShamba is closed' });

export const theSwitch = (page: Page) => page.getByRole('switch', { name: 'This browser' });
export const yes = (page: Page) =>
  offered(page).getByRole('button', { name: 'Switch on notifications' });

export const isSubscribed = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return ((await registration?.pushManager.getSubscription()) ?? null) !== null;
  });
