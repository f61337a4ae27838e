import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { buyerSignup, mailedCode, makeBuyer, PASSWORD } from '#tests/factories/people.ts';
import { type Market, makeMarket, wrongCode } from '#tests/setup/market.ts';
import { report, tally } from '#tests/setup/report.ts';
import { call, outcomeOf, refusalOf } from '#tests/setup/rest.ts';
import { countRows, rowsOf } from '#tests/setup/rows.ts';

let market: Market;
beforeEach(async () => {
  market = await makeMarket();
});
const { email } = buyerSignup();
const purpose = 'signup';

describe('the life of a code', () => {
  beforeEach(async () => {
    await market.caller().auth.signupBuyer(buyerSignup());
  });

  const send = () => mailedCode(market, { email });
  const enter = (otp: string) => outcomeOf(market.caller().otp.verify({ email, purpose, otp }));

  test.each([
    [599, 'accepted'],
    [600, 'CODE_INVALID'],
    [601, 'CODE_INVALID'],
  ])('A3: entered after %d s it is %s', async (seconds, outcome) => {
    const code = await send();
    market.advance(seconds);
    expect(await enter(code)).toBe(outcome);
    report('A3', `after ${seconds} s: ${outcome}`);
  });

  test('A4: a code is accepted once, and a new one invalidates the old one', async () => {
    const old = await send();
    market.advance(60);
    const fresh = await send();
    expect(await enter(old)).toBe('CODE_INVALID');
    expect(await enter(fresh)).toBe('accepted');
    expect(await enter(fresh)).toBe('CODE_INVALID');
  });

  test("A4: a new code does not reset the account's failures", async () => {
    for (let code = 1; code <= 2; code++) {
      const right = await send();
      for (let i = 1; i <= 5; i++) expect(await enter(wrongCode(right, i))).toBe('CODE_INVALID');
      market.advance(60);
    }
    expect(await enter(await send())).toBe('TOO_MANY_ATTEMPTS');
    expect(await countRows(market.db, 'wrong_codes')).toBe(10);
    report('A4', '10 wrong codes over two codes: the third code waits its hour');
  });

  test('a guess without a live code does not count', async () => {
    for (let i = 0; i < 30; i++) expect(await enter('000000')).toBe('CODE_INVALID');
    expect(await countRows(market.db, 'wrong_codes')).toBe(0);
    expect(await enter(await send())).toBe('accepted');
  });

  test('an email and purpose never have two live codes, however many requests arrive at once', async () => {
    await Promise.all(
      Array.from({ length: 10 }, () => outcomeOf(market.caller().otp.send({ email, purpose }))),
    );
    expect(market.mailbox).toHaveLength(1);
    expect(
      await countRows(market.db, 'one_time_codes', sql`consumed_at is null and voided_at is null`),
    ).toBe(1);
  });

  test("upper and lower case of an address share a code, which is mailed to the account's address", async () => {
    await market.caller().otp.send({ email: email.toUpperCase(), purpose });
    expect(await enter(market.lastCode(email))).toBe('accepted');
  });
});

describe('guessing a code', () => {
  let right: string;
  beforeEach(async () => {
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

describe('the rate of code mails', () => {
  const send = (purpose: 'signup' | 'login' | 'password_reset', to = email) =>
    market.caller().otp.send({ email: to, purpose });

  test('A6: a second code within 60 s is refused, with the seconds to wait, whether or not the first was used', async () => {
    await market.caller().auth.signupBuyer(buyerSignup());
    await send('signup');
    market.advance(15);
    expect(await refusalOf(send('signup'))).toMatchObject({
      code: 'CODE_TOO_SOON',
      retryAfterSeconds: 45,
      codeExpiresInSeconds: 585,
    });
    const otp = market.lastCode(email);
    await market.caller().otp.verify({ email, purpose: 'signup', otp });
    expect(await refusalOf(send('signup'))).toMatchObject({
      code: 'CODE_TOO_SOON',
      retryAfterSeconds: 45,
      codeExpiresInSeconds: 0,
    });
    market.advance(44);
    expect(await outcomeOf(send('signup'))).toBe('CODE_TOO_SOON');
    market.advance(1);
    // The account is verified now, so the check after the rate limit refuses.
    expect(await outcomeOf(send('signup'))).toBe('EMAIL_TAKEN');
    report(
      'A6',
      'a second code after 15 s and 59 s refused, with Retry-After 45 and 1; after 60 s no longer',
    );
  });

  test('A6: over REST it is a 429 with Retry-After, before any other check', async () => {
    await makeBuyer(market);
    const { status, headers, body } = await call(market, '/api/auth/resend-otp', {
      email,
      purpose: 'signup',
    });
    expect({ status, retryAfter: headers.get('retry-after') }).toEqual({
      status: 429,
      retryAfter: '60',
    });
    expect(body).toEqual({
      success: false,
      message: expect.stringContaining('in 60 seconds'),
      code: 'CODE_TOO_SOON',
      codeExpiresInSeconds: 0,
    });
  });

  test('A6: the case of the address does not matter, and each purpose has its own limit', async () => {
    await makeBuyer(market);
    expect(await outcomeOf(send('signup', email.toUpperCase()))).toBe('CODE_TOO_SOON');
    await market.caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
    expect(await outcomeOf(send('login'))).toBe('accepted');
    expect(await outcomeOf(send('password_reset'))).toBe('accepted');
    expect(await outcomeOf(send('password_reset'))).toBe('CODE_TOO_SOON');
  });

  test('A6: an email gets ten code mails in any hour, and the eleventh is told when to retry', async () => {
    await market.caller().auth.signupBuyer(buyerSignup());
    for (let i = 0; i < 10; i++) {
      expect(await outcomeOf(send('signup'))).toBe('accepted');
      market.advance(61);
    }
    expect(await refusalOf(send('signup'))).toMatchObject({
      code: 'CODE_TOO_SOON',
      retryAfterSeconds: 3600 - 610,
    });
    market.advance(3600 - 610);
    expect(await outcomeOf(send('signup'))).toBe('accepted');
    expect(market.mailbox).toHaveLength(11);
    report('A6', '10 mails in an hour, the 11th refused until an hour after the first');
  });

  test('password resets, which anybody may request, leave three mails an hour for login codes', async () => {
    await makeBuyer(market);
    market.advance(3600);
    const outcomes = [];
    for (let i = 0; i < 10; i++) {
      outcomes.push(await outcomeOf(send('password_reset')));
      market.advance(61);
    }
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(7);
    await market.caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
    for (let i = 0; i < 3; i++) {
      expect(await outcomeOf(send('login'))).toBe('accepted');
      market.advance(61);
    }
    expect(await outcomeOf(send('login'))).toBe('CODE_TOO_SOON');
  });

  test('a request refused for another reason does not count', async () => {
    await makeBuyer(market);
    expect(await outcomeOf(send('login'))).toBe('LOGIN_FAILED');
    await market.caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
    expect(await outcomeOf(send('login'))).toBe('accepted');
  });
});
