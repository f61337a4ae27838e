import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { createPasswordHasher } from '#accounts/server/passwords.ts';
import { seedMarket } from '#demo/seed-demo.ts';
import { makeBuyer, PASSWORD } from '#tests/factories/people.ts';
import { makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

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

export async function uploadPhoto(origin: string, token: string, jpeg: Buffer) {
  const body = new FormData();
  body.append('photos', new File([new Uint8Array(jpeg)], 'kale.jpg', { type: 'image/jpeg' }));
  const headers = bearer(token);
  const answer = await fetch(`${origin}/api/farmer/photos`, { method: 'POST', body, headers });
  return ((await answer.json()) as { photos: { id: number; url: string }[] }).photos;
}

export async function makeLiveMarket(given?: Parameters<typeof makeMarket>[0]): Promise<Market> {
  const market = await makeMarket(given);
  market.services.clock = () => new Date();
  return market;
}

export async function makeFilledMarket(): Promise<Market> {
  const market = await makeLiveMarket();
  await seedMarket(
    market.db,
    { farms: 60, products: 1000 },
    {
      now: new Date(),
      passwordHash: 'none',
    },
  );
  return market;
}

/** Buyers who log in with PASSWORD, at the server's real cost. */
export async function makeRealBuyers(market: Market, count: number) {
  for (let number = 0; number < count; number += 1)
    await makeBuyer(market, { email: `buyer${number}@x.ke` });
  const passwordHash = await createPasswordHasher().hash(PASSWORD, 'test');
  await market.db.execute(sql`update users set password_hash = ${passwordHash}`);
}

export const smsSettings = (service: string, secret: string) => ({
  SMS_BASE_URL: service,
  SMS_USERNAME: 'test',
  SMS_API_KEY: 'key',
  SMS_SENDER: '22384',
  SMS_CALLBACK_SECRET: secret,
});

export async function makeBuyers(market: Market, count: number): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < count) tokens.push((await makeTestBuyer(market)).token);
  return tokens;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'soko-hostile-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
