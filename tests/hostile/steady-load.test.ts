import { afterEach, describe, expect, test } from 'vitest';
import { seedMarket } from '#demo/seed/seed-market.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeTestBuyer, orderForm } from '#tests/factories/trade.ts';
import { makeMarket } from '#tests/setup/market.ts';
import { report, tally } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';
import { atRate } from './parts/at-rate.ts';
import { percentile, startServerProcess } from './parts/server-process.ts';

const SECONDS = Number(process.env.HOSTILE_LOAD_SECONDS ?? 5);
const isLong = SECONDS >= 600;
const PER_SECOND = 50;
const GROWTH_MAX_MEGABYTES = 60;

type Request = { path: string; method?: string; token?: string; body?: object; key?: string };

describe.runIf(isOnPostgres)('E36: steady load', () => {
  let server: Awaited<ReturnType<typeof startServerProcess>>;
  afterEach(() => server.stop());

  test(`${SECONDS} seconds of ${PER_SECOND} mixed requests a second: no 5xx`, {
    timeout: (SECONDS + 90) * 1000,
  }, async () => {
    const market = await makeMarket();
    market.services.clock = () => new Date();
    await seedMarket(
      market.db,
      { farms: 60, products: 1000 },
      { now: new Date(), passwordHash: 'none' },
    );
    const farm = await makeFarm(market);
    const { id: productId } = await makeProduct(market, farm, { quantity: 1_000_000 });
    const buyers: string[] = [];
    for (let made = 0; made < 10; made += 1) buyers.push((await makeTestBuyer(market)).token);
    server = await startServerProcess();

    const query = (procedure: string, input: object) =>
      `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
    const cart = { lines: [{ productId, quantity: 1 }] };
    const place = { path: '/api/buyer/orders', method: 'POST', body: orderForm() };
    function request(number: number): Request {
      const token = buyers[number % buyers.length] ?? '';
      switch (number % 20) {
        case 0:
          return { path: '/api/buyer/cart', method: 'PUT', token, body: cart };
        case 10:
          return { ...place, token, key: `load-${number}` };
        case 1:
          return { path: '/api/buyer/orders', token };
        case 2:
          return { path: '/api/farmer/orders', token: farm.token };
        case 3:
          return { path: query('places.search', { query: 'Nyeri' }) };
        case 4:
          return { path: query('market.facets', { search: 'kale' }) };
        case 5:
          if (number % 100 !== 5) return { path: query('market.product', { productId }) };
          return {
            path: '/api/auth/login',
            method: 'POST',
            body: { email: `p${number}@x.ke`, password: 'Mavuno-2026' },
          };
        case 6:
          return { path: query('market.products', { search: 'maize', sort: 'price' }) };
        case 7:
          return {
            path: query('market.products', { latitude: -1.29, longitude: 36.82, sort: 'nearest' }),
          };
        default:
          return { path: query('market.products', { limit: 20 + (number % 3) }) };
      }
    }
    const milliseconds: number[] = [];
    const statuses: string[] = [];
    async function send({ path, method = 'GET', token, body, key }: Request, dueAt: number) {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      await response.text();
      // Measured from when it was due: a slow server also delays everyone behind.
      milliseconds.push(performance.now() - dueAt);
      statuses.push(String(response.status));
    }

    let early = 0;
    await atRate(PER_SECOND, SECONDS, (number, dueAt) => {
      if (number === Math.floor((SECONDS * PER_SECOND) / 4)) early = server.megabytes();
      return send(request(number), dueAt);
    });
    const [p99, late] = [percentile(milliseconds, 99), server.megabytes()];
    report(
      'E36',
      `${SECONDS} s of ${PER_SECOND} mixed requests a second: ${tally(statuses.toSorted())}; p50 ${percentile(milliseconds, 50)} ms, p99 ${p99} ms; ${Math.round(early)} MB after a quarter, ${Math.round(late)} MB at the end`,
    );
    expect(
      statuses.filter((status) => Number(status) >= 500 && (isLong || status !== '503')),
    ).toEqual([]);
    expect(statuses).toHaveLength(SECONDS * PER_SECOND);
    if (!isLong) return;
    expect(p99).toBeLessThan(500);
    expect(late - early).toBeLessThan(GROWTH_MAX_MEGABYTES);
  });
});
