import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { counties } from '#rules/counties.ts';
import { PASSWORD } from '#tests/factories/people.ts';
import { report, tally } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';
import { ask, askOn, atRate, type Question } from './parts/ask.ts';
import { makeFilledMarket, makeRealBuyers, pathOf } from './parts/clients.ts';
import { cartOf } from './parts/dear-questions.ts';
import { loadedTrees, percentile, startBuiltServer, timesOf } from './parts/server-process.ts';

const SECONDS = Number(process.env.HOSTILE_HEAVY_SECONDS ?? 4);
const isLong = SECONDS >= 20;
const LOGINS_IN_A_SECOND = 600;
const BURST_EVERY_SECONDS = 5;
/** Visits before the load, because Node compiles the code of a new process while it runs. */
const WARM_UP_SECONDS = 4;
const NETWORKS = 40;
const CONNECTIONS = 24;
const VISITS_PER_SECOND = 25;
const LOGIN_EVERY = 5;
const MARKET_P99_MILLISECONDS = 500;
const LOGIN_P99_MILLISECONDS = 1500;

type Seen = { milliseconds: number[]; statuses: string[] };

describe.runIf(isOnPostgres).each(loadedTrees)('E103, E105: $label under heavy work', (tree) => {
  let server: Awaited<ReturnType<typeof startBuiltServer>>;
  beforeEach(async () => {
    await makeRealBuyers(await makeFilledMarket(), 20);
    const settings = { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' };
    server = await startBuiltServer(settings, tree);
  }, 240_000);
  afterEach(() => server?.stop());

  const logIn = (email: string, asked: Omit<Question, 'path' | 'body'>, password = PASSWORD) =>
    ask(server, {
      ...asked,
      path: '/api/auth/buyer/verify-credentials',
      body: { email, password },
    });

  async function visit(seconds: number): Promise<{ market: Seen; login: Seen }> {
    const agent = new Agent({ keepAlive: true });
    const market: Seen = { milliseconds: [], statuses: [] };
    const login: Seen = { milliseconds: [], statuses: [] };
    await atRate(VISITS_PER_SECOND, seconds, async (number, dueAt) => {
      const isLogin = number % LOGIN_EVERY === LOGIN_EVERY - 1;
      const asked = { agent, address: `198.18.${number % 25}.${number % 250}` };
      const path = number % 2 === 0 ? '/market' : `/market?minPrice=${1 + number / 100}`;
      const status = await (isLogin
        ? logIn(`buyer${number % 20}@x.ke`, asked)
        : ask(server, { ...asked, path }));
      const { milliseconds, statuses } = isLogin ? login : market;
      milliseconds.push(performance.now() - dueAt);
      statuses.push(String(status));
    });
    agent.destroy();
    return { market, login };
  }

  async function guess(addressOf: (burst: number, number: number) => string): Promise<string[]> {
    const agent = new Agent({ keepAlive: true });
    const guesses: Promise<number>[] = [];
    const startedAt = performance.now();
    for (let burst = 0; burst * BURST_EVERY_SECONDS < SECONDS; burst += 1) {
      for (let number = 0; number < LOGINS_IN_A_SECOND; number += 1) {
        const dueAt =
          startedAt + (burst * BURST_EVERY_SECONDS + number / LOGINS_IN_A_SECOND) * 1000;
        if (dueAt > performance.now()) await pause(dueAt - performance.now());
        const asked = { agent, address: addressOf(burst, number) };
        guesses.push(logIn(`nobody${burst}-${number}@x.ke`, asked, 'Wrong-password-1'));
      }
    }
    const statuses = await Promise.all(guesses);
    agent.destroy();
    return statuses.map(String);
  }

  function askOnAndOn(path: (number: number) => string): Promise<string[]> {
    const endsAt = performance.now() + SECONDS * 1000;
    return askOn(server, CONNECTIONS, { path, isOver: () => performance.now() >= endsAt });
  }

  const crops = ['maize', 'tomato', 'kale', 'cabbage', 'onion', 'carrot', 'banana', 'avocado'];
  const picture = (number: number) => {
    const county = encodeURIComponent(counties[number % counties.length] ?? '');
    const crop = crops[Math.floor(number / counties.length) % crops.length];
    return `/prices/${crop}.png?county=${county}`;
  };
  const wrong = `wrong logins, ${LOGINS_IN_A_SECOND} in a second every ${BURST_EVERY_SECONDS} s,`;
  const over = `over ${CONNECTIONS} connections of one address`;

  test.each<[guarantee: string, name: string, startLoad: () => Promise<string[]>]>([
    ['E103', 'nothing else', async () => []],
    ['E103', `${wrong} from one address`, () => guess((burst) => `203.0.113.${burst}`)],
    [
      'E103',
      `${wrong} from ${NETWORKS} networks`,
      () => guess((_, number) => `203.0.${number % NETWORKS}.7`),
    ],
    [
      'E105',
      `carts of a hundred lines ${over}`,
      () => askOnAndOn((number) => pathOf('market.cart', cartOf(number, 1000))),
    ],
    ['E105', `pictures of prices ${over}`, () => askOnAndOn(picture)],
  ])(
    '%s: %s leave others the market and their login',
    { timeout: (SECONDS + 120) * 1000 },
    async (guarantee, name, startLoad) => {
      await visit(WARM_UP_SECONDS);
      const load = startLoad();
      const { market, login } = await visit(SECONDS);
      const answered = await load;
      const said = ({ statuses, milliseconds }: Seen) =>
        `${tally(statuses.toSorted())}, ${timesOf(milliseconds)}`;
      report(
        guarantee,
        `${tree.label}${SECONDS} s of ${name}: answered ${tally(answered.toSorted())}; others' /market ${said(market)}; login ${said(login)}`,
      );
      if (!tree.isBound) return;
      // On a busy machine some may be refused in time.
      const refused = [...market.statuses, ...login.statuses].filter(
        (status) => status !== '200' && (isLong || status !== '503'),
      );
      expect(refused).toEqual([]);
      if (!isLong) return;
      expect(percentile(market.milliseconds, 99)).toBeLessThan(MARKET_P99_MILLISECONDS);
      expect(percentile(login.milliseconds, 99)).toBeLessThan(LOGIN_P99_MILLISECONDS);
    },
  );
});
