import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyerSignup,
  farmerSignup,
  makeBuyer,
  makeFarmer,
  PASSWORD,
} from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call } from '#tests/setup/rest.ts';

const { email } = buyerSignup();
const TOKEN = expect.stringMatching(/^[\w-]{43}$/);
const LOGIN_FAILED = {
  success: false,
  message: 'Login failed. Please check your credentials and try again.',
  code: 'LOGIN_FAILED',
};

describe("the account paths, exactly as in the specification's table", () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });
  /** The status and the body of an answer. */
  const post = async (path: string, sent: object, token?: string) => {
    const { status, body } = await call(market, `/api/auth/${path}`, sent, {
      ...(token && { token }),
    });
    return [status, body] as const;
  };
  const userOf = (user_id: unknown, user_type: string, names: object) => ({
    user_id,
    user_type,
    userType: user_type,
    ...names,
  });
  const achieng = { email, first_name: 'Achieng', last_name: 'Otieno' };

  test("1: buyer signup takes the form's whole payload and answers 201 with a message; no code is sent", async () => {
    const payload = {
      ...buyerSignup(),
      businessName: 'Achieng Otieno Business',
      businessType: 'retail',
      deliveryAddress: '',
      city: '',
    };
    expect(await post('buyer/signup', payload)).toEqual([
      201,
      { success: true, message: 'Account created! Check your email for the OTP.' },
    ]);
    expect(market.mailbox).toEqual([]);
  });

  test('2 and 4: send-otp and resend-otp answer success, message and the lifetime of the code', async () => {
    await post('buyer/signup', buyerSignup());
    const expected = [200, { success: true, message: expect.any(String), expiresInSeconds: 600 }];
    expect(await post('send-otp', { email, purpose: 'signup' })).toEqual(expected);
    market.advance(60);
    expect(await post('resend-otp', { email, purpose: 'signup' })).toEqual(expected);
    expect(market.mailbox).toHaveLength(2);
  });

  test("3: verify-otp answers a buyer's signup with token, user and buyer", async () => {
    await post('buyer/signup', buyerSignup());
    await post('send-otp', { email, purpose: 'signup' });
    const sent = { email, otp: market.lastCode(email), purpose: 'signup' };
    const [status, body] = await post('verify-otp', sent);
    const id = (body.user as { user_id: number }).user_id;
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: 'Email verified successfully! Redirecting to dashboard...',
        token: TOKEN,
        user: userOf(id, 'buyer', achieng),
        buyer: { buyer_id: id },
      },
    ]);
    expect(typeof id).toBe('number');
  });

  test("3: verify-otp answers a farmer's signup with only a signupToken, and a farmer's login without a buyer", async () => {
    const farmer = await makeFarmer(market);
    market.advance(61);
    const login = { email: farmer.email, purpose: 'login' };
    await post('farmer/verify-credentials', { email: farmer.email, password: PASSWORD });
    await post('send-otp', login);
    const otp = market.lastCode(farmer.email);
    const [, body] = await post('verify-otp', { ...login, otp, rememberMe: true });
    const names = { email: farmer.email, first_name: 'Wanjiru', last_name: "Ng'ang'a" };
    const message = 'Login successful! Redirecting to dashboard...';
    expect(body).toEqual({
      success: true,
      message,
      token: TOKEN,
      user: userOf(farmer.id, 'farmer', names),
    });
  });

  test.each([
    ['signup', 'Invalid OTP. Please try again.', 'CODE_INVALID'],
    ['login', 'Invalid or expired OTP. Please try again.', 'CODE_INVALID_OR_EXPIRED'],
    ['password_reset', 'Invalid or expired OTP. Please try again.', 'CODE_INVALID_OR_EXPIRED'],
  ])('3: a wrong code for %s is a 400: %s', async (purpose, message, code) => {
    const answer = await post('verify-otp', { email, otp: '123 456', purpose });
    expect(answer).toEqual([400, { success: false, message, code }]);
  });

  test('5 and 6, and /login: correct credentials get a 200 with only a message; no code is sent', async () => {
    await makeBuyer(market);
    await makeFarmer(market);
    market.mailbox.length = 0;
    const { email: farmers } = farmerSignup();
    for (const [path, body] of [
      ['buyer/verify-credentials', { email, password: PASSWORD }],
      ['farmer/verify-credentials', { email: farmers, password: PASSWORD }],
      ['login', { email, password: PASSWORD }],
      ['login', { email, password: PASSWORD, userType: 'buyer' }],
      ['login', { email: farmers, password: PASSWORD, userType: 'farmer' }],
    ] as const) {
      expect(await post(path, body), path).toEqual([
        200,
        { success: true, message: 'Credentials verified.' },
      ]);
    }
    expect(market.mailbox).toEqual([]);
  });

  test('a wrong password and an unknown email get one identical 401, also at the login of the other role', async () => {
    await makeBuyer(market);
    const { email: farmers } = await makeFarmer(market);
    for (const [path, body] of [
      ['buyer/verify-credentials', { email, password: 'Wrong-2026' }],
      ['buyer/verify-credentials', { email: 'stranger@x.ke', password: PASSWORD }],
      ['farmer/verify-credentials', { email, password: 'Wrong-2026' }],
      ['login', { email, password: 'Wrong-2026', userType: 'farmer' }],
    ] as const) {
      expect(await post(path, body), path).toEqual([401, LOGIN_FAILED]);
    }
    for (const [path, own, message, code] of [
      ['farmer', email, "This is a buyer's account. Please use Buyer Login.", 'BUYER_ACCOUNT'],
      ['buyer', farmers, "This is a farmer's account. Please use Farmer Login.", 'FARMER_ACCOUNT'],
    ] as const) {
      const answer = await post(`${path}/verify-credentials`, { email: own, password: PASSWORD });
      expect(answer).toEqual([401, { success: false, message, code }]);
    }
  });

  test('7: farmer signup answers 201, and 403 without the proof, whatever emailVerified says', async () => {
    const unproven = await post('farmer/signup', farmerSignup());
    expect(unproven).toMatchObject([403, { success: false }]);
    const asked = { email: farmerSignup().email, purpose: 'signup' };
    await post('send-otp', asked);
    const [, proven] = await post('verify-otp', { ...asked, otp: market.lastCode(asked.email) });
    expect(proven).toMatchObject({
      success: true,
      message: expect.any(String),
      signupToken: TOKEN,
    });
    const { signupToken } = proven;
    expect(await post('farmer/signup', { ...farmerSignup(), signupToken })).toEqual([
      201,
      { success: true, message: 'Account created successfully! Please login to continue.' },
    ]);
  });

  test('/signup creates the role that userType names', async () => {
    const [asBuyer] = await post('signup', { ...buyerSignup(), userType: 'buyer' });
    const [asFarmer] = await post('signup', { ...farmerSignup(), userType: 'farmer' });
    expect([asBuyer, asFarmer]).toEqual([201, 403]);
  });

  test('forgot-password and reset-password answer 200 with a message, and the new password logs in', async () => {
    await makeBuyer(market);
    const message = 'If there is an account with this email, we have sent it a code.';
    expect(await post('forgot-password', { email })).toEqual([
      200,
      { success: true, message, expiresInSeconds: 600 },
    ]);
    await market.workThroughOutbox();
    const otp = market.lastCode(email);
    expect(await post('verify-otp', { email, otp, purpose: 'password_reset' })).toEqual([
      200,
      { success: true, message: 'The code is right. Choose your new password.' },
    ]);
    const password = 'Mpya-kabisa-2026';
    expect(await post('reset-password', { email, otp, password })).toEqual([
      200,
      { success: true, message: 'Your password was changed. Please log in with the new one.' },
    ]);
    expect((await post('login', { email, password }))[0]).toBe(200);
  });

  test('logout answers 200 once, then 401', async () => {
    const { token } = await makeBuyer(market);
    expect(await post('logout', {}, token)).toEqual([
      200,
      { success: true, message: 'You are logged out.' },
    ]);
    expect(await post('logout', {}, token)).toEqual([
      401,
      {
        success: false,
        message: 'Your session has expired. Please login again.',
        code: 'NOT_LOGGED_IN',
      },
    ]);
  });

  test('the profiles answer {success, profile} to their own role, 401 without a session and 403 to the other role', async () => {
    const [buyer, farmer] = [await makeBuyer(market), await makeFarmer(market)];
    const profileOf = async (role: string, who: { token?: string }) => {
      const { status, body } = await call(market, `/api/${role}/profile`, undefined, who);
      return [status, body] as const;
    };
    const own = await profileOf('buyer', buyer);
    expect(own).toMatchObject([
      200,
      { success: true, profile: { firstName: 'Achieng', lastName: 'Otieno', email } },
    ]);
    const theirs = await profileOf('farmer', farmer);
    expect(theirs[1].profile).toMatchObject({
      firstName: 'Wanjiru',
      lastName: "Ng'ang'a",
      email: farmer.email,
      phoneNumber: '+254112345678',
      farmName: 'My Farm',
      farmType: farmer.farmType,
      farmSize: farmer.farmSize,
      county: 'Nyeri',
      subcounty: 'Nyeri Town',
      addressDescription: 'Behind the tea factory',
      latitude: -0.4169,
      longitude: 36.951,
      reputationScore: 0,
      isVerified: true,
      profilePhoto: null,
      totalSales: 0,
      emailVerified: true,
    });
    expect(JSON.stringify([own, theirs])).not.toMatch(/argon2|passwordHash|nationalId|tokenHash/i);
    const denied = (role: string) =>
      `Access denied. You do not have permission to access ${role} resources.`;
    for (const [role, who, status, message, code] of [
      ['buyer', {}, 401, 'Your session has expired. Please login again.', 'NOT_LOGGED_IN'],
      ['farmer', buyer, 403, denied('farmer'), 'FARMERS_ONLY'],
      ['buyer', farmer, 403, denied('buyer'), 'BUYERS_ONLY'],
    ] as const)
      expect(await profileOf(role, who)).toEqual([status, { success: false, message, code }]);
  });
});
