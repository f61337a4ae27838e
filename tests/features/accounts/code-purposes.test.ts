import { otpPurposes } from '#accounts/rules/account-input.ts';
import {
  advance,
  buyerSignup,
  caller,
  countRows,
  givenMarket,
  lastCode,
  mailedCode,
  makeBuyer,
  makeFarmer,
  outcomeOf,
  PASSWORD,
  refused,
  resetPassword,
  runOutbox,
} from '#tests/setup/in-market.ts';

const { email } = buyerSignup();
givenMarket();
type Purpose = (typeof otpPurposes)[number];
const enter = (otp: string, purpose: Purpose = 'signup') =>
  outcomeOf(caller().otp.verify({ email, purpose, otp }));
const reset = (otp: string, password = 'Another-2026') =>
  outcomeOf(caller().auth.resetPassword({ email, otp, password }));
const passPassword = () => caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
const askForCode = (to = email) => outcomeOf(caller().otp.send({ email: to, purpose: 'login' }));

describe('A7: the purpose of a code', () => {
  async function codeFor(purpose: Purpose): Promise<string> {
    if (purpose === 'signup') await caller().auth.signupBuyer(buyerSignup());
    else await makeBuyer();
    if (purpose === 'login') await passPassword();
    await caller().otp.send({ email, purpose });
    await runOutbox();
    return lastCode(email);
  }

  test.each(otpPurposes)('a code for %s works for no other purpose', async (purpose) => {
    const otp = await codeFor(purpose);
    for (const other of otpPurposes.filter((each) => each !== purpose))
      expect(await enter(otp, other)).toMatch(/^CODE_INVALID/);
    if (purpose !== 'password_reset') expect(await reset(otp)).toMatch(/^CODE_INVALID/);
    expect(await enter(otp, purpose)).toBe('accepted');
  });

  test('a code works for no other person', async () => {
    const other = 'other@x.ke';
    await caller().auth.signupBuyer(buyerSignup());
    await caller().auth.signupBuyer(buyerSignup({ email: other }));
    const own = await mailedCode({ email });
    const theirs = await mailedCode({ email: other });
    // One time in a million the two codes are equal.
    if (theirs !== own) expect(await enter(theirs)).toBe('CODE_INVALID');
  });

  test('a password reset code is counted by verify-otp and consumed only by the reset', async () => {
    const otp = await codeFor('password_reset');
    expect(await enter(otp, 'password_reset')).toBe('accepted');
    expect(await countRows('sessions')).toBe(1);
    expect(await reset(otp)).toBe('accepted');
    expect(await reset(otp, 'Third-one-2026')).toBe('CODE_INVALID_OR_EXPIRED');
  });

  test("a farmer's signup code that arrives after somebody verified a buyer's account opens nothing", async () => {
    const early = await mailedCode({ email });
    advance(61);
    await makeBuyer();
    expect(await enter(early)).not.toBe('accepted');
    expect(await countRows('sessions')).toBe(1);
  });

  test('another signup replaces an unverified account, and invalidates its code', async () => {
    await caller().auth.signupBuyer(buyerSignup({ firstName: 'Impostor' }));
    const otp = await mailedCode({ email });
    await caller().auth.signupBuyer(buyerSignup());
    expect(await enter(otp)).toBe('CODE_INVALID');
    advance(61);
    const buyer = await makeBuyer();
    expect(await caller(buyer).buyer.profile()).toMatchObject({ firstName: 'Achieng' });
  });

  test('a code from before a password reset opens no session after it', async () => {
    const login = await codeFor('login');
    await resetPassword(email, 'Another-2026');
    expect(await enter(login, 'login')).toBe('CODE_INVALID_OR_EXPIRED');
  });
});

describe('A7: sending a login code', () => {
  beforeEach(() => makeBuyer());

  test('the right password allows it for ten minutes', async () => {
    await passPassword();
    advance(599);
    expect(await askForCode()).toBe('accepted');
    advance(2);
    expect(await askForCode()).toBe('CODE_TOO_SOON');
    advance(60);
    expect(await askForCode()).toBe('LOGIN_FAILED');
  });

  test('that permission ends with the first session', async () => {
    await passPassword();
    await askForCode();
    expect(await enter(lastCode(email), 'login')).toBe('accepted');
    advance(61);
    expect(await askForCode()).toBe('LOGIN_FAILED');
  });

  test('a wrong password, or the right one for the other role, does not allow it', async () => {
    const { auth } = caller();
    await outcomeOf(auth.verifyBuyerCredentials({ email, password: 'Wrong-2026' }));
    const farmers = auth.verifyFarmerCredentials({ email, password: PASSWORD });
    await refused(farmers, 'BUYER_ACCOUNT');
    expect(await askForCode()).toBe('LOGIN_FAILED');
  });

  test("one person's permission is not valid for another", async () => {
    const farmer = await makeFarmer();
    await passPassword();
    expect(await askForCode(farmer.email)).toMatch(/LOGIN_FAILED|CODE_TOO_SOON/);
    advance(61);
    expect(await askForCode(farmer.email)).toBe('LOGIN_FAILED');
  });
});
