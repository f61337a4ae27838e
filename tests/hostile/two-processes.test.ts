import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { freshKey, makeTestBuyer, orderForm } from '#tests/factories/trade.ts';
import type { Market } from '#tests/setup/market.ts';
import { killAll, startServerChild } from '#tests/setup/processes/children.ts';
import { report } from '#tests/setup/report.ts';
import { type ObjectStore, startObjectStore } from '#tests/setup/servers/object-store.ts';
import { startRoundRobin } from '#tests/setup/servers/round-robin.ts';
import { isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';
import { type Asking, asJson, bearer, makeLiveMarket, uploadPhoto } from './parts/clients.ts';

describe.runIf(isOnPostgres)('two servers behind one proxy', () => {
  let market: Market;
  let store: ObjectStore;
  let proxy: Awaited<ReturnType<typeof startRoundRobin>>;
  let ports: string[];
  beforeAll(async () => {
    market = await makeLiveMarket();
    store = await startObjectStore();
    const settings = {
      DATABASE_URL: testDatabaseUrl(),
      PHOTO_STORE_URL: store.url,
      TRUSTED_PROXIES: '127.0.0.1',
    };
    const servers = [startServerChild(settings), startServerChild(settings)];
    ports = (await Promise.all(servers)).map(({ word }) => word);
    proxy = await startRoundRobin(ports);
  });
  afterAll(async () => {
    await killAll();
    await proxy?.close();
    await store?.close();
  });

  const ask = (path: string, asking: Asking) => fetch(proxy.url + path, asJson(asking));
  async function prepareOrder(farm: { id: number }): Promise<Asking> {
    const { token } = await makeTestBuyer(market);
    const { id: productId } = await makeProduct(market, farm, { quantity: 50 });
    await market.caller({ token }).buyer.cart.put({ lines: [{ productId, quantity: 2 }] });
    return { token, body: orderForm(), key: freshKey() };
  }

  test('a photo uploaded to one is served by the other', async () => {
    const { token } = await makeFarm(market);
    const photos = await uploadPhoto(proxy.url, token, await makeJpeg());
    for (const port of ports) {
      const picture = await fetch(`http://127.0.0.1:${port}${photos[0]?.url}`);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      await picture.arrayBuffer();
    }
  });

  test('one counts wrong passwords sent to the other', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const body = { email: 'a@x.ke', password: `wrong-${guess}`, userType: 'buyer' };
      statuses.push((await ask('/api/auth/login', { body })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  test('one Idempotency-Key is one order, whichever server gets the request', async () => {
    const order = await prepareOrder(await makeFarm(market));
    const place = async () => (await ask('/api/buyer/orders', order)).text();
    const answers = await Promise.all(Array.from({ length: 20 }, place));
    const placed = answers.filter((text) => !text.includes('TOO_MANY_REQUESTS'));
    expect(new Set(placed).size).toBe(1);
  });

  test('a change made on one is announced by the other', async () => {
    const farm = await makeFarm(market);
    const order = await prepareOrder(farm);
    const ending = new AbortController();
    const heard = await Promise.all(ports.map((port) => listen(port, farm.token, ending.signal)));
    await expect
      .poll(async () => (await ask('/api/buyer/orders', order)).status, { timeout: 30_000 })
      .toBe(201);
    const numbers = await Promise.all(heard.map((next) => next()));
    expect(numbers[0]).toBe(numbers[1]);
    ending.abort();
    report(
      'two processes',
      'photos, guesses, keys and changes of orders are the same from both, through one proxy',
    );
  });
});

async function listen(port: string, token: string, signal: AbortSignal) {
  const response = await fetch(`http://127.0.0.1:${port}/trpc/farmer.orders.changes`, {
    headers: { ...bearer(token), accept: 'text/event-stream' },
    signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const until = async (pattern: RegExp) => {
    while (!pattern.test(text)) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) throw new Error(`The stream ended after ${text}`);
      text += chunk.value;
    }
    return pattern.exec(text)?.[1];
  };
  await until(/event: (connected)/);
  return () => until(/"orderId":(\d+)/);
}
