import { DATA_EXPORTS_PER_HOUR } from '#privacy/server/account-data.ts';
import { startServerProcess } from '#tests/hostile/parts/server-process.ts';
import {
  caller,
  db,
  type Farm,
  givenMarket,
  givenOneMarket,
  isOnPostgres,
  makeFarm,
  makeOrder,
  makeProduct,
  makeTestBuyer,
  refused,
  report,
  request,
  services,
  sql,
  tally,
} from '#tests/setup/in-market.ts';

const EXPORTS = 60;
const MOVEMENTS = 20_000;
const MOVEMENTS_PER_STATEMENT = 1000;

async function makeLargeFarm(movements: number) {
  const farm = await makeFarm();
  const kale = await makeProduct(farm, { quantity: 500 });
  // In parts, because the product is locked once for each row, and a statement has a deadline.
  for (let written = 0; written < movements; written += MOVEMENTS_PER_STATEMENT) {
    const count = Math.min(MOVEMENTS_PER_STATEMENT, movements - written);
    await db.execute(sql`
      insert into stock_movements (product_id, change, reason, moved_at)
      select ${kale.id}::int, 0, 'counted', now() from generate_series(1, ${count}::int)`);
  }
  return { ...farm, kale };
}

describe('E56: data exports', () => {
  givenMarket();
  const download = ({ token }: { token: string }) => request('/api/auth/export', { token });

  test('are streamed, with the content that the procedure answers', async () => {
    const farm = await makeLargeFarm(1203);
    const buyer = await makeTestBuyer();
    await makeOrder(buyer, [{ productId: farm.kale.id, quantity: 2 }]);
    for (const person of [farm, buyer]) {
      const answer = await download(person);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/json',
        'content-disposition': 'attachment; filename="sokoshamba-2026-03-02.json"',
        'cache-control': 'no-store',
      });
      const streamed = await answer.json();
      const whole = await caller(person).auth.exportData();
      expect(streamed).toEqual(JSON.parse(JSON.stringify(whole)));
    }
  });

  test('run one at a time per person, and the next may begin when one has ended', async () => {
    const farm = await makeLargeFarm(1203);
    const first = await download(farm);
    const meanwhile = await download(farm);
    expect(meanwhile.status).toBe(429);
    expect(Number(meanwhile.headers.get('retry-after'))).toBeGreaterThan(0);
    await refused(caller(farm).auth.exportData(), 'TOO_MANY_ATTEMPTS');
    const another = await download(await makeFarm());
    expect(another.status).toBe(200);
    await another.text();
    await first.text();
    const second = await download(farm);
    expect(second.status).toBe(200);
    await second.body?.cancel();
    const third = await download(farm);
    expect(third.status).toBe(200);
    await third.text();
  });

  test(`are limited to ${DATA_EXPORTS_PER_HOUR} an hour per person`, async () => {
    const farm = await makeFarm();
    const statuses: string[] = [];
    for (let made = 0; made < DATA_EXPORTS_PER_HOUR + 2; made += 1) {
      const answer = await download(farm);
      statuses.push(String(answer.status));
      await answer.text();
    }
    expect(tally(statuses)).toBe(`${DATA_EXPORTS_PER_HOUR} 200, 2 429`);
  });
});

describe.runIf(isOnPostgres)('E56: a process under concurrent exports', () => {
  let server: Awaited<ReturnType<typeof startServerProcess>>;
  let farm: Farm;
  givenOneMarket();
  beforeAll(async () => {
    services.clock = () => new Date();
    farm = await makeLargeFarm(MOVEMENTS);
    server = await startServerProcess();
  });
  afterAll(() => server?.stop());

  test.each(['/trpc/auth.exportData', '/api/auth/export'])(
    `${EXPORTS} at once of %s: constant memory, fast health checks`,
    async (path) => {
      const before = server.megabytes();
      let most = before;
      const health: number[] = [];
      let isOver = false;
      const watching = (async () => {
        while (!isOver) {
          const startedAt = performance.now();
          await (await fetch(`${server.url}/healthz`)).text();
          health.push(Math.round(performance.now() - startedAt));
          most = Math.max(most, server.megabytes());
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      })();
      const headers = { authorization: `Bearer ${farm.token}` };
      const statuses = await Promise.all(
        Array.from({ length: EXPORTS }, async () => {
          const answer = await fetch(server.url + path, { headers });
          await answer.arrayBuffer();
          return String(answer.status);
        }),
      );
      isOver = true;
      await watching;
      const slowest = Math.max(...health);
      report(
        'E56',
        `${EXPORTS} exports at once of ${path} (${tally(statuses)}): memory ${Math.round(before)} to ${Math.round(most)} MB, health at ${slowest} ms at most`,
      );
      const answered = statuses.filter((status) => status === '200').length;
      expect(answered).toBeGreaterThanOrEqual(1);
      expect(answered).toBeLessThanOrEqual(3);
      expect(most - before).toBeLessThan(150);
    },
  );
});
