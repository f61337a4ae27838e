import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seedMarket } from '#demo/seed/seed-market.ts';
import { createPasswordHasher } from '#features/accounts/server/passwords.ts';
import { counties } from '#platform/rules/geo/counties.ts';
import { makeBuyer } from '#tests/factories/people.ts';
import { makeMarket } from '#tests/setup/market.ts';
import { report, tally } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';
import { ask, type Question } from './parts/ask.ts';
import { atRate } from './parts/at-rate.ts';
import { loadedTrees } from './parts/loaded-trees.ts';
import { percentile, startBuiltServer } from './parts/server-process.ts';

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
const PASSWORD = 'Mavuno-mema-2026';

describe.runIf(isOnPostgres).each(loadedTrees)(
  'E103, E105: $label heavy work of some clients',
  (tree) => {
    let server: Awaited<ReturnType<typeof startBuiltServer>>;
    beforeEach(async () => {
      const market = await makeMarket();
      const passwordHash = await createPasswordHasher().hash(PASSWORD, 'test');
      await seedMarket(market.db, { farms: 60, products: 1000 }, { now: new Date(), passwordHash });
      for (let number = 0; number < 20; number += 1)
        await makeBuyer(market, { email: `buyer${number}@x.ke` });
      // At the server's real cost.
      await market.db.execute(sql`update users set password_hash = ${passwordHash}`);
      server = await startBuiltServer(
        { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' },
        tree,
      );
    }, 240_000);
    afterEach(() => server?.stop());

    const logIn = (email: string, asked: Omit<Question, 'path' | 'body'>, password = PASSWORD) =>
      ask(server, {
        ...asked,
        path: '/api/auth/buyer/verify-credentials',
        body: { email, password },
      });

    type Seen = { milliseconds: number[]; statuses: string[] };

    /**
     * Other clients, each from its own address in one of 25 networks, log in or open the market,
     * every second time a page of it that nobody has opened.
     */
    async function visit(seconds: number): Promise<{ market: Seen; login: Seen }> {
      const agent = new Agent({ keepAlive: true });
      const seen = {
        market: { milliseconds: [], statuses: [] } as Seen,
        login: { milliseconds: [], statuses: [] } as Seen,
      };
      await atRate(VISITS_PER_SECOND, seconds, async (number, dueAt) => {
        const isLogin = number % LOGIN_EVERY === LOGIN_EVERY - 1;
        const asked = { agent, address: `198.18.${number % 25}.${number % 250}` };
        const path = number % 2 === 0 ? '/market' : `/market?minPrice=${1 + number / 100}`;
        const status = await (isLogin
          ? logIn(`buyer${number % 20}@x.ke`, asked)
          : ask(server, { ...asked, path }));
        const { milliseconds, statuses } = seen[isLogin ? 'login' : 'market'];
        milliseconds.push(performance.now() - dueAt);
        statuses.push(String(status));
      });
      agent.destroy();
      return seen;
    }

    async function visitUnder(name: string, startLoad: () => Promise<string[]>) {
      await visit(WARM_UP_SECONDS);
      const load = startLoad();
      const { market, login } = await visit(SECONDS);
      const answered = await load;
      const times = ({ milliseconds }: Seen) =>
        `p50 ${percentile(milliseconds, 50)} ms, p99 ${percentile(milliseconds, 99)} ms`;
      report(
        name.startsWith('wrong') || name.startsWith('nothing') ? 'E103' : 'E105',
        `${tree.label}${SECONDS} s of ${name}: answered ${tally(answered.toSorted())}; others' /market ${tally(market.statuses.toSorted())}, ${times(market)}; login ${tally(login.statuses.toSorted())}, ${times(login)}`,
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
          guesses.push(
            logIn(
              `nobody${burst}-${number}@x.ke`,
              { agent, address: addressOf(burst, number) },
              'Wrong-password-1',
            ),
          );
        }
      }
      const statuses = await Promise.all(guesses);
      agent.destroy();
      return statuses.map(String);
    }

    async function askOnAndOn(pathOf: (number: number) => string): Promise<string[]> {
      const agent = new Agent({ keepAlive: true });
      const endsAt = performance.now() + SECONDS * 1000;
      const statuses: string[] = [];
      let next = 0;
      const asking = Array.from({ length: CONNECTIONS }, async () => {
        while (performance.now() < endsAt) {
          statuses.push(
            String(await ask(server, { path: pathOf(next++), agent, address: '203.0.113.7' })),
          );
        }
      });
      await Promise.all(asking);
      agent.destroy();
      return statuses;
    }

    const cart = (number: number) => {
      const lines = Array.from({ length: 100 }, (_, at) => ({
        productId: 1 + ((number * 7 + at) % 1000),
        quantity: 1,
      }));
      return `/trpc/market.cart?input=${encodeURIComponent(JSON.stringify({ lines }))}`;
    };
    const crops = ['maize', 'tomato', 'kale', 'cabbage', 'onion', 'carrot', 'banana', 'avocado'];
    const picture = (number: number) => {
      const county = counties[number % counties.length] ?? '';
      return `/prices/${crops[Math.floor(number / counties.length) % crops.length]}.png?county=${encodeURIComponent(county)}`;
    };

    const timeout = (SECONDS + 120) * 1000;
    test('no other load: the baseline', { timeout }, () =>
      visitUnder('nothing else', async () => []),
    );
    const wrong = `wrong logins, ${LOGINS_IN_A_SECOND} in a second every ${BURST_EVERY_SECONDS} s,`;
    test(`${wrong} from one address`, { timeout }, () =>
      visitUnder(`${wrong} from one address`, () => guess((burst) => `203.0.113.${burst}`)),
    );
    test(`${wrong} from ${NETWORKS} networks`, { timeout }, () =>
      visitUnder(`${wrong} from ${NETWORKS} networks`, () =>
        guess((_, number) => `203.0.${number % NETWORKS}.7`),
      ),
    );
    test('carts of a hundred lines', { timeout }, () =>
      visitUnder(`carts of a hundred lines over ${CONNECTIONS} connections of one address`, () =>
        askOnAndOn(cart),
      ),
    );
    test('pictures of prices', { timeout }, () =>
      visitUnder(`pictures of prices over ${CONNECTIONS} connections of one address`, () =>
        askOnAndOn(picture),
      ),
    );
  },
);
