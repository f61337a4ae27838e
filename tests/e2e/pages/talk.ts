import type { Browser } from 'playwright/test';
import { type Api, uniqueWord } from '#tests/e2e/api.ts';
import { openBrowser } from './messages-page.ts';

export const PHONE = { width: 360, height: 800 };
const DESK = { width: 1440, height: 900 };

export async function makePair(api: Api) {
  const name = `${uniqueWord()} kale`;
  const { ids, farmer } = await api.offer([{ name, price: 50 }]);
  const buyer = await api.buyer();
  return { name, productId: Number(ids[0]), farmer, buyer };
}

export async function makeTalk(api: Api, text = 'Is it still good?') {
  const pair = await makePair(api);
  const { id } = await api.call(pair.buyer.token, 'conversations.start', {
    productId: pair.productId,
    text,
  });
  return { ...pair, conversationId: Number(id) };
}

type Talk = Awaited<ReturnType<typeof makePair>>;

export const openBuyer = (browser: Browser, { buyer }: Talk, baseURL: string | undefined) =>
  openBrowser(browser, { role: 'buyer', person: buyer, size: PHONE, baseURL: baseURL ?? '' });
export const openFarmer = (browser: Browser, talk: Talk, baseURL: string | undefined) =>
  openBrowser(browser, { role: 'farmer', person: talk.farmer, size: DESK, baseURL: baseURL ?? '' });
