import { createPasswordHasher } from '#accounts/server/passwords.ts';
import {
  advance,
  db,
  givenOneMarket,
  isOnPostgres,
  makeBuyer,
  makeFarmer,
  report,
  request,
  runOutbox,
  services,
  sql,
} from '#tests/setup/in-market.ts';

const PAIRS = Number(process.env.TIMING_PAIRS ?? 50);
const OWN_TO_EACH = ['x-request-id', 'date'];

type Probe = { path: string; body: (email: string) => object };
const probe = (path: string, fields: object = {}): Probe => ({
  path: `/api/auth/${path}`,
  body: (email) => ({ email, ...fields }),
});
const otp = '000000';
const timed = {
  login: probe('buyer/verify-credentials', { password: 'Wrong-password-1' }),
  forgot: probe('forgot-password'),
  reset: probe('reset-password', { otp, password: 'shamba' }),
};
const probes = {
  ...timed,
  farmerLogin: probe('farmer/verify-credentials', { password: 'Wrong-password-1' }),
  loginCode: probe('send-otp', { purpose: 'login' }),
  resetCode: probe('send-otp', { purpose: 'password_reset' }),
  verifyReset: probe('verify-otp', { purpose: 'password_reset', otp }),
  verifyLogin: probe('verify-otp', { purpose: 'login', otp }),
};

givenOneMarket();
beforeAll(async () => {
  services.passwords = createPasswordHasher();
  await makeBuyer({ email: 'known@x.ke' });
  await makeFarmer({ email: 'farmer@x.ke' });
  advance(61);
});

async function ask({ path, body }: Probe, email: string, clientAddress = '10.0.0.1') {
  const response = await request(path, {
    body: body(email),
    headers: { 'x-forwarded-for': clientAddress },
  });
  const headers = [...response.headers].filter(([name]) => !OWN_TO_EACH.includes(name));
  return { status: response.status, headers, body: await response.json() };
}

test.each(Object.entries(probes))(
  '%s answers alike in status, body and headers, also when repeated',
  async (_, probe) => {
    for (let time = 0; time < 2; time++) {
      const unknown = await ask(probe, 'stranger@x.ke');
      expect(await ask(probe, 'known@x.ke')).toEqual(unknown);
      expect(await ask(probe, 'farmer@x.ke')).toEqual(unknown);
      await runOutbox();
    }
    advance(61);
  },
);

// The embedded database shares a thread with the test: its timing says nothing.
describe.runIf(isOnPostgres)('the time of an answer does not reveal it either', () => {
  test.each(Object.entries(timed))(
    `%s: the medians of ${PAIRS} each differ by less than 5 ms`,
    { timeout: 90_000 + PAIRS * 1000 },
    async (name, probe) => {
      let gap = Number.POSITIVE_INFINITY;
      // Other load can shift a median; a difference in the server appears in every round.
      for (let round = 1; round <= 5 && gap >= 5; round++) {
        const { known, unknown } = await medianTimes(probe);
        gap = Math.abs(known - unknown);
        report(
          'A9',
          `${name}: median ${known.toFixed(2)} ms known, ${unknown.toFixed(2)} ms unknown, ${PAIRS} each`,
        );
      }
      expect(gap).toBeLessThan(5);
    },
  );
});

async function medianTimes(probe: Probe) {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let i = 0; i < PAIRS; i++) {
    for (const who of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const startedAt = performance.now();
      await ask(probe, `${who}@x.ke`, `10.9.${Math.floor(i / 5)}.1`);
      times[who].push(performance.now() - startedAt);
    }
    advance(61);
    // The limits of an email would answer 429 after fifty guesses.
    if (i % 5 === 4)
      for (const table of ['rate_limit_counters', 'outbox_messages'])
        await db.execute(sql`delete from ${sql.identifier(table)}`);
  }
  return { known: median(times.known), unknown: median(times.unknown) };
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
