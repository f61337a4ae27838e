import {
  buyerSignup,
  call,
  caller,
  givenMarket,
  mailedCode,
  makeBuyer,
  makeFarmer,
  PASSWORD,
  rowsOf,
  sql,
} from '#tests/setup/in-market.ts';

const INJECTED = JSON.parse(`{
  "role": "farmer", "userType": "buyer", "user_type": "admin", "id": 1, "userId": 1, "isAdmin": true, "status": "active",
  "emailVerified": true, "emailVerifiedAt": "2020-01-01T00:00:00Z", "email_verified_at": "2020-01-01T00:00:00Z",
  "suspendedAt": null, "passwordHash": "x", "password_hash": "x", "isVerified": true, "reputationScore": 5, "createdAt": 0,
  "__proto__": {"role": "farmer", "isAdmin": true}, "constructor": {"prototype": {"isAdmin": true}}, "toString": "x"
}`);
const body = (own: object) =>
  `${JSON.stringify(own).slice(0, -1)},${JSON.stringify(INJECTED).slice(1, -1)},"__proto__":{"role":"farmer"}}`;

givenMarket();
const { email } = buyerSignup();

test("B18: unexpected fields change nothing in a buyer's signup: the account is an unverified buyer", async () => {
  const { status } = await call('/api/auth/buyer/signup', body(buyerSignup()));
  expect(status).toBe(201);
  const rows = await rowsOf(
    sql`select role, email_verified_at, suspended_at, password_hash like '$argon2id$%' as hashed from users`,
  );
  expect(rows).toEqual([
    { role: 'buyer', email_verified_at: null, suspended_at: null, hashed: true },
  ]);
  const login = await call('/api/auth/send-otp', { email, purpose: 'login' });
  expect(login.status).toBe(401);
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
});

test('B18: unexpected fields do not open a session of another role or person in verify-otp', async () => {
  await makeFarmer();
  await caller().auth.signupBuyer(buyerSignup());
  const own = { email, purpose: 'signup', otp: await mailedCode({ email }) };
  const answer = await call('/api/auth/verify-otp', body(own));
  expect(answer.body.user).toMatchObject({ user_type: 'buyer', email });
});

test('B18: unexpected fields choose nothing in a login but the role whose password is checked', async () => {
  await makeBuyer();
  const logIn = async (fields: object) =>
    (await call('/api/auth/login', { email, password: PASSWORD, ...fields })).status;
  expect(await logIn({ userType: 'farmer' })).toBe(401);
  expect(await logIn({ userType: ['farmer'], role: 'farmer' })).toBe(200);
});

test('B18: an object in place of a text is a 400 on its field', async () => {
  const own = { email: 'a@x.ke', password: 'Secret-2026', otp: '123456', purpose: 'login' };
  for (const field of Object.keys(own)) {
    const path = field === 'password' ? '/api/auth/login' : '/api/auth/verify-otp';
    for (const odd of [{ $ne: null }, ['a@x.ke'], 7, null]) {
      const { status, body: answer } = await call(path, { ...own, [field]: odd });
      expect([status, Object.keys(answer.fieldErrors ?? {})]).toEqual([400, [field]]);
    }
  }
});
