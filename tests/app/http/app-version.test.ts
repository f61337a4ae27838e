import { createApp } from '#app/server/app.ts';
import { givenMarket, market, services } from '#tests/setup/in-market.ts';

givenMarket();
const appOf = (version?: string) =>
  createApp({
    connection: market.connection,
    services,
    findClientAddress: () => '127.0.0.1',
    tileUrl: 'https://tiles.test.example/{z}/{x}/{y}.png',
    ...(version && { version }),
  });

test('the web version is on every answer, refusals included', async () => {
  for (const path of ['market.cards', 'market.longGone', 'buyer.orders.list', '%E0%A4%A']) {
    const { headers } = await appOf('abc123abc123').request(`/trpc/${path}`);
    expect(headers.get('x-app-version'), path).toBe('abc123abc123');
  }
});

test('the web version is left out when there is no build', async () => {
  const { headers } = await appOf().request('/trpc/market.cards');
  expect(headers.has('x-app-version')).toBe(false);
});

test('photos shared without a service worker lead to a page that says so', async () => {
  const body = new FormData();
  body.append('photos', new File([new Uint8Array(2_000_000)], 'picha.jpg'));
  const answer = await appOf().request('/share-target', { method: 'POST', body });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/start?to=share-lost']);
});
