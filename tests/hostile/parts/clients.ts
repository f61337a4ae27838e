import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { seedMarket } from '#demo/seed/seed-market.ts';
import { makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

/** The address of a query. */
export const pathOf = (procedure: string, input: object) =>
  `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export type Asking = {
  token?: string;
  method?: string;
  body?: object;
  key?: string;
  headers?: Record<string, string>;
};

/** A request of JSON; a GET if it has no body. */
export const asJson = ({ token, body, method, key, headers }: Asking): RequestInit => ({
  method: method ?? (body ? 'POST' : 'GET'),
  headers: {
    'content-type': 'application/json',
    ...(token && bearer(token)),
    ...(key && { 'idempotency-key': key }),
    ...headers,
  },
  ...(body && { body: JSON.stringify(body) }),
});

/** Uploads a photo in one request. */
export async function uploadPhoto(origin: string, token: string, jpeg: Buffer) {
  const body = new FormData();
  body.append('photos', new File([new Uint8Array(jpeg)], 'kale.jpg', { type: 'image/jpeg' }));
  const headers = bearer(token);
  const answer = await fetch(`${origin}/api/farmer/photos`, { method: 'POST', body, headers });
  return ((await answer.json()) as { photos: { id: number; url: string }[] }).photos;
}

/** A market with the clock of the servers that a test starts. */
export async function makeLiveMarket(given?: Parameters<typeof makeMarket>[0]): Promise<Market> {
  const market = await makeMarket(given);
  market.services.clock = () => new Date();
  return market;
}

export async function makeFilledMarket(passwordHash = 'none'): Promise<Market> {
  const market = await makeLiveMarket();
  await seedMarket(market.db, { farms: 60, products: 1000 }, { now: new Date(), passwordHash });
  return market;
}

/** Tokens of new buyers. */
export async function makeBuyers(market: Market, count: number): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < count) tokens.push((await makeTestBuyer(market)).token);
  return tokens;
}

/** A folder that is removed after the tests of the suite that asks for it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'soko-hostile-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
