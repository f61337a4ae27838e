import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { orderForm } from '#tests/factories/trade.ts';
import { report, tally } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';
import { atRate } from './parts/ask.ts';
import { type Asking, asJson, makeBuyers, makeFilledMarket, pathOf } from './parts/clients.ts';
import { percentile, startServerProcess, timesOf } from './parts/server-process.ts';

const SECONDS = Number(process.env.HOSTILE_LOAD_SECONDS ?? 5);
const isLong = SECONDS >= 600;
const PER_SECOND = 50;
const GROWTH_MAX_MEGABYTES = 60;

type Request = Asking & { path: string };

test.runIf(isOnPostgres)(
  `E36: steady load: ${SECONDS} seconds of ${PER_SECOND} mixed requests a second: no 5xx`,
  {
    timeout: (SECONDS + 90) * 1000,
  },
  async () => {
    const market = await makeFilledMarket();
    const farm = await makeFarm(market);
    const { id: productId } = await makeProduct(market, farm, { quantity: 1_000_000 });
    const buyers = await makeBuyers(market, 10);
    const server = await startServerProcess();
    onTestFinished(server.stop);

    const list = (input: object) => ({ path: pathOf('market.cards', input) });
    const cart = { lines: [{ productId, quantity: 1 }] };
    const usual: Record<number, Request> = {
      0: { path: '/api/buyer/cart', method: 'PUT', body: cart },
      1: { path: '/api/buyer/orders' },
      2: { path: '/api/farmer/orders', token: farm.token },
      3: { path: pathOf('places.search', { query: 'Nyeri' }) },
      4: { path: pathOf('market.facets', { search: 'kale' }) },
      5: { path: pathOf('market.product', { productId }) },
      6: list({ search: 'maize', sort: 'price' }),
      7: list({ latitude: -1.29, longitude: 36.82, sort: 'nearest' }),
    };
    function request(number: number): Request {
      const token = buyers[number % buyers.length] ?? '';
      if (number % 20 === 10)
        return { path: '/api/buyer/orders', token, key: `load-${number}`, body: orderForm() };
      if (number % 100 === 5) {
        const body = { email: `p${number}@x.ke`, password: 'Mavuno-2026' };
        return { path: '/api/auth/login', body };
      }
      const { path, ...asked } = usual[number % 20] ?? list({ limit: 20 + (number % 3) });
      return { path, ...(path.startsWith('/api') && { token }), ...asked };
    }
    const milliseconds: number[] = [];
    const statuses: string[] = [];
    async function send({ path, ...asked }: Request, dueAt: number) {
      const response = await fetch(`${server.url}${path}`, asJson(asked));
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
    const late = server.megabytes();
    report(
      'E36',
      `${SECONDS} s of ${PER_SECOND} mixed requests a second: ${tally(statuses.toSorted())}; ${timesOf(milliseconds)}; ${Math.round(early)} MB after a quarter, ${Math.round(late)} MB at the end`,
    );
    expect(
      statuses.filter((status) => Number(status) >= 500 && (isLong || status !== '503')),
    ).toEqual([]);
    expect(statuses).toHaveLength(SECONDS * PER_SECOND);
    if (!isLong) return;
    expect(percentile(milliseconds, 99)).toBeLessThan(500);
    expect(late - early).toBeLessThan(GROWTH_MAX_MEGABYTES);
  },
);
