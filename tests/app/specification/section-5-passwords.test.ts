import { beforeEach, describe, expect, test } from 'vitest';
import { farmerSignup, logIn, makeBuyer, makeFarmer } from '#tests/factories/people.ts';
import { signUpBuyer, signUpFarmer } from '#tests/factories/sign-ups.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call, outcomeOf } from '#tests/setup/rest.ts';

let market: Market;

beforeEach(async () => {
  market = await makeMarket();
});

describe("buyer signup: 'password: at least 8 characters with a lowercase letter, an uppercase letter and a digit'", () => {
  test.each(['Password1', 'Qwerty123'])(
    '%s keeps the rule and signs up, common as it is',
    async (password) => {
      expect((await signUpBuyer(market, { password })).status).toBe(201);
    },
  );

  test("password1: 'Password must be 8+ characters with uppercase, lowercase, and number'", async () => {
    const { status, body } = await signUpBuyer(market, { password: 'password1' });
    const message = 'Password must be 8+ characters with uppercase, lowercase, and number';
    expect([status, body.message]).toEqual([400, message]);
  });

  test('a form can ask whether to warn of a password, which refuses nothing', async () => {
    const { auth } = market.caller();
    for (const password of ['Password1', 'Test1234', 'shamba1', '123456']) {
      expect(await auth.judgePassword({ password }), password).toEqual({
        isCommon: password !== 'shamba1',
      });
    }
    expect(await auth.judgePassword({ password: 'Mavuno-mema-2026' })).toEqual({ isCommon: false });
  });
});

describe("farmer signup: 'Passwords must match', and no other rule but the login's 'at least 6 characters'", () => {
  test.each(['shamba', '123456'])('%s signs up and logs in', async (password) => {
    expect((await signUpFarmer(market, { password })).status).toBe(201);
    await logIn(market, { email: farmerSignup().email, password, role: 'farmer' });
  });

  test("five characters, with which nobody could log in: 'Password must be at least 6 characters'", async () => {
    const { status, body } = await signUpFarmer(market, { password: 'mboga' });
    expect(status).toBe(400);
    expect(body.fieldErrors).toEqual({ password: 'Password must be at least 6 characters' });
  });
});

describe("a password that is reset or changed keeps the rule of its role's sign-up", () => {
  const WEAK = 'Password must be 8+ characters with uppercase, lowercase, and number';
  const SHORT = 'Password must be at least 6 characters';

  async function resetCode(email: string) {
    await call(market, '/api/auth/forgot-password', { email });
    await market.workThroughOutbox();
    return market.lastCode(email);
  }
  const reset = (fields: object) => call(market, '/api/auth/reset-password', fields);

  test("a farmer's: at least 6 characters", async () => {
    const farm = await makeFarmer(market);
    const otp = await resetCode(farm.email);
    expect(await reset({ email: farm.email, otp, password: 'mboga' })).toMatchObject({
      status: 400,
      body: { message: SHORT },
    });
    expect((await reset({ email: farm.email, otp, password: 'shamba' })).status).toBe(200);
    market.advance(60);
    const { token } = await logIn(market, {
      email: farm.email,
      password: 'shamba',
      role: 'farmer',
    });
    const { auth } = market.caller({ token });
    expect(
      await outcomeOf(auth.changePassword({ currentPassword: 'shamba', newPassword: 'mboga' })),
    ).toBe('INVALID_INPUT');
    expect(
      await outcomeOf(auth.changePassword({ currentPassword: 'shamba', newPassword: '123456' })),
    ).toBe('accepted');
  });

  test("a buyer's: at least 8 with lowercase, uppercase and a digit; the code goes on working", async () => {
    const buyer = await makeBuyer(market);
    const otp = await resetCode(buyer.email);
    for (let tries = 0; tries < 6; tries++) {
      const { status, body } = await reset({ email: buyer.email, otp, password: 'shamba' });
      expect([status, body.message, body.fieldErrors]).toEqual([400, WEAK, { password: WEAK }]);
    }
    expect((await reset({ email: buyer.email, otp, password: 'Shamba123' })).status).toBe(200);
    market.advance(60);
    const { token } = await logIn(market, {
      email: buyer.email,
      password: 'Shamba123',
      role: 'buyer',
    });
    const changing = market
      .caller({ token })
      .auth.changePassword({ currentPassword: 'Shamba123', newPassword: 'shamba' });
    expect(await outcomeOf(changing)).toBe('INVALID_INPUT');
  });

  test('without the right code nobody learns whose rule it would be, or whether there is an account', async () => {
    const buyer = await makeBuyer(market);
    const farm = await makeFarmer(market);
    const answers = [];
    for (const email of [buyer.email, farm.email, 'nobody@x.example']) {
      if (email !== 'nobody@x.example') await resetCode(email);
      const { status, body } = await reset({ email, otp: '000000', password: 'shamba' });
      answers.push([status, body]);
    }
    const message = 'Invalid or expired OTP. Please try again.';
    const same = [400, { success: false, message, code: 'CODE_INVALID_OR_EXPIRED' }];
    expect(answers).toEqual([same, same, same]);
  });

  test('the right code says which role it is for, so that the form can show the rule', async () => {
    for (const [role, { email }] of Object.entries({
      buyer: await makeBuyer(market),
      farmer: await makeFarmer(market),
    })) {
      const otp = await resetCode(email);
      const confirmed = await market.caller().otp.verify({ email, otp, purpose: 'password_reset' });
      expect(confirmed).toEqual({ outcome: 'codeRight', role });
    }
  });
});
