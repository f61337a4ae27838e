import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '#platform/server/hashes.ts';
import { buyerSignup, makeBuyer, makeFarmer, PASSWORD } from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { countRows, dumpDatabase } from '#tests/setup/rows.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const { email } = buyerSignup();

describe('A13: a session', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });
  const isOpen = async (token: string) =>
    (await outcomeOf(market.caller({ token }).buyer.profile())) === 'accepted';

  async function logIn(rememberMe: boolean): Promise<string> {
    await makeBuyer(market);
    await market.caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
    await market.caller().otp.send({ email, purpose: 'login' });
    const confirmed = await market
      .caller()
      .otp.verify({ email, purpose: 'login', otp: market.lastCode(email), rememberMe });
    if (confirmed.outcome !== 'sessionOpened') throw new Error(confirmed.outcome);
    return confirmed.token;
  }

  /** The time a session stays open when used at this interval, to the step. */
  async function lifeOf(token: string, everySeconds: number): Promise<number> {
    for (let seconds = 0; ; seconds += everySeconds) {
      if (!(await isOpen(token))) return seconds;
      market.advance(everySeconds);
    }
  }

  test.each([
    [false, HOUR, 12 * HOUR],
    [true, DAY, 30 * DAY],
  ])(
    'in steady use (remembered: %s) ends at its absolute limit',
    async (remembered, every, end) => {
      expect(await lifeOf(await logIn(remembered), every)).toBe(end);
      report(
        'A13',
        `${remembered ? 'remembered' : 'plain'} session in steady use ended after ${end / HOUR} h`,
      );
    },
  );

  test.each([
    [false, 4 * HOUR],
    [true, 14 * DAY],
  ])('unused (remembered: %s) ends at its idle limit', async (remembered, end) => {
    const token = await logIn(remembered);
    market.advance(end - 1);
    expect(await isOpen(token)).toBe(true);
    market.advance(end);
    expect(await isOpen(token)).toBe(false);
    report(
      'A13',
      `${remembered ? 'remembered' : 'plain'} session unused for ${end / HOUR} h ended`,
    );
  });

  test('ends when the account is suspended', async () => {
    const token = await logIn(false);
    await market.db.execute(sql`update users set suspended_at = now()`);
    expect(await isOpen(token)).toBe(false);
  });

  test('A12: ended by logging out is ended on the server, and the others continue', async () => {
    const { token } = await makeBuyer(market);
    await market.caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
    await market.caller().otp.send({ email, purpose: 'login' });
    await market.caller().otp.verify({ email, purpose: 'login', otp: market.lastCode(email) });
    expect((await market.request('/api/auth/logout', { token, method: 'POST' })).status).toBe(200);
    expect(await isOpen(token)).toBe(false);
    expect(await countRows(market.db, 'sessions')).toBe(1);
    expect((await market.request('/api/auth/logout', { token, method: 'POST' })).status).toBe(401);
  });

  test('can be ended with the hash of its token, which is good for nothing else', async () => {
    const { token } = await makeBuyer(market);
    const tokenHash = sha256(token);
    expect(await isOpen(tokenHash)).toBe(false);
    await market.caller().auth.endSession({ tokenHash: sha256('another') });
    expect(await isOpen(token)).toBe(true);
    await market.caller().auth.endSession({ tokenHash });
    expect(await isOpen(token)).toBe(false);
    // A device may repeat the request if it missed the answer.
    await market.caller().auth.endSession({ tokenHash });
    expect(await countRows(market.db, 'sessions')).toBe(0);
  });

  test('has a unique token of 256 bits, stored only as its SHA-256', async () => {
    const tokens = [(await makeBuyer(market)).token, (await makeFarmer(market)).token];
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(new Set(tokens).size).toBe(2);
    const dump = await dumpDatabase(market.db);
    for (const token of tokens) expect(dump).not.toContain(token);
  });

  const profile = '/api/buyer/profile';
  test.each<[string, (token: string) => { path: string; headers?: Record<string, string> }]>([
    [
      'a token in the URL',
      (token) => ({ path: `${profile}?token=${token}&authorization=Bearer%20${token}` }),
    ],
    [
      'a cookie',
      (token) => ({ path: profile, headers: { cookie: `token=${token}; authToken=${token}` } }),
    ],
    [
      'another scheme',
      (token) => ({ path: profile, headers: { authorization: `Basic ${token}` } }),
    ],
    [
      'half a token',
      (token) => ({ path: profile, headers: { authorization: `Bearer ${token.slice(0, 30)}` } }),
    ],
    ['no token at all', () => ({ path: profile, headers: { authorization: 'Bearer' } })],
  ])('is not opened by %s', async (_, made) => {
    const { path, headers = {} } = made((await makeBuyer(market)).token);
    expect((await market.request(path, { headers })).status).toBe(401);
  });
});
