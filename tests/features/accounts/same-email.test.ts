import { beforeEach, describe, expect, test } from 'vitest';
import type { BuyerSignup } from '#features/accounts/rules/account.ts';
import {
  buyerSignup,
  farmerSignup,
  makeBuyer,
  makeFarmer,
  PASSWORD,
  proveEmail,
} from '#tests/factories/people.ts';
import { meanwhile } from '#tests/setup/database/meanwhile.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report, tally } from '#tests/setup/report.ts';
import { call, outcomeOf } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';

describe('A14: one account per email', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });

  const signUp = (change: Partial<BuyerSignup>) =>
    outcomeOf(market.caller().auth.signupBuyer(buyerSignup(change)));
  const logInWith = (email: string) =>
    outcomeOf(market.caller().auth.verifyBuyerCredentials({ email, password: PASSWORD }));

  test('A@x.ke and a@x.ke are one account', async () => {
    await makeBuyer(market, { email: 'A@x.ke' });
    expect(await signUp({ email: 'a@X.KE' })).toBe('EMAIL_TAKEN');
    expect(await logInWith('a@x.ke')).toBe('accepted');
  });

  test('ten signups at once create one row, and none fails', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        call(
          market,
          '/api/auth/buyer/signup',
          buyerSignup({ email: i % 2 ? 'a@x.ke' : 'A@X.ke', firstName: `Name${'abcdefghij'[i]}` }),
        ),
      ),
    );
    expect(await countRows(market.db, 'users')).toBe(1);
    expect(await countRows(market.db, 'buyers')).toBe(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    report(
      'A14',
      `10 signups in parallel: ${tally(answers.map(({ status }) => String(status)))}; 1 row`,
    );
  });

  test('a farmer and a buyer at once with one email create one account', async () => {
    const { email } = farmerSignup();
    const signupToken = await proveEmail(market, email);
    const outcomes = await Promise.all([
      outcomeOf(market.caller().auth.signupFarmer({ ...farmerSignup(), signupToken })),
      signUp({ email }),
    ]);
    expect(outcomes[0]).toBe('accepted');
    expect(await countRows(market.db, 'users')).toBe(1);
    expect(await countRows(market.db, 'farms')).toBe(1);
  });

  test.each([
    ['a Turkish İ for an i', 'k\u0130mani@x.ke'],
    ['a Kelvin sign for a k', '\u212aimani@x.ke'],
  ])("%s never sends the owner's code to another mailbox", async (_, lookalike) => {
    const email = 'kimani@x.ke';
    await market.caller().auth.signupBuyer(buyerSignup({ email }));
    await market.caller().otp.send({ email: lookalike, purpose: 'signup' });
    const { to } = market.mailbox.at(-1) ?? { to: '' };
    const confirmed = await market
      .caller()
      .otp.verify({ email: lookalike, purpose: 'signup', otp: market.lastCode(to) });
    // Either it equals her address in every letter, or it belongs to somebody else and proves
    // nothing about hers.
    if (to !== email) {
      expect(confirmed.outcome).toBe('emailProven');
      expect(await outcomeOf(market.caller().auth.signupFarmer(farmerSignup({ email })))).toBe(
        'EMAIL_NOT_PROVEN',
      );
    }
  });

  test('an account replaced during its password check opens no session, without an internal error', async () => {
    await signUp({});
    meanwhile(market, () => signUp({ password: 'Ndizi-mbivu-2026' }));
    expect(await logInWith(buyerSignup().email)).toBe('LOGIN_FAILED');
    expect(await countRows(market.db, 'login_passes')).toBe(0);
  });

  test("a farmer's email is taken for buyers too", async () => {
    const { email } = await makeFarmer(market);
    expect(await signUp({ email })).toBe('EMAIL_TAKEN');
  });

  test('phone numbers and national IDs need not be unique', async () => {
    await makeBuyer(market);
    await makeBuyer(market, { email: 'sister@duka.example' });
    expect(await countRows(market.db, 'users')).toBe(2);
  });
});
