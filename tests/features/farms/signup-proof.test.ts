import { prune } from '#app/features.ts';
import type { FarmerSignup } from '#farms/rules/farm.ts';
import { farms } from '#farms/server/tables.ts';
import {
  advance,
  buyerSignup,
  call,
  caller,
  countRows,
  db,
  dumpDatabase,
  farmerSignup,
  givenMarket,
  lastCode,
  logIn,
  makeBuyer,
  now,
  openMarket,
  outcomeOf,
  PASSWORD,
  proveEmail,
  signUpFarm,
  sql,
  tally,
} from '#tests/setup/in-market.ts';

givenMarket();
const HOME = '10.1.1.1';
const ELSEWHERE = '10.2.2.2';
const { email } = farmerSignup();
const accounts = async () => ({
  users: await countRows('users'),
  farms: await countRows('farms'),
  buyers: await countRows('buyers'),
});

describe('A7: a farmer account requires proof of its email', () => {
  const prove = (to = email) => proveEmail(to, caller({ clientAddress: HOME }));
  const signUp = (clientAddress: string, changes: Partial<FarmerSignup> = {}) =>
    signUpFarm(changes, clientAddress);

  test('without it the signup is refused, whatever emailVerified claims', async () => {
    expect(await signUp(HOME, { emailVerified: true })).toBe('EMAIL_NOT_PROVEN');
    expect(await countRows('users')).toBe(0);
  });

  test('farm name, delivery fee and minimum order are optional at sign-up, and have their usual defaults', async () => {
    const named = { farmName: 'Upendo Farm', deliveryFee: 150.5, minimumOrder: 1000 };
    expect(await signUp(HOME, { signupToken: await prove(), ...named })).toBe('accepted');
    const other = 'second@shamba.example';
    expect(await signUp(HOME, { signupToken: await prove(other), email: other })).toBe('accepted');
    const { name, deliveryFeeCents: fee, minimumOrderCents: minimum } = farms;
    expect(await db.select({ name, fee, minimum }).from(farms).orderBy(name)).toEqual([
      { name: 'My Farm', fee: 0, minimum: 0 },
      { name: 'Upendo Farm', fee: 15_050, minimum: 100_000 },
    ]);
  });

  test('the token is valid from any address; without it only the same address counts as proof', async () => {
    const other = 'second@shamba.example';
    expect(await signUp(ELSEWHERE, { signupToken: await prove(other), email: other })).toBe(
      'accepted',
    );
    await prove();
    expect(await signUp(ELSEWHERE)).toBe('EMAIL_NOT_PROVEN');
    expect(await signUp(HOME, { signupToken: 'a'.repeat(43) })).toBe('EMAIL_NOT_PROVEN');
    expect(await signUp(HOME)).toBe('accepted');
  });

  test("one email's token is not valid for another", async () => {
    const signupToken = await prove();
    expect(await signUp(HOME, { signupToken, email: 'other@shamba.example' })).toBe(
      'EMAIL_NOT_PROVEN',
    );
  });

  test.each([
    [30 * 60 - 1, 'accepted'],
    [30 * 60 + 1, 'EMAIL_NOT_PROVEN'],
  ])('after %d s the proof is %s', async (seconds, outcome) => {
    const signupToken = await prove();
    advance(seconds);
    expect(await signUp(HOME, { signupToken })).toBe(outcome);
  });

  test('the proof works once: ten signups with it at once create one account', async () => {
    const signupToken = await prove();
    const signups = Array.from({ length: 10 }, () => signUp(HOME, { signupToken }));
    const outcomes = await Promise.all(signups);
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(await accounts()).toEqual({ users: 1, farms: 1, buyers: 0 });
  });

  test('the proof stays used after its account is deleted', async () => {
    const signupToken = await prove();
    expect(await signUp(HOME, { signupToken })).toBe('accepted');
    await db.execute(sql`truncate users cascade`);
    expect(await signUp(HOME, { signupToken })).toBe('EMAIL_NOT_PROVEN');
  });

  test('a refused signup leaves the proof for the next try', async () => {
    const signupToken = await prove();
    const { location } = farmerSignup();
    const farAway = { ...location, latitude: location.latitude + 0.1 };
    expect(await signUp(HOME, { signupToken, location: farAway })).toBe('PIN_TOO_FAR');
    expect(await signUp(HOME, { signupToken })).toBe('accepted');
  });

  test("a buyer's unverified account with the email is replaced by the farmer who proved it", async () => {
    await caller().auth.signupBuyer(buyerSignup({ email }));
    const signupToken = await prove();
    expect(await signUp(HOME, { signupToken })).toBe('accepted');
    expect(await accounts()).toEqual({ users: 1, farms: 1, buyers: 0 });
  });

  test("a verified buyer's account is not replaced: 409", async () => {
    const signupToken = await prove();
    advance(61);
    await makeBuyer({ email });
    expect(await signUp(HOME, { signupToken })).toBe('EMAIL_TAKEN');
  });

  test('over REST, calls 2, 3 and 7 in turn create the account, with the token or without', async () => {
    for (const withToken of [true, false]) {
      const to = `${withToken}@shamba.example`;
      await call('/api/auth/send-otp', { email: to, purpose: 'signup' });
      const proven = await call('/api/auth/verify-otp', {
        email: to,
        purpose: 'signup',
        otp: lastCode(to),
      });
      expect(proven.body).toMatchObject({
        success: true,
        message: expect.any(String),
        signupToken: expect.stringMatching(/^[\w-]{43}$/),
        token: proven.body.signupToken,
        user: { user_id: null, user_type: 'farmer', email: to, first_name: null, last_name: null },
      });
      const { signupToken } = proven.body;
      const asSession = { token: String(signupToken) };
      const profile = await call('/api/farmer/profile', undefined, asSession);
      expect(profile.status).toBe(401);
      const made = await call('/api/auth/farmer/signup', {
        ...farmerSignup({ email: to }),
        ...(withToken && { signupToken }),
      });
      expect([made.status, made.body.message]).toEqual([
        201,
        'Account created successfully! Please login to continue.',
      ]);
    }
  });
});

describe('A69: a farmer signup completed first by somebody behind the same address', () => {
  const SHARED = '10.1.1.1';
  const THIEFS_PASSWORD = 'Mwizi-wa-shamba-2026';
  const thiefs = {
    ...{ firstName: 'Mwizi', lastName: 'Mgeni', nationalId: '98765432' },
    ...{ phoneNumber: '+254733999000', password: THIEFS_PASSWORD },
    farmType: 'Fruits (Bananas, Mangoes, Avocados)' as const,
  };

  const prove = (clientAddress = SHARED) => proveEmail(email, caller({ clientAddress }));
  const signUp = (changes: Partial<FarmerSignup> = {}, clientAddress = SHARED) =>
    signUpFarm(changes, clientAddress);
  const loginOf = (password: string) =>
    outcomeOf(caller().auth.verifyFarmerCredentials({ email, password }));

  test('is replaced in full by the holder of the token', async () => {
    const signupToken = await prove();
    const theftLocation = { ...farmerSignup().location, addressDescription: 'At the thief' };
    expect(await signUp({ ...thiefs, location: theftLocation })).toBe('accepted');
    expect(await loginOf(THIEFS_PASSWORD)).toBe('accepted');
    expect(await signUp({ signupToken })).toBe('accepted');
    const dump = await dumpDatabase({ except: ['rate_limit_counters'] });
    for (const trace of ['Mwizi', 'Mgeni', '733999000', '98765432', 'Mangoes', 'At the thief'])
      expect(dump).not.toContain(trace);
    expect(await loginOf(THIEFS_PASSWORD)).toBe('LOGIN_FAILED');
    expect(await countRows('login_passes')).toBe(0);
    const { token } = await logIn({ email, password: PASSWORD, role: 'farmer' });
    expect(await caller({ token }).farmer.profile()).toMatchObject({ firstName: 'Wanjiru' });
  });

  test('stays with its owner if no token is sent: the first login ends the replacement', async () => {
    const signupToken = await prove();
    expect(await signUp()).toBe('accepted');
    await logIn({ email, password: PASSWORD, role: 'farmer' });
    expect(await signUp({ ...thiefs, signupToken })).toBe('EMAIL_TAKEN');
    expect(await countRows('farms')).toBe(1);
  });

  test('is not replaced without the token, or with a wrong or used one', async () => {
    const signupToken = await prove();
    expect(await signUp(thiefs)).toBe('accepted');
    expect(await signUp()).toBe('EMAIL_TAKEN');
    expect(await signUp({ signupToken: 'a'.repeat(43) })).toBe('EMAIL_TAKEN');
    expect(await signUp({ signupToken })).toBe('accepted');
    expect(await signUp({ ...thiefs, signupToken })).toBe('EMAIL_TAKEN');
    expect(await signUp(thiefs)).toBe('EMAIL_TAKEN');
  });

  test('is replaced by the token of any code of this email entered before, from any address', async () => {
    await prove('10.2.2.2');
    advance(61);
    const signupToken = await prove(SHARED);
    advance(61);
    await prove('10.2.2.2');
    expect(await signUp(thiefs)).toBe('accepted');
    expect(await signUp({ signupToken }, '10.3.3.3')).toBe('accepted');
  });

  test('can still be replaced after half an hour and a pruning', async () => {
    const signupToken = await prove();
    expect(await signUp(thiefs)).toBe('accepted');
    advance(24 * 3600);
    await prune(db, now());
    expect(await signUp({ signupToken })).toBe('accepted');
  });

  test('is replaced once, however many try at the same time', async () => {
    const signupToken = await prove();
    expect(await signUp(thiefs)).toBe('accepted');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => signUp({ signupToken })));
    expect(tally(outcomes.sort())).toBe('9 EMAIL_TAKEN, 1 accepted');
    expect(await accounts()).toEqual({ users: 1, farms: 1, buyers: 0 });
  });

  test('with and without the token at once: the account belongs to the token’s holder', async () => {
    for (let round = 0; round < 5; round++) {
      await openMarket();
      const signupToken = await prove();
      const [, owner] = await Promise.all([signUp(thiefs), signUp({ signupToken })]);
      expect(owner).toBe('accepted');
      expect(await loginOf(PASSWORD)).toBe('accepted');
      expect(await countRows('users')).toBe(1);
    }
  });
});
