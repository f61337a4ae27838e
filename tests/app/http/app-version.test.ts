import { describe, expect, test } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { makeMarket } from '#tests/setup/market.ts';

const tileUrl = 'https://tiles.test.example/{z}/{x}/{y}.png';

describe('the web version header', () => {
  test('is on every answer, refusals included, so that an outdated page notices', async () => {
    const { connection, services } = await makeMarket();
    const app = createApp({
      connection,
      services,
      findClientAddress: () => '127.0.0.1',
      tileUrl,
      version: 'abc123abc123',
    });
    for (const path of [
      '/trpc/market.products.list',
      '/trpc/market.longGone',
      '/trpc/buyer.orders.list',
      '/trpc/%E0%A4%A',
    ]) {
      const answer = await app.request(path);
      expect(answer.headers.get('x-app-version'), `${path} ${answer.status}`).toBe('abc123abc123');
    }
  });

  test('is left out when there is no build', async () => {
    const { connection, services } = await makeMarket();
    const app = createApp({ connection, services, findClientAddress: () => '127.0.0.1', tileUrl });
    expect((await app.request('/trpc/market.products.list')).headers.has('x-app-version')).toBe(
      false,
    );
  });
});

test('photos shared without a service worker redirect to a page that says they are lost', async () => {
  const { connection, services } = await makeMarket();
  const app = createApp({ connection, services, findClientAddress: () => '127.0.0.1', tileUrl });
  const body = new FormData();
  body.append('photos', new File([new Uint8Array(2_000_000)], 'picha.jpg', { type: 'image/jpeg' }));
  const answer = await app.request('/share-target', { method: 'POST', body });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('/start?to=share-lost');
});
