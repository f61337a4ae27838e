import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { freshKey, makeTestBuyer, orderForm } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { killAll, startServerChild } from '#tests/setup/processes/children.ts';
import { report } from '#tests/setup/report.ts';
import { type ObjectStore, startObjectStore } from '#tests/setup/servers/object-store.ts';
import { startRoundRobin } from '#tests/setup/servers/round-robin.ts';
import { isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';

describe.runIf(isOnPostgres)('two servers behind one proxy', () => {
  let market: Market;
  let store: ObjectStore;
  let proxy: Awaited<ReturnType<typeof startRoundRobin>>;
  let ports: string[];
  beforeAll(async () => {
    market = await makeMarket();
    market.services.clock = () => new Date();
    store = await startObjectStore();
    const start = () =>
      startServerChild({
        DATABASE_URL: testDatabaseUrl(),
        PHOTO_STORE_URL: store.url,
        TRUSTED_PROXIES: '127.0.0.1',
      });
    ports = (await Promise.all([start(), start()])).map(({ word }) => word);
    proxy = await startRoundRobin(ports);
  });
  afterAll(async () => {
    await killAll();
    await proxy?.close();
    await store?.close();
  });

  type Asking = { token?: string; body?: object; headers?: Record<string, string> };
  const ask = (path: string, { token, body, headers = {} }: Asking = {}) =>
    fetch(proxy.url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  test('a photo uploaded to one is served by the other', async () => {
    const farm = await makeFarm(market);
    const form = new FormData();
    form.append(
      'photos',
      new File([new Uint8Array(await makeJpeg())], 'kale.jpg', { type: 'image/jpeg' }),
    );
    const headers = { authorization: `Bearer ${farm.token}` };
    const answer = await fetch(`${proxy.url}/api/farmer/photos`, {
      method: 'POST',
      body: form,
      headers,
    });
    const { photos } = (await answer.json()) as { photos: { url: string }[] };
    for (const port of ports) {
      const picture = await fetch(`http://127.0.0.1:${port}${photos[0]?.url}`);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      await picture.arrayBuffer();
    }
  });

  test('one counts wrong passwords sent to the other', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      statuses.push(
        (
          await ask('/api/auth/login', {
            body: { email: 'a@x.ke', password: `wrong-${guess}`, userType: 'buyer' },
          })
        ).status,
      );
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  });

  test('one Idempotency-Key is one order, whichever server gets the request', async () => {
    const buyer = await makeTestBuyer(market);
    const kale = await makeProduct(market, await makeFarm(market), { quantity: 50 });
    await market
      .caller({ token: buyer.token })
      .buyer.cart.put({ lines: [{ productId: kale.id, quantity: 2 }] });
    const headers = { 'idempotency-key': freshKey() };
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () =>
        (await ask('/api/buyer/orders', { token: buyer.token, body: orderForm(), headers })).text(),
      ),
    );
    expect(new Set(answers).size).toBe(1);
  });

  test('a change made on one is announced by the other', async () => {
    const [buyer, farm] = [await makeTestBuyer(market), await makeFarm(market)];
    const kale = await makeProduct(market, farm, { quantity: 50 });
    await market
      .caller({ token: buyer.token })
      .buyer.cart.put({ lines: [{ productId: kale.id, quantity: 2 }] });
    const ending = new AbortController();
    const heard = await Promise.all(ports.map((port) => listen(port, farm.token, ending.signal)));
    const order = {
      token: buyer.token,
      body: orderForm(),
      headers: { 'idempotency-key': freshKey() },
    };
    // On a busy machine a request may be refused for the moment; a client retries with its key.
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
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
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
