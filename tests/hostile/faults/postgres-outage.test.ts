import { buyerSignup } from '#tests/factories/people.ts';
import { asJson } from '#tests/hostile/parts/clients.ts';
import { kill, startServerChild } from '#tests/setup/processes/children.ts';
import { canStartPostgres, startOwnPostgres } from '#tests/setup/processes/own-postgres.ts';
import { report } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

const UNAVAILABLE = 'The service is not available now. Try again in a moment.';
const requests: [path: string, body: object | null][] = [
  [`/trpc/market.cards?input=${encodeURIComponent('{}')}`, null],
  ['/api/auth/login', { email: 'a@x.ke', password: 'Mavuno-mema-2026' }],
  ['/api/auth/send-otp', { email: 'b@x.ke', purpose: 'signup' }],
  ['/api/auth/buyer/signup', buyerSignup()],
  ['/api/buyer/profile', null],
];

describe.runIf(isOnPostgres && canStartPostgres)('E38: when Postgres is down', () => {
  let database: Awaited<ReturnType<typeof startOwnPostgres>>;
  let server: Awaited<ReturnType<typeof startServerChild>>;
  beforeAll(async () => {
    database = await startOwnPostgres();
    const settings = { DATABASE_URL: database.url, TRUSTED_PROXIES: '127.0.0.1' };
    server = await startServerChild(settings);
    await recovery();
  });
  afterAll(async () => {
    await kill(server.child);
    await database.remove();
  });

  async function ask(path: string, body: object | null = null, client = 0) {
    const startedAt = performance.now();
    const headers = { 'x-forwarded-for': `102.${client}.0.1` };
    const init = asJson({ token: 'a'.repeat(43), headers, ...(body && { body }) });
    const response = await fetch(`http://127.0.0.1:${server.word}${path}`, init);
    const text = await response.text();
    const milliseconds = Math.round(performance.now() - startedAt);
    return { status: response.status, text, milliseconds };
  }
  const askAll = () =>
    Promise.all(
      requests.flatMap(([path, body]) =>
        Array.from({ length: 8 }, (_, client) => ask(path, body, client)),
      ),
    );

  async function expectUnavailable(withinMilliseconds: number): Promise<number> {
    const answers = await askAll();
    for (const { status, text } of answers)
      expect([status, text.includes(UNAVAILABLE)]).toEqual([503, true]);
    const longest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
    expect(longest).toBeLessThan(withinMilliseconds);
    expect(await ask('/healthz')).toMatchObject({ status: 200 });
    expect(await ask('/readyz')).toMatchObject({ status: 503 });
    return longest;
  }

  async function recovery(): Promise<number> {
    const startedAt = performance.now();
    const countFailed = async () => (await askAll()).filter(({ status }) => status >= 500).length;
    // Also before the tests, where expect.poll cannot be used.
    await vi.waitFor(async () => expect(await countFailed()).toBe(0), { timeout: 20_000 });
    expect(await ask('/readyz')).toMatchObject({ status: 200 });
    return Math.round(performance.now() - startedAt);
  }

  test('stopped: 503 within two seconds, and anything that needs no database still works; back: healthy within ten, without a restart', async () => {
    await database.stop();
    const longest = await expectUnavailable(2000);
    database.start();
    const milliseconds = await recovery();
    expect(milliseconds).toBeLessThan(10_000);
    report(
      'E38',
      `stopped: ${requests.length * 8} requests answered 503, the last after ${longest} ms; back: well after ${milliseconds} ms`,
    );
  });

  test('frozen: 503 within five seconds, each time; thawed: healthy within ten', async () => {
    database.freeze();
    const longest = Math.max(await expectUnavailable(5000), await expectUnavailable(5000));
    database.thaw();
    const milliseconds = await recovery();
    expect(milliseconds).toBeLessThan(10_000);
    report(
      'E38',
      `frozen: ${2 * requests.length * 8} requests answered 503, the last after ${longest} ms; thawed: well after ${milliseconds} ms`,
    );
  });
});
