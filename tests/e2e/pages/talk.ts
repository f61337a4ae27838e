import type { APIRequestContext, Browser } from 'playwright/test';
import type { createAccounts } from '#tests/e2e/accounts.ts';
import { call } from '#tests/e2e/call.ts';
import { offer, uniqueWord } from './market-page.ts';
import { openBrowser } from './messages-page.ts';

export const PHONE = { width: 360, height: 800 };
const DESK = { width: 1440, height: 900 };
type World = { request: APIRequestContext; accounts: ReturnType<typeof createAccounts> };

/** A farmer who offers kale at KES 50, and a buyer. */
export async function makePair({ request, accounts }: World) {
  const name = `${uniqueWord()} kale`;
  const { ids, token, farmer } = await offer(request, accounts, [{ name, price: 50 }]);
  const buyer = await accounts.buyer();
  return { name, productId: Number(ids[0]), farmer: { ...farmer, token }, buyer };
}

/** The same, with a conversation between them. */
export async function makeTalk(world: World, text = 'Is it still good?') {
  const pair = await makePair(world);
  const { id } = await call(world.request, pair.buyer.token, {
    path: 'conversations.start',
    input: { productId: pair.productId, text },
  });
  return { ...pair, conversationId: Number(id) };
}

type Talk = Awaited<ReturnType<typeof makePair>>;

export const openBuyer = (browser: Browser, { buyer }: Talk, baseURL: string | undefined) =>
  openBrowser(browser, { role: 'buyer', person: buyer, size: PHONE, baseURL: baseURL ?? '' });
export const openFarmer = (browser: Browser, talk: Talk, baseURL: string | undefined) =>
  openBrowser(browser, { role: 'farmer', person: talk.farmer, size: DESK, baseURL: baseURL ?? '' });
