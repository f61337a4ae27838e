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
  const post = (path: string, body?: object, token?: string) =>
    call(market, path, body ?? {}, { ...(token && { token }) });
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
    const { status, body } = await post('/api/auth/buyer/signup', payload);
    expect([status, body]).toEqual([
      201,
      { success: true, message: 'Account created! Check your email for the OTP.' },
    ]);
    expect(market.mailbox).toEqual([]);
  });

  test('2 and 4: send-otp and resend-otp answer success, message and the lifetime of the code', async () => {
    await post('/api/auth/buyer/signup', buyerSignup());
    const expected = [200, { success: true, message: expect.any(String), expiresInSeconds: 600 }];
    const sent = await post('/api/auth/send-otp', { email, purpose: 'signup' });
    expect([sent.status, sent.body]).toEqual(expected);
    market.advance(60);
    const resent = await post('/api/auth/resend-otp', { email, purpose: 'signup' });
    expect([resent.status, resent.body]).toEqual(expected);
    expect(market.mailbox).toHaveLength(2);
  });

  test("3: verify-otp answers a buyer's signup with token, user and buyer", async () => {
    await post('/api/auth/buyer/signup', buyerSignup());
    await post('/api/auth/send-otp', { email, purpose: 'signup' });
    const { status, body } = await post('/api/auth/verify-otp', {
      email,
      otp: market.lastCode(email),
      purpose: 'signup',
    });
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
    await post('/api/auth/farmer/verify-credentials', { email: farmer.email, password: PASSWORD });
    await post('/api/auth/send-otp', { email: farmer.email, purpose: 'login' });
    const otp = market.lastCode(farmer.email);
    const { body } = await post('/api/auth/verify-otp', {
      email: farmer.email,
      otp,
      purpose: 'login',
      rememberMe: true,
    });
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
    const { status, body } = await post('/api/auth/verify-otp', { email, otp: '123 456', purpose });
    expect([status, body]).toEqual([400, { success: false, message, code }]);
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
      const { status, body: answer } = await post(`/api/auth/${path}`, body);
      expect([path, status, answer]).toEqual([
        path,
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
      const { status, body: answer } = await post(`/api/auth/${path}`, body);
      expect([path, status, answer]).toEqual([path, 401, LOGIN_FAILED]);
    }
    for (const [path, own, message, code] of [
      ['farmer', email, "This is a buyer's account. Please use Buyer Login.", 'BUYER_ACCOUNT'],
      ['buyer', farmers, "This is a farmer's account. Please use Farmer Login.", 'FARMER_ACCOUNT'],
    ] as const) {
      const { status, body: answer } = await post(`/api/auth/${path}/verify-credentials`, {
        email: own,
        password: PASSWORD,
      });
      expect([status, answer]).toEqual([401, { success: false, message, code }]);
    }
  });

  test('7: farmer signup answers 201, and 403 without the proof, whatever emailVerified says', async () => {
    const unproven = await post('/api/auth/farmer/signup', farmerSignup());
    expect([unproven.status, unproven.body.success]).toEqual([403, false]);
    const { email: farmers } = farmerSignup();
    await post('/api/auth/send-otp', { email: farmers, purpose: 'signup' });
    const otp = market.lastCode(farmers);
    const proven = await post('/api/auth/verify-otp', { email: farmers, otp, purpose: 'signup' });
    expect(proven.body).toMatchObject({
      success: true,
      message: expect.any(String),
      signupToken: TOKEN,
    });
    const made = await post('/api/auth/farmer/signup', {
      ...farmerSignup(),
      signupToken: proven.body.signupToken,
    });
    expect([made.status, made.body]).toEqual([
      201,
      { success: true, message: 'Account created successfully! Please login to continue.' },
    ]);
  });

  test('/signup creates the role that userType names', async () => {
    expect((await post('/api/auth/signup', { ...buyerSignup(), userType: 'buyer' })).status).toBe(
      201,
    );
    expect((await post('/api/auth/signup', { ...farmerSignup(), userType: 'farmer' })).status).toBe(
      403,
    );
  });

  test('forgot-password and reset-password answer 200 with a message, and the new password logs in', async () => {
    await makeBuyer(market);
    const asked = await post('/api/auth/forgot-password', { email });
    const message = 'If there is an account with this email, we have sent it a code.';
    expect([asked.status, asked.body]).toEqual([
      200,
      { success: true, message, expiresInSeconds: 600 },
    ]);
    await market.workThroughOutbox();
    const otp = market.lastCode(email);
    const verified = await post('/api/auth/verify-otp', { email, otp, purpose: 'password_reset' });
    expect(verified.body).toEqual({
      success: true,
      message: 'The code is right. Choose your new password.',
    });
    const reset = await post('/api/auth/reset-password', {
      email,
      otp,
      password: 'Mpya-kabisa-2026',
    });
    expect([reset.status, reset.body]).toEqual([
      200,
      { success: true, message: 'Your password was changed. Please log in with the new one.' },
    ]);
    expect((await post('/api/auth/login', { email, password: 'Mpya-kabisa-2026' })).status).toBe(
      200,
    );
  });

  test('logout answers 200 once, then 401', async () => {
    const { token } = await makeBuyer(market);
    const first = await post('/api/auth/logout', {}, token);
    expect([first.status, first.body]).toEqual([
      200,
      { success: true, message: 'You are logged out.' },
    ]);
    const second = await post('/api/auth/logout', {}, token);
    expect([second.status, second.body]).toEqual([
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
    const own = await call(market, '/api/buyer/profile', undefined, { token: buyer.token });
    expect([own.status, own.body]).toMatchObject([
      200,
      { success: true, profile: { firstName: 'Achieng', lastName: 'Otieno', email } },
    ]);
    const theirs = await call(market, '/api/farmer/profile', undefined, { token: farmer.token });
    expect(theirs.body.profile).toMatchObject({
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
    expect(JSON.stringify([own.body, theirs.body])).not.toMatch(
      /argon2|passwordHash|nationalId|tokenHash/i,
    );
    const cases = [
      [
        await call(market, '/api/buyer/profile'),
        401,
        'Your session has expired. Please login again.',
        'NOT_LOGGED_IN',
      ],
      [
        await call(market, '/api/farmer/profile', undefined, { token: buyer.token }),
        403,
        'Access denied. You do not have permission to access farmer resources.',
        'FARMERS_ONLY',
      ],
      [
        await call(market, '/api/buyer/profile', undefined, { token: farmer.token }),
        403,
        'Access denied. You do not have permission to access buyer resources.',
        'BUYERS_ONLY',
      ],
    ] as const;
    for (const [answer, status, message, code] of cases)
      expect([answer.status, answer.body]).toEqual([status, { success: false, message, code }]);
  });
});
