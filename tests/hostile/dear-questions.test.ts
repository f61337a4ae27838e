import { Agent } from 'node:http';
import { report, tally } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';
import { ask, askOn, atRate } from './parts/ask.ts';
import { dearQuestions } from './parts/dear-questions.ts';
import { makeMatchingMarket } from './parts/matching-market.ts';
import { loadedTrees, percentile, startServerProcess, timesOf } from './parts/server-process.ts';

const SECONDS = Number(process.env.HOSTILE_DEAR_SECONDS ?? 0.6);
const isLong = SECONDS >= 20;
const PRODUCTS = 100_000;
const CONNECTIONS = 24;
const OTHERS_PER_SECOND = 25;
const P99_MILLISECONDS = 500;

describe.runIf(isOnPostgres)('E51: one client’s expensive queries', () => {
  let market: Awaited<ReturnType<typeof makeMatchingMarket>>;
  beforeAll(async () => {
    market = await makeMatchingMarket(process.env.TEST_DATABASE_URL ?? '', PRODUCTS);
  }, 180_000);
  afterAll(() => market?.drop());

  describe.each(loadedTrees)('$label', (tree) => {
    let server: Awaited<ReturnType<typeof startServerProcess>>;
    beforeAll(async () => {
      const settings = { DATABASE_URL: market.url, TRUSTED_PROXIES: '127.0.0.1' };
      server = await startServerProcess(settings, tree);
    }, 60_000);
    afterAll(() => server?.stop());

    async function lookAround() {
      const agent = new Agent({ keepAlive: true });
      const milliseconds: number[] = [];
      const statuses: string[] = [];
      await atRate(OTHERS_PER_SECOND, SECONDS, async (number, dueAt) => {
        const path = number % 5 === 4 ? '/readyz' : '/trpc/market.cards?input=%7B%7D';
        const asked = { path, agent, address: `198.51.100.${number % 250}` };
        statuses.push(String(await ask(server, asked)));
        milliseconds.push(performance.now() - dueAt);
      });
      agent.destroy();
      return { milliseconds, statuses };
    }

    test.each([{ name: 'nobody else', path: null }, ...dearQuestions])(
      '$name: others get their first page',
      { timeout: (SECONDS + 60) * 1000 },
      async ({ name, path }) => {
        let isOver = false;
        const asking = path ? askOn(server, CONNECTIONS, { path, isOver: () => isOver }) : [];
        const { milliseconds, statuses } = await lookAround();
        isOver = true;
        const answered: string[] = await asking;
        report(
          'E51',
          `${tree.label}${name}, ${CONNECTIONS} connections for ${SECONDS} s: answered ${tally(answered.toSorted())}; others ${tally(statuses.toSorted())}, ${timesOf(milliseconds)}`,
        );
        if (!tree.isBound) return;
        expect(statuses.filter((status) => status !== '200')).toEqual([]);
        if (isLong) expect(percentile(milliseconds, 99)).toBeLessThan(P99_MILLISECONDS);
      },
    );
  });
});
