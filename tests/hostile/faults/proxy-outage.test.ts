import { canStartCaddy, startCaddy } from '#tests/setup/processes/caddy.ts';
import { kill, startServerChild } from '#tests/setup/processes/children.ts';
import { canStartPostgres, startOwnPostgres } from '#tests/setup/processes/own-postgres.ts';
import { report } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

const UNAVAILABLE = 'The service is not available now. Try again in a moment.';
const MARKET = '/trpc/market.cards?input=%7B%7D';
const AWAY_MILLISECONDS = 6000;
const ANSWER_MILLISECONDS = 5000;

const canRun = isOnPostgres && canStartPostgres && canStartCaddy;

test.runIf(canRun)(
  'E53: behind the shipped proxy, when Postgres is down pages without data are served, and the application answers the rest; back: healthy, without a restart',
  async () => {
    const database = await startOwnPostgres();
    onTestFinished(database.remove);
    const ports: string[] = [];
    while (ports.length < 2) {
      const settings = { DATABASE_URL: database.url, TRUSTED_PROXIES: '127.0.0.1' };
      const { child, word } = await startServerChild(settings);
      onTestFinished(() => kill(child));
      ports.push(word);
    }
    const proxy = await startCaddy(ports);
    onTestFinished(proxy.stop);
    const ask = async (path: string) => {
      const startedAt = performance.now();
      const response = await fetch(proxy.url + path);
      const text = await response.text();
      return { status: response.status, text, milliseconds: performance.now() - startedAt };
    };
    expect(await ask('/readyz')).toMatchObject({ status: 200 });
    await database.stop();
    let asked = 0;
    let longest = 0;
    for (
      const startedAt = performance.now();
      performance.now() - startedAt < AWAY_MILLISECONDS;
      asked += 1
    ) {
      const page = await ask('/');
      expect(page).toMatchObject({ status: 200, text: 'the front page' });
      expect(await ask('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
      const notReady = { status: 503, text: '{"status":"unavailable"}' };
      expect(await ask('/readyz')).toMatchObject(notReady);
      const market = await ask(MARKET);
      expect([market.status, market.text.includes(UNAVAILABLE)]).toEqual([503, true]);
      longest = Math.max(longest, page.milliseconds, market.milliseconds);
    }
    expect(longest).toBeLessThan(ANSWER_MILLISECONDS);
    database.start();
    await expect
      .poll(async () => (await ask(MARKET)).status, { timeout: 20_000, interval: 100 })
      .toBe(200);
    report(
      'E53',
      `Postgres stopped for ${AWAY_MILLISECONDS / 1000} s behind Caddy: the front page and /healthz answered ${asked} times each of ${asked}, the market with a sentence, all within ${Math.round(longest)} ms; back: well again without a restart`,
    );
  },
);
