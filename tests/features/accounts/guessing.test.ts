import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { buyerSignup, mailedCode } from '#tests/factories/people.ts';
import { type Market, makeMarket, wrongCode } from '#tests/setup/market.ts';
import { report, tally } from '#tests/setup/report.ts';
import { call, outcomeOf } from '#tests/setup/rest.ts';
import { countRows, rowsOf } from '#tests/setup/rows.ts';

const { email } = buyerSignup();
const purpose = 'signup';

describe('guessing a code', () => {
  let market: Market;
  let right: string;
  beforeEach(async () => {
    market = await makeMarket();
    await market.caller().auth.signupBuyer(buyerSignup());
    right = await mailedCode(market, { email });
  });

  const guess = (otp: string, clientAddress = '127.0.0.1') =>
    outcomeOf(market.caller({ clientAddress }).otp.verify({ email, purpose, otp }));
  const evaluated = async () =>
    (
      await rowsOf<{ n: number }>(
        market.db,
        sql`select sum(attempts)::int as n from one_time_codes`,
      )
    )[0]?.n;

  test('A1: of fifty wrong codes at once at most five are evaluated, and the right one fails afterwards', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => guess(wrongCode(right, i + 1), `10.0.0.${i}`)),
    );
    expect(new Set(outcomes)).toEqual(new Set(['CODE_INVALID']));
    expect(await evaluated()).toBe(5);
    expect(await guess(right)).toBe('CODE_USED_UP');
    expect(await evaluated()).toBe(5);
    expect(await countRows(market.db, 'sessions')).toBe(0);
    report(
      'A1',
      `50 parallel wrong codes, ${await evaluated()} evaluated; the right code after them: refused`,
    );
  });

  test('A2: the right code, sent twenty times at once, opens one session', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => guess(right)));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(await countRows(market.db, 'sessions')).toBe(1);
    report(
      'A2',
      `the right code 20 times in parallel: ${tally(outcomes)}; ${await countRows(market.db, 'sessions')} session`,
    );
  });

  test('after four wrong codes the right one still works', async () => {
    for (let i = 1; i <= 4; i++) expect(await guess(wrongCode(right, i))).toBe('CODE_INVALID');
    expect(await guess(right)).toBe('accepted');
  });

  test('A8: a tRPC batch of a hundred verifications is refused, and none of them counts', async () => {
    const { status, headers } = await batch(100);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(headers.get('content-type')).toContain('application/json');
    expect(await evaluated()).toBe(0);
    report('A8', `a batch of 100 verifications: ${status}, ${await evaluated()} evaluated`);
  });

  test('A8: in a batch of allowed size every verification counts, and REST shares the counter', async () => {
    for (let i = 1; i <= 2; i++)
      await call(market, '/api/auth/verify-otp', {
        email,
        purpose,
        otp: wrongCode(right, 100 + i),
      });
    await batch(10);
    expect(await evaluated()).toBe(5);
    expect(
      (await call(market, '/api/auth/verify-otp', { email, purpose, otp: right })).status,
    ).toBe(400);
    report(
      'A8',
      `2 wrong codes over REST and a batch of 10 over tRPC: ${await evaluated()} evaluated; the right code over REST: refused`,
    );
  });

  async function batch(size: number) {
    const paths = Array.from({ length: size }, () => 'otp.verify').join(',');
    const inputs = Object.fromEntries(
      Array.from({ length: size }, (_, i) => [i, { email, purpose, otp: wrongCode(right, i + 1) }]),
    );
    return market.request(`/trpc/${paths}?batch=1`, { body: inputs });
  }
});
