import {
  advance,
  buyerSignup,
  call,
  farmerSignup,
  givenMarket,
  lastCode,
  mailbox,
  makeBuyer,
  makeFarmer,
  PASSWORD,
} from '#tests/setup/in-market.ts';

const { email } = buyerSignup();
const TOKEN = expect.stringMatching(/^[\w-]{43}$/);
givenMarket();
const post = async (path: string, sent: object, token?: string) => {
  const who = token ? { token } : {};
  const { status, body } = await call(`/api/auth/${path}`, sent, who);
  return [status, body] as const;
};
const said = (message: string, more: object = {}) => [200, { success: true, message, ...more }];
const refused = (status: number, message: string, code: string) => [
  status,
  { success: false, message, code },
];
const userOf = (user_id: unknown, user_type: string, names: object) => ({
  user_id,
  user_type,
  userType: user_type,
  ...names,
});
const achieng = { email, first_name: 'Achieng', last_name: 'Otieno' };

test("row 1: buyer signup takes the form's whole payload, and sends no code", async () => {
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
  expect(mailbox).toEqual([]);
});

test('rows 2 and 4: send-otp and resend-otp answer the lifetime of the code', async () => {
  await post('buyer/signup', buyerSignup());
  const expected = said('OTP sent. Check your email.', { expiresInSeconds: 600 });
  expect(await post('send-otp', { email, purpose: 'signup' })).toEqual(expected);
  advance(60);
  expect(await post('resend-otp', { email, purpose: 'signup' })).toEqual(expected);
  expect(mailbox).toHaveLength(2);
});

test("row 3: verify-otp answers a buyer's signup with token, user and buyer", async () => {
  await post('buyer/signup', buyerSignup());
  await post('send-otp', { email, purpose: 'signup' });
  const sent = { email, otp: lastCode(email), purpose: 'signup' };
  const [status, body] = await post('verify-otp', sent);
  const { user_id: id } = body.user as { user_id: number };
  expect([status, body]).toEqual(
    said('Email verified successfully! Redirecting to dashboard...', {
      token: TOKEN,
      user: userOf(id, 'buyer', achieng),
      buyer: { buyer_id: id },
    }),
  );
});

test("row 3: verify-otp answers a farmer's login without a buyer", async () => {
  const { id, email: farmers } = await makeFarmer();
  advance(61);
  const login = { email: farmers, purpose: 'login' };
  await post('farmer/verify-credentials', { email: farmers, password: PASSWORD });
  await post('send-otp', login);
  const otp = lastCode(farmers);
  const names = { email: farmers, first_name: 'Wanjiru', last_name: "Ng'ang'a" };
  expect(await post('verify-otp', { ...login, otp, rememberMe: true })).toEqual(
    said('Login successful! Redirecting to dashboard...', {
      token: TOKEN,
      user: userOf(id, 'farmer', names),
    }),
  );
});

test.each([
  ['signup', 'Invalid OTP. Please try again.', 'CODE_INVALID'],
  ['login', 'Invalid or expired OTP. Please try again.', 'CODE_INVALID_OR_EXPIRED'],
])('row 3: a wrong code for %s is a 400: %s', async (purpose, message, code) => {
  const answer = await post('verify-otp', { email, otp: '123 456', purpose });
  expect(answer).toEqual(refused(400, message, code));
});

test('rows 5 and 6, and /login: correct credentials get only a message, and no code', async () => {
  await makeBuyer();
  const { email: farmers } = await makeFarmer();
  mailbox.length = 0;
  const buyers = { email, password: PASSWORD };
  const ofFarmer = { email: farmers, password: PASSWORD };
  for (const [path, body] of [
    ['buyer/verify-credentials', buyers],
    ['farmer/verify-credentials', ofFarmer],
    ['login', buyers],
    ['login', { ...buyers, userType: 'buyer' }],
    ['login', { ...ofFarmer, userType: 'farmer' }],
  ] as const)
    expect(await post(path, body), path).toEqual(said('Credentials verified.'));
  expect(mailbox).toEqual([]);
});

test('a wrong password and an unknown email get one identical 401', async () => {
  await makeBuyer();
  const failed = 'Login failed. Please check your credentials and try again.';
  for (const [path, body] of [
    ['buyer/verify-credentials', { email: 'stranger@x.ke', password: PASSWORD }],
    ['farmer/verify-credentials', { email, password: 'Wrong-2026' }],
    ['login', { email, password: 'Wrong-2026', userType: 'farmer' }],
  ] as const)
    expect(await post(path, body), path).toEqual(refused(401, failed, 'LOGIN_FAILED'));
  const other = "This is a buyer's account. Use Buyer Login.";
  expect(await post('farmer/verify-credentials', { email, password: PASSWORD })).toEqual(
    refused(401, other, 'BUYER_ACCOUNT'),
  );
});

test('/signup creates the role that userType names', async () => {
  const [asBuyer] = await post('signup', { ...buyerSignup(), userType: 'buyer' });
  const [asFarmer] = await post('signup', { ...farmerSignup(), userType: 'farmer' });
  expect([asBuyer, asFarmer]).toEqual([201, 403]);
});

test('logout answers 200 once, then 401', async () => {
  const { token } = await makeBuyer();
  expect(await post('logout', {}, token)).toEqual(said('You are logged out.'));
  expect(await post('logout', {}, token)).toEqual(
    refused(401, 'Your session has expired. Please login again.', 'NOT_LOGGED_IN'),
  );
});
