import { beforeEach, describe, expect, test } from 'vitest';
import { otpPurposes } from '#features/accounts/rules/otp.ts';
import { buyerSignup, makeBuyer, makeFarmer, PASSWORD } from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';
import { call, outcomeOf } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';

const { email } = buyerSignup();

describe('A7: the purpose of a code', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });

  /** A live code of this purpose, for an account that may have one. */
  async function codeFor(purpose: (typeof otpPurposes)[number]): Promise<string> {
    if (purpose === 'signup') await market.caller().auth.signupBuyer(buyerSignup());
    else await makeBuyer(market);
    if (purpose === 'login')
      await market.caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
    await market.caller().otp.send({ email, purpose });
    await market.workThroughOutbox();
    return market.lastCode(email);
  }

  test.each(otpPurposes)('a code for %s works for no other purpose', async (purpose) => {
    const otp = await codeFor(purpose);
    for (const other of otpPurposes.filter((each) => each !== purpose)) {
      expect(await outcomeOf(market.caller().otp.verify({ email, purpose: other, otp }))).toMatch(
        /^CODE_INVALID/,
      );
    }
    if (purpose !== 'password_reset') {
      expect(
        await outcomeOf(
          market.caller().auth.resetPassword({ email, otp, password: 'Another-2026' }),
        ),
      ).toMatch(/^CODE_INVALID/);
    }
    expect(await outcomeOf(market.caller().otp.verify({ email, purpose, otp }))).toBe('accepted');
  });

  test('a code works for no other person', async () => {
    await market.caller().auth.signupBuyer(buyerSignup());
    await market.caller().auth.signupBuyer(buyerSignup({ email: 'other@x.ke' }));
    for (const to of [email, 'other@x.ke'])
      await market.caller().otp.send({ email: to, purpose: 'signup' });
    const theirs = market.lastCode('other@x.ke');
    // One time in a million the two codes are equal.
    if (theirs !== market.lastCode(email)) {
      expect(
        await outcomeOf(market.caller().otp.verify({ email, purpose: 'signup', otp: theirs })),
      ).toBe('CODE_INVALID');
    }
  });

  test('a password reset code is counted by verify-otp and consumed only by the reset, with or without verify-otp before it', async () => {
    const otp = await codeFor('password_reset');
    expect(await market.caller().otp.verify({ email, purpose: 'password_reset', otp })).toEqual({
      outcome: 'codeRight',
      role: 'buyer',
    });
    expect(await countRows(market.db, 'sessions')).toBe(1);
    expect(
      await outcomeOf(market.caller().auth.resetPassword({ email, otp, password: 'Another-2026' })),
    ).toBe('accepted');
    expect(
      await outcomeOf(
        market.caller().auth.resetPassword({ email, otp, password: 'Third-one-2026' }),
      ),
    ).toBe('CODE_INVALID_OR_EXPIRED');
  });

  test('a signup code for an email with a verified account is refused, and opens no session', async () => {
    await makeBuyer(market);
    market.advance(61);
    const { status, body } = await call(market, '/api/auth/send-otp', { email, purpose: 'signup' });
    expect([status, body.message]).toEqual([
      409,
      'An account with this email already exists. Please log in instead.',
    ]);
    expect(market.mailbox).toHaveLength(1);
  });

  test("a farmer's signup code that arrives after somebody verified a buyer's account opens nothing", async () => {
    await market.caller().otp.send({ email, purpose: 'signup' });
    const early = market.lastCode(email);
    market.advance(61);
    await makeBuyer(market);
    expect(
      await outcomeOf(market.caller().otp.verify({ email, purpose: 'signup', otp: early })),
    ).not.toBe('accepted');
    expect(await countRows(market.db, 'sessions')).toBe(1);
  });

  test('another signup with an unverified email invalidates the earlier code', async () => {
    const otp = await codeFor('signup');
    await market.caller().auth.signupBuyer(buyerSignup({ firstName: 'Impostor' }));
    expect(await outcomeOf(market.caller().otp.verify({ email, purpose: 'signup', otp }))).toBe(
      'CODE_INVALID',
    );
  });

  test('a code from before a password reset opens no session after it', async () => {
    await makeBuyer(market);
    await market.caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
    await market.caller().otp.send({ email, purpose: 'login' });
    const login = market.lastCode(email);
    await market.caller().auth.forgotPassword({ email });
    await market.workThroughOutbox();
    await market
      .caller()
      .auth.resetPassword({ email, otp: market.lastCode(email), password: 'Another-2026' });
    expect(
      await outcomeOf(market.caller().otp.verify({ email, purpose: 'login', otp: login })),
    ).toBe('CODE_INVALID_OR_EXPIRED');
  });
});

describe('A7: sending a login code', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
    await makeBuyer(market);
  });
  const passPassword = () =>
    market.caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
  const askForCode = () => outcomeOf(market.caller().otp.send({ email, purpose: 'login' }));

  test('a client without cookies that makes calls 5, 2 and 3 in turn is logged in; one that skips 5 gets no code', async () => {
    const skipped = await call(market, '/api/auth/send-otp', { email, purpose: 'login' });
    expect(skipped.status).toBe(401);
    expect(
      (await call(market, '/api/auth/buyer/verify-credentials', { email, password: PASSWORD }))
        .status,
    ).toBe(200);
    expect((await call(market, '/api/auth/send-otp', { email, purpose: 'login' })).status).toBe(
      200,
    );
    const entered = await call(market, '/api/auth/verify-otp', {
      email,
      purpose: 'login',
      otp: market.lastCode(email),
    });
    expect([entered.status, typeof entered.body.token]).toEqual([200, 'string']);
    report('A7', 'calls 5, 2, 3 log in; 2, 3 without 5: 401');
  });

  test('the right password allows it for ten minutes', async () => {
    await passPassword();
    market.advance(599);
    expect(await askForCode()).toBe('accepted');
    market.advance(2);
    expect(await askForCode()).toBe('CODE_TOO_SOON');
    market.advance(60);
    expect(await askForCode()).toBe('LOGIN_FAILED');
  });

  test('that permission ends with the first session, also one opened by the signup code', async () => {
    await passPassword();
    await askForCode();
    await market.caller().otp.verify({ email, purpose: 'login', otp: market.lastCode(email) });
    market.advance(61);
    expect(await askForCode()).toBe('LOGIN_FAILED');
  });

  test('a wrong password, or the right one for the other role, does not allow it', async () => {
    await outcomeOf(market.caller().auth.verifyBuyerCredentials({ email, password: 'Wrong-2026' }));
    expect(
      await outcomeOf(market.caller().auth.verifyFarmerCredentials({ email, password: PASSWORD })),
    ).toBe('BUYER_ACCOUNT');
    expect(await askForCode()).toBe('LOGIN_FAILED');
  });

  test("the code goes to the account's address, however the address was typed", async () => {
    await passPassword();
    await market.caller().otp.send({ email: email.toUpperCase(), purpose: 'login' });
    expect(market.mailbox.at(-1)?.to).toBe(email);
  });

  test("one person's permission is not valid for another", async () => {
    const farmer = await makeFarmer(market);
    await passPassword();
    expect(
      await outcomeOf(market.caller().otp.send({ email: farmer.email, purpose: 'login' })),
    ).toMatch(/LOGIN_FAILED|CODE_TOO_SOON/);
    market.advance(61);
    expect(
      await outcomeOf(market.caller().otp.send({ email: farmer.email, purpose: 'login' })),
    ).toBe('LOGIN_FAILED');
  });
});
