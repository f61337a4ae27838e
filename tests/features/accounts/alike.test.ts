import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPasswordHasher } from '#features/accounts/server/passwords.ts';
import { errors } from '#platform/rules/errors.ts';
import { makeBuyer, makeFarmer } from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

const PAIRS = Number(process.env.TIMING_PAIRS ?? 50);
/** Headers that differ between any two answers. */
const OWN_TO_EACH = ['x-request-id', 'date'];

type Probe = { path: string; body: (email: string) => object };
const login: Probe = {
  path: '/api/auth/buyer/verify-credentials',
  body: (email) => ({ email, password: 'Wrong-password-1' }),
};
const farmerLogin: Probe = { ...login, path: '/api/auth/farmer/verify-credentials' };
const forgot: Probe = { path: '/api/auth/forgot-password', body: (email) => ({ email }) };
const loginCode: Probe = {
  path: '/api/auth/send-otp',
  body: (email) => ({ email, purpose: 'login' }),
};
const resetCode: Probe = {
  path: '/api/auth/send-otp',
  body: (email) => ({ email, purpose: 'password_reset' }),
};
const verifyReset: Probe = {
  path: '/api/auth/verify-otp',
  body: (email) => ({ email, purpose: 'password_reset', otp: '000000' }),
};
const verifyLogin: Probe = {
  path: '/api/auth/verify-otp',
  body: (email) => ({ email, purpose: 'login', otp: '000000' }),
};
const reset: Probe = {
  path: '/api/auth/reset-password',
  body: (email) => ({ email, otp: '000000', password: 'Another-2026' }),
};
const probes = {
  login,
  farmerLogin,
  forgot,
  loginCode,
  resetCode,
  verifyReset,
  verifyLogin,
  reset,
};

describe('A9: an answer does not reveal whether an email has an account', () => {
  let market: Market;
  beforeAll(async () => {
    market = await makeMarket();
    // Uses the real hasher, so that the measured times include its cost.
    market.services.passwords = createPasswordHasher();
    await makeBuyer(market, { email: 'known@x.ke' });
    await makeFarmer(market, { email: 'farmer@x.ke' });
    market.advance(61);
  });

  async function ask({ path, body }: Probe, email: string, clientAddress = '10.0.0.1') {
    const response = await market.request(path, {
      body: body(email),
      headers: { 'x-forwarded-for': clientAddress },
    });
    const headers = [...response.headers].filter(([name]) => !OWN_TO_EACH.includes(name));
    return { status: response.status, headers, body: await response.json() };
  }

  test.each(Object.entries(probes))(
    '%s answers alike: status, body and headers, first and repeated',
    async (_, probe) => {
      for (let time = 0; time < 2; time++) {
        const unknown = await ask(probe, 'stranger@x.ke');
        expect(await ask(probe, 'known@x.ke')).toEqual(unknown);
        expect(await ask(probe, 'farmer@x.ke')).toEqual(unknown);
        await market.workThroughOutbox();
      }
      market.advance(61);
    },
  );

  test.each([
    ['en', "This is a buyer's account. Please use Buyer Login."],
    ['sw', 'Hii ni akaunti ya mnunuzi. Tafadhali tumia ukurasa wa kuingia wa mnunuzi.'],
  ] as const)(
    "only the right password makes the other role's login say in %s where to log in",
    async (language, text) => {
      const at = (email: string, password: string) =>
        outcomeOf(market.caller({ language }).auth.verifyFarmerCredentials({ email, password }));
      expect(await at('known@x.ke', 'Mavuno-mema-2026')).toBe('BUYER_ACCOUNT');
      expect(await at('known@x.ke', 'Wrong-2026')).toBe('LOGIN_FAILED');
      expect(await at('stranger@x.ke', 'Mavuno-mema-2026')).toBe('LOGIN_FAILED');
      expect(errors.BUYER_ACCOUNT.text({}, { locale: language })).toBe(text);
      // It opens nothing: a code for the login is refused as before.
      expect(
        await outcomeOf(market.caller().otp.send({ email: 'known@x.ke', purpose: 'login' })),
      ).toBe('LOGIN_FAILED');
    },
  );

  test('the exception is signup, which says that an email is taken', async () => {
    const { status } = await ask(
      { path: '/api/auth/send-otp', body: (email) => ({ email, purpose: 'signup' }) },
      'known@x.ke',
    );
    expect(status).toBe(409);
  });

  // The embedded database shares a thread with the test, so its timing says nothing about the
  // server.
  describe.runIf(isOnPostgres)('nor does its timing', () => {
    test.each(Object.entries({ login, forgot, reset }))(
      `%s: the medians of ${PAIRS} each differ by less than 5 ms`,
      { timeout: 90_000 + PAIRS * 1000 },
      async (name, probe) => {
        let gap = Number.POSITIVE_INFINITY;
        // Other load on the machine can shift a median now and then; a difference in the server
        // would appear in every round.
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
      // The order alternates, so that neither always comes second; each pair waits out the limits
      // of the previous one.
      for (const who of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const startedAt = performance.now();
        await ask(probe, `${who}@x.ke`, `10.9.${Math.floor(i / 5)}.1`);
        times[who].push(performance.now() - startedAt);
      }
      market.advance(61);
      if (i % 5 === 4) await forgetGuesses();
    }
    return { known: median(times.known), unknown: median(times.unknown) };
  }

  /** The per-email limits would answer 429 after fifty guesses. */
  async function forgetGuesses() {
    await market.db.execute(sql`delete from rate_limit_counters`);
    await market.db.execute(sql`delete from outbox_messages`);
  }
});

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
