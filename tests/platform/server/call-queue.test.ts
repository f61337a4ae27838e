import { CALLS_AT_ONCE, CALLS_PER_CLIENT } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import { createCallQueue } from '#server/context.ts';
import {
  caller,
  givenMarket,
  makeFarm,
  makeTestBuyer,
  outcomeOf,
  request,
  sendForm,
  services,
} from '#tests/setup/in-market.ts';

givenMarket();

let token: string;
beforeEach(async () => {
  token = (await makeTestBuyer()).token;
});

test('E153: every call of a batch and every path passes it before the database', async () => {
  const refuse = () => Promise.reject(new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 }));
  services.calls = { ...services.calls, run: refuse };
  // Looking up a session takes the time.
  services.clock = () => expect.unreachable('A call came before its turn');
  const batch = '/trpc/buyer.cart.get,market.contact?batch=1&input=%7B%7D';
  for (const path of [batch, '/api/buyer/cart', '/api/buyer/products']) {
    const response = await request(path, { token });
    expect([response.status, response.headers.get('retry-after')], path).toEqual([429, '1']);
  }
});

test('E153: streams, uploads and files pass it too, though no procedure answers them', async () => {
  const farm = await makeFarm();
  const refuse = () => Promise.reject(new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 }));
  services.calls = { ...services.calls, run: refuse };
  services.clock = () => expect.unreachable('A call came before its turn');
  const statuses = await Promise.all([
    ...[
      '/api/conversations/1/media/1',
      '/api/farmer/uploads/1',
      '/api/farmer/payments/report.pdf',
      '/api/auth/export',
    ].map(async (path) => (await request(path, { token })).status),
    ...['/api/farmer/photos', '/api/buyer/orders/1/dispute/photos'].map(
      async (path) => (await sendForm(path, [], { token: farm.token })).status,
    ),
  ]);
  expect(new Set(statuses)).toEqual(new Set([429]));
  const changes = caller({ token }).buyer.orders.changes();
  expect(await outcomeOf(changes)).toBe('TOO_MANY_REQUESTS');
});

test('E153: a person has one share at all addresses, and nobody else pays for it', async () => {
  const calls = createCallQueue({ waitMilliseconds: 60_000 });
  calls.remember('of the eager', 1);
  calls.remember('of the other', 2);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (bearer: string, clientAddress: string) =>
    calls.run({ bearer, clientAddress }, () => {
      begun.push(bearer);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [begin('of the other', '203.0.113.7')];
  for (let number = 0; number < 2 * CALLS_AT_ONCE; number += 1)
    all.push(begin('of the eager', `203.0.113.${number}`));
  all.push(begin('of nobody', '203.0.113.7'));
  const ofTheEager = begun.filter((bearer) => bearer === 'of the eager');
  expect(ofTheEager).toHaveLength(CALLS_PER_CLIENT);
  expect(begun).toContain('of nobody');
  while (begun.length < all.length || ends.length > 0) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
});
