import { makeBuyer, makeFarmer } from '#tests/factories/people.ts';
import {
  advance,
  call,
  caller,
  farmerSignup,
  givenMarket,
  logIn,
  market,
  outcomeOf,
  resetCode,
  signUpFarmer,
} from '#tests/setup/in-market.ts';

givenMarket();

test('a form can ask whether to warn of a password', async () => {
  const { auth } = caller();
  for (const [password, isCommon] of [
    ['Password1', true],
    ['123456', true],
    ['shamba1', false],
    ['Mavuno-mema-2026', false],
  ] as const)
    expect(await auth.judgePassword({ password }), password).toEqual({ isCommon });
});

describe("farmer signup: 'Passwords must match', and no other rule but the login's 'at least 6 characters'", () => {
  test('123456 signs up and logs in', async () => {
    const password = '123456';
    expect((await signUpFarmer({ password })).status).toBe(201);
    await logIn({ email: farmerSignup().email, password, role: 'farmer' });
  });

  test("five characters, with which nobody could log in: 'Password must be at least 6 characters'", async () => {
    const { status, body } = await signUpFarmer({ password: 'mboga' });
    expect(status).toBe(400);
    expect(body.fieldErrors).toEqual({ password: 'Password must be at least 6 characters' });
  });
});

describe("a password that is reset or changed keeps the rule of its role's sign-up", () => {
  const WEAK = 'Password must be 8+ characters with uppercase, lowercase, and number';
  const SHORT = 'Password must be at least 6 characters';
  const reset = (fields: object) => call('/api/auth/reset-password', fields);

  test.each([
    ['farmer', 'at least 6 characters', makeFarmer, 'mboga', 'shamba', SHORT],
    ['buyer', '8 with lowercase, uppercase and a digit', makeBuyer, 'shamba', 'Shamba123', WEAK],
  ] as const)("a %s's: %s", async (role, _, make, bad, good, message) => {
    const { email } = await make(market);
    const otp = await resetCode(email);
    const weak = { status: 400, body: { message, fieldErrors: { password: message } } };
    for (let tries = 0; tries < 6; tries++)
      expect(await reset({ email, otp, password: bad })).toMatchObject(weak);
    expect((await reset({ email, otp, password: good })).status).toBe(200);
    advance(60);
    const { auth } = caller(await logIn({ email, password: good, role }));
    const change = (newPassword: string) =>
      outcomeOf(auth.changePassword({ currentPassword: good, newPassword }));
    expect([await change(bad), await change(`${good}4`)]).toEqual(['INVALID_INPUT', 'accepted']);
  });

  test('the right code says which role it is for, so that the form can show the rule', async () => {
    for (const [role, { email }] of Object.entries({
      buyer: await makeBuyer(market),
      farmer: await makeFarmer(market),
    })) {
      const otp = await resetCode(email);
      const confirmed = await caller().otp.verify({ email, otp, purpose: 'password_reset' });
      expect(confirmed).toEqual({ outcome: 'codeRight', role });
    }
  });
});
