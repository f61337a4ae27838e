import { beforeEach, describe, expect, test } from 'vitest';
import { prune } from '#app/features.ts';
import type { FarmerSignup } from '#features/farms/rules/farm.ts';
import { farmerSignup, logIn, PASSWORD, proveEmail } from '#tests/factories/people.ts';
import { signUpFarm } from '#tests/factories/sign-ups.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report, tally } from '#tests/setup/report.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { countRows, dumpDatabase } from '#tests/setup/rows.ts';

/** The owner and the thief share this address. */
const SHARED = '10.1.1.1';
const THIEFS_PASSWORD = 'Mwizi-wa-shamba-2026';
const { email } = farmerSignup();
const thiefs = {
  firstName: 'Mwizi',
  lastName: 'Mgeni',
  phoneNumber: '+254733999000',
  nationalId: '98765432',
  password: THIEFS_PASSWORD,
  farmType: 'Fruits (Bananas, Mangoes, Avocados)' as const,
};

describe('A69: a farmer signup completed first by somebody behind the same address', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });

  const prove = (clientAddress = SHARED) =>
    proveEmail(market, email, market.caller({ clientAddress }));
  const signUp = (changes: Partial<FarmerSignup> = {}, clientAddress = SHARED) =>
    signUpFarm(market, changes, clientAddress);
  const loginOf = (password: string) =>
    outcomeOf(
      market.caller({ clientAddress: SHARED }).auth.verifyFarmerCredentials({ email, password }),
    );

  test('is replaced in full by the holder of the token', async () => {
    const signupToken = await prove();
    const theftLocation = { ...farmerSignup().location, addressDescription: 'At the thief' };
    expect(await signUp({ ...thiefs, location: theftLocation })).toBe('accepted');
    expect(await loginOf(THIEFS_PASSWORD)).toBe('accepted');
    expect(await signUp({ signupToken })).toBe('accepted');
    const dump = await dumpDatabase(market.db, { except: ['rate_limit_counters'] });
    for (const trace of ['Mwizi', 'Mgeni', '733999000', '98765432', 'Mangoes', 'At the thief'])
      expect(dump).not.toContain(trace);
    expect(await loginOf(THIEFS_PASSWORD)).toBe('LOGIN_FAILED');
    expect(await countRows(market.db, 'login_passes')).toBe(0);
    const { token } = await logIn(market, { email, password: PASSWORD, role: 'farmer' });
    expect(await market.caller({ token }).farmer.profile()).toMatchObject({
      phoneNumber: '+254112345678',
      firstName: 'Wanjiru',
    });
    report(
      'A69',
      'a signup without the token, then one with it: 1 account, nothing of the first in the database',
    );
  });

  test('stays with its owner if no token is sent: the first login ends the replacement', async () => {
    const signupToken = await prove();
    expect(await signUp()).toBe('accepted');
    await logIn(market, { email, password: PASSWORD, role: 'farmer' });
    expect(await signUp({ ...thiefs, signupToken })).toBe('EMAIL_TAKEN');
    expect(await countRows(market.db, 'farms')).toBe(1);
  });

  test('is not replaced without the token, or with a wrong or used one', async () => {
    const signupToken = await prove();
    expect(await signUp(thiefs)).toBe('accepted');
    expect(await signUp()).toBe('EMAIL_TAKEN');
    expect(await signUp({ signupToken: 'a'.repeat(43) })).toBe('EMAIL_TAKEN');
    expect(await signUp({ signupToken })).toBe('accepted');
    // An account created with the token is not replaced any more.
    expect(await signUp({ ...thiefs, signupToken })).toBe('EMAIL_TAKEN');
    expect(await signUp(thiefs)).toBe('EMAIL_TAKEN');
  });

  test('is replaced by the token of any code of this email entered before, from any address', async () => {
    await prove('10.2.2.2');
    market.advance(61);
    const signupToken = await prove(SHARED);
    market.advance(61);
    await prove('10.2.2.2');
    expect(await signUp(thiefs)).toBe('accepted');
    expect(await signUp({ signupToken }, '10.3.3.3')).toBe('accepted');
  });

  test('can still be replaced after half an hour and a pruning', async () => {
    const signupToken = await prove();
    expect(await signUp(thiefs)).toBe('accepted');
    market.advance(24 * 3600);
    await prune(market.db, market.services.clock());
    expect(await signUp({ signupToken })).toBe('accepted');
  });

  test('is replaced once, however many try at the same time', async () => {
    const signupToken = await prove();
    expect(await signUp(thiefs)).toBe('accepted');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => signUp({ signupToken })));
    expect(tally(outcomes.sort())).toBe('9 EMAIL_TAKEN, 1 accepted');
    expect([await countRows(market.db, 'users'), await countRows(market.db, 'farms')]).toEqual([
      1, 1,
    ]);
    report('A69', `10 signups with the token at once over one without: ${tally(outcomes)}`);
  });

  test('with and without the token at once: the account belongs to the token’s holder', async () => {
    const outcomes: string[] = [];
    for (let round = 0; round < 5; round++) {
      market = await makeMarket();
      const signupToken = await prove();
      const [thief, owner] = await Promise.all([signUp(thiefs), signUp({ signupToken })]);
      expect(owner).toBe('accepted');
      outcomes.push(`thief ${thief}`);
      expect(await loginOf(PASSWORD)).toBe('accepted');
      expect(await countRows(market.db, 'users')).toBe(1);
    }
    report(
      'A69',
      `5 races of a signup with the token and one without: the token's account each time (${tally(outcomes)})`,
    );
  });
});
