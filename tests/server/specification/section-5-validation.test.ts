import { beforeEach, describe, expect, test } from 'vitest';
import { buyerSignup, farmerSignup, logIn } from '../../factories/people.ts';
import { type Market, makeMarket } from '../../setup/market.ts';
import { call } from '../../setup/rest.ts';

let market: Market;
beforeEach(async () => {
  market = await makeMarket();
});

const signUpBuyer = (fields: Record<string, unknown>) => call(market, '/api/auth/buyer/signup', { ...buyerSignup(), ...fields });

/** Goes through call 7 with a proven e-mail. */
async function signUpFarmer(fields: Record<string, unknown>) {
  const signup = farmerSignup();
  const { email } = signup;
  await market.caller().otp.send({ email, purpose: 'signup' });
  const proven = await market.caller().otp.verify({ email, purpose: 'signup', otp: market.lastCode(email) });
  if (proven.outcome !== 'emailProven') throw new Error(`The e-mail check ended as ${proven.outcome}`);
  return call(market, '/api/auth/farmer/signup', { ...signup, signupToken: proven.signupToken, ...fields });
}

describe("'firstName, lastName: at least 2 characters, letters and spaces only'", () => {
  test.each(['Mary Jane', 'Wanjikũ', 'Wanjiku\u0303', 'محمد', 'አበበ', '李娜', "Ng'ang'a", 'Ng’ang’a', 'Anne-Marie'])(
    '%s is accepted: every script, its combining marks, and one apostrophe or hyphen between two letters',
    async (name) => {
      expect((await signUpBuyer({ firstName: name, lastName: name })).status).toBe(201);
    },
  );

  test.each(['R2D2', 'Ann_Bee', 'Ann.', 'Ann@Bee', '<b>Ann</b>', 'Ann+Bee'])(
    "%s is refused with 'Only letters and spaces allowed'",
    async (firstName) => {
      const { status, body } = await signUpBuyer({ firstName });
      expect(status).toBe(400);
      expect(body.fieldErrors).toEqual({ firstName: 'Only letters and spaces allowed' });
    },
  );

  test.each(['--', "''", "Ng''ang'a", 'Anne--Marie', '-Anne', 'Anne-', "O' Brien", "Anne-'Marie", '\u0303\u0303'])(
    '%s is refused: no apostrophe, hyphen or mark but beside its letters',
    async (lastName) => {
      const { status, body } = await signUpBuyer({ lastName });
      expect(status).toBe(400);
      expect(body.message).toBe("An apostrophe or hyphen goes between two letters, as in Ng'ang'a");
    },
  );

  test("one letter: 'Must be at least 2 characters'", async () => {
    expect((await signUpBuyer({ firstName: 'A' })).body.message).toBe('Must be at least 2 characters');
  });
});

describe("buyer signup: 'password: at least 8 characters with a lowercase letter, an uppercase letter and a digit'", () => {
  test.each(['Password1', 'Test1234', 'Qwerty123', 'Abcd1234'])(
    '%s keeps the rule and signs up, common as it is',
    async (password) => {
      expect((await signUpBuyer({ password })).status).toBe(201);
    },
  );

  test.each(['Passw0r', 'password1', 'PASSWORD1', 'Passwords'])(
    "%s: 'Password must be 8+ characters with uppercase, lowercase, and number'",
    async (password) => {
      const { status, body } = await signUpBuyer({ password });
      expect(status).toBe(400);
      expect(body.message).toBe('Password must be 8+ characters with uppercase, lowercase, and number');
    },
  );

  test('a form can ask whether to warn of a password, which refuses nothing', async () => {
    const { auth } = market.caller();
    for (const password of ['Password1', 'Test1234', 'shamba1', '123456']) {
      expect(await auth.judgePassword({ password }), password).toEqual({ isCommon: password !== 'shamba1' });
    }
    expect(await auth.judgePassword({ password: 'Mavuno-mema-2026' })).toEqual({ isCommon: false });
  });
});

describe("farmer signup: 'Passwords must match', and no other rule but the login's 'at least 6 characters'", () => {
  test.each(['mahindi', 'shamba', '123456', 'Password1'])('%s signs up and logs in', async (password) => {
    expect((await signUpFarmer({ password })).status).toBe(201);
    await logIn(market, { email: farmerSignup().email, password, role: 'farmer' });
  });

  test("five characters, with which nobody could log in: 'Password must be at least 6 characters'", async () => {
    const { status, body } = await signUpFarmer({ password: 'mboga' });
    expect(status).toBe(400);
    expect(body.fieldErrors).toEqual({ password: 'Password must be at least 6 characters' });
  });
});
