import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { countyAt } from '#features/places/server/county-at.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import {
  buyerSignup,
  farmerSignup,
  logIn,
  makeBuyer,
  makeFarmer,
} from '#tests/factories/people.ts';
import { makeProduct, movementsOf } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call, outcomeOf } from '#tests/setup/rest.ts';
import { rowsOf } from '#tests/setup/rows.ts';

let market: Market;
beforeEach(async () => {
  market = await makeMarket();
});

const signUpBuyer = (fields: Record<string, unknown>) =>
  call(market, '/api/auth/buyer/signup', { ...buyerSignup(), ...fields });

/** Goes through call 7 with a proven email. */
async function signUpFarmer(fields: Record<string, unknown>) {
  const signup = farmerSignup();
  const { email } = signup;
  await market.caller().otp.send({ email, purpose: 'signup' });
  const proven = await market
    .caller()
    .otp.verify({ email, purpose: 'signup', otp: market.lastCode(email) });
  if (proven.outcome !== 'emailProven')
    throw new Error(`The email check ended as ${proven.outcome}`);
  return call(market, '/api/auth/farmer/signup', {
    ...signup,
    signupToken: proven.signupToken,
    ...fields,
  });
}

describe("'firstName, lastName: at least 2 characters, letters and spaces only'", () => {
  test.each([
    'Mary Jane',
    'Wanjikũ',
    'Wanjiku\u0303',
    'محمد',
    'አበበ',
    '李娜',
    "Ng'ang'a",
    'Ng’ang’a',
    'Anne-Marie',
  ])(
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

  test.each([
    '--',
    "''",
    "Ng''ang'a",
    'Anne--Marie',
    '-Anne',
    'Anne-',
    "O' Brien",
    "Anne-'Marie",
    '\u0303\u0303',
  ])(
    '%s is refused: an apostrophe, hyphen or mark stands only next to letters',
    async (lastName) => {
      const { status, body } = await signUpBuyer({ lastName });
      expect(status).toBe(400);
      expect(body.message).toBe("An apostrophe or hyphen goes between two letters, as in Ng'ang'a");
    },
  );

  test("one letter: 'Must be at least 2 characters'", async () => {
    expect((await signUpBuyer({ firstName: 'A' })).body.message).toBe(
      'Must be at least 2 characters',
    );
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
      expect(body.message).toBe(
        'Password must be 8+ characters with uppercase, lowercase, and number',
      );
    },
  );

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
  test.each(['mahindi', 'shamba', '123456', 'Password1'])(
    '%s signs up and logs in',
    async (password) => {
      expect((await signUpFarmer({ password })).status).toBe(201);
      await logIn(market, { email: farmerSignup().email, password, role: 'farmer' });
    },
  );

  test("five characters, with which nobody could log in: 'Password must be at least 6 characters'", async () => {
    const { status, body } = await signUpFarmer({ password: 'mboga' });
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
    const same = [400, { success: false, message: 'Invalid or expired OTP. Please try again.' }];
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

describe("'phoneNumber: starts with +254 or 0, then 1 or 7, then 8 digits'", () => {
  test.each(['+254712345678', '+254112345678', '0712345678', '0112345678'])(
    '%s is accepted',
    async (phoneNumber) => {
      expect((await signUpBuyer({ phoneNumber })).status).toBe(201);
    },
  );

  test.each([
    ...['254712345678', '+255712345678', '0812345678', '712345678', 712345678],
    ...[
      '(0712)345-678',
      '0712.345.678',
      '07 12345678',
      '0712 345 678',
      ' 0712345678',
      '0712345678\n',
      '+254 712345678',
    ],
  ])("%j: 'Please enter a valid Kenyan phone number'", async (phoneNumber) => {
    const { status, body } = await signUpBuyer({ phoneNumber });
    expect(status).toBe(400);
    expect(body.fieldErrors).toEqual({ phoneNumber: 'Please enter a valid Kenyan phone number' });
  });
});

describe("'An empty required field gives <field> is required', and a value of another type the field's own sentence", () => {
  test.each([
    ['nationalId', 123456, 'Please enter a valid Kenyan National ID (7-8 digits)'],
    ['nationalId', 1234567.5, 'Please enter a valid Kenyan National ID (7-8 digits)'],
    ['nationalId', true, 'Please enter a valid Kenyan National ID (7-8 digits)'],
    ['nationalId', '', 'National ID is required'],
    ['nationalId', undefined, 'National ID is required'],
    ['firstName', 7, 'Only letters and spaces allowed'],
    ['firstName', null, 'First name is required'],
    ['email', ['a@x.ke'], 'Please enter a valid email address'],
    ['password', 12345678, 'Password must be 8+ characters with uppercase, lowercase, and number'],
  ])('%s: %j gives %s', async (field, value, sentence) => {
    const { status, body } = await signUpBuyer({ [field]: value });
    expect(status).toBe(400);
    expect(body.fieldErrors).toEqual({ [field]: sentence });
  });

  test('nationalId: 7 or 8 digits are accepted as a number too', async () => {
    expect((await signUpBuyer({ nationalId: 12345678 })).status).toBe(201);
    expect((await signUpFarmer({ nationalId: 7654321 })).status).toBe(201);
    const ids = await rowsOf(
      market.db,
      sql`select national_id as "nationalId" from users order by id`,
    );
    expect(ids).toEqual([{ nationalId: '12345678' }, { nationalId: '7654321' }]);
  });

  test.each([123456, 123456789, true])(
    "a farmer's %j: 'Invalid National ID format. Should be 7-8 digits.'",
    async (nationalId) => {
      expect((await signUpFarmer({ nationalId })).body.message).toBe(
        'Invalid National ID format. Should be 7-8 digits.',
      );
    },
  );
});

describe("inventory: 'the value must be numeric and 0 or more'", () => {
  test.each([0, 0.5, 12.34, 999_999])('%d is taken as it is', async (quantity) => {
    const farm = await makeFarm(market);
    const { id } = await makeProduct(market, farm);
    const { status, body } = await call(
      market,
      `/api/farmer/products/${id}/quantity`,
      { quantity },
      { ...farm, method: 'PATCH' },
    );
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, product: { id, quantity, isRounded: false } });
  });

  test('more than two decimals are rounded to two, and the answer says so', async () => {
    const farm = await makeFarm(market);
    const { id } = await makeProduct(market, farm, { quantity: 2 });
    const path = `/api/farmer/products/${id}/quantity`;
    const { body } = await call(market, path, { quantity: 12.3456 }, { ...farm, method: 'PATCH' });
    expect(body).toMatchObject({
      message: 'Rounded to two decimals: 12.35',
      product: { id, quantity: 12.35, isRounded: true },
    });
    expect(await movementsOf(market, id)).toMatchObject([{ change: 2 }, { change: 10.35 }]);
    const lines = await market
      .caller(farm)
      .farmer.products.setQuantities({ lines: [{ productId: id, quantity: 1.001 }] });
    expect(lines).toEqual([{ productId: id, outcome: 'saved', quantity: 1, isRounded: true }]);
  });

  test.each([-1, '12', null, -0.001])('%j is refused', async (quantity) => {
    const farm = await makeFarm(market);
    const { id } = await makeProduct(market, farm);
    const { status, body } = await call(
      market,
      `/api/farmer/products/${id}/quantity`,
      { quantity },
      { ...farm, method: 'PATCH' },
    );
    expect(status).toBe(400);
    expect(body.message).toBe('Quantity must be a number, 0 or more');
  });
});

describe("'GPS location: must lie in Kenya (latitude -5 to 5, longitude 34 to 42)', by the outline of Kenya within that box", () => {
  const towns: [string, string, number, number][] = [
    ['Busia', 'Busia', 0.4608, 34.1115],
    ['Malaba', 'Busia', 0.6352, 34.2817],
    ['Namanga', 'Kajiado', -2.5433, 36.7914],
    ['Loitokitok', 'Kajiado', -2.9232, 37.5072],
    ['Moyale', 'Marsabit', 3.525, 39.056],
    ['Mandera', 'Mandera', 3.9366, 41.867],
    ['Vanga', 'Kwale', -4.6608, 39.2172],
    ['Lokichoggio', 'Turkana', 4.2044, 34.3486],
  ];

  test.each(towns)('%s at the border is accepted, in %s', (_, county, latitude, longitude) => {
    expect(countyAt({ latitude, longitude })).toBe(county);
  });

  test('a farm in Namanga signs up, with its county', async () => {
    const [latitude, longitude] = [-2.5433, 36.7914];
    const { location } = farmerSignup();
    const place = {
      ...location,
      latitude,
      longitude,
      county: '',
      subcounty: '',
      gpsFix: undefined,
    };
    expect((await signUpFarmer({ location: place })).status).toBe(201);
    const { email, password } = farmerSignup();
    const { token } = await logIn(market, { email, password, role: 'farmer' });
    expect(
      (await call(market, '/api/farmer/profile', undefined, { token })).body.profile,
    ).toMatchObject({ county: 'Kajiado' });
  });

  test.each([
    ['Arusha', -3.3869, 36.683],
    ['Moshi', -3.35, 37.34],
    ['Tororo', 0.6915, 34.181],
    ['Kampala', 0.3476, 32.5825],
  ])("%s: 'Location detected outside Kenya'", async (_, latitude, longitude) => {
    const { location } = farmerSignup();
    const { status, body } = await signUpFarmer({
      location: { ...location, latitude, longitude, gpsFix: undefined },
    });
    expect(status).toBe(400);
    expect(body.message).toContain('outside Kenya');
  });
});
