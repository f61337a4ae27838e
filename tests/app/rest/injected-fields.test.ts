import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyerSignup,
  farmerSignup,
  makeBuyer,
  makeFarmer,
  PASSWORD,
} from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';
import { call } from '#tests/setup/rest.ts';
import { countRows, rowsOf } from '#tests/setup/rows.ts';

const INJECTED = JSON.parse(`{
  "role": "farmer", "userType": "buyer", "user_type": "admin", "id": 1, "userId": 1, "isAdmin": true, "status": "active",
  "emailVerified": true, "emailVerifiedAt": "2020-01-01T00:00:00Z", "email_verified_at": "2020-01-01T00:00:00Z",
  "suspendedAt": null, "passwordHash": "x", "password_hash": "x", "isVerified": true, "reputationScore": 5, "createdAt": 0,
  "__proto__": {"role": "farmer", "isAdmin": true}, "constructor": {"prototype": {"isAdmin": true}}, "toString": "x"
}`);
const body = (own: object) =>
  `${JSON.stringify(own).slice(0, -1)},${JSON.stringify(INJECTED).slice(1, -1)},"__proto__":{"role":"farmer"}}`;

describe('B18: unexpected fields', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });

  test("change nothing in a buyer's signup: the account is an unverified buyer", async () => {
    const { status } = await call(market, '/api/auth/buyer/signup', body(buyerSignup()));
    expect(status).toBe(201);
    const rows = await rowsOf(
      market.db,
      sql`select role, email_verified_at, suspended_at, password_hash like '$argon2id$%' as hashed from users`,
    );
    expect(rows).toEqual([
      { role: 'buyer', email_verified_at: null, suspended_at: null, hashed: true },
    ]);
    expect(
      (await call(market, '/api/auth/send-otp', { email: buyerSignup().email, purpose: 'login' }))
        .status,
    ).toBe(401);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    report('B18', `${Object.keys(INJECTED).length + 1} injected fields in a signup: none stored`);
  });

  test("create no account in a farmer's signup that claims emailVerified", async () => {
    const { status } = await call(market, '/api/auth/farmer/signup', body(farmerSignup()));
    expect([400, 403]).toContain(status);
    expect(await countRows(market.db, 'users')).toBe(0);
  });

  test('do not verify a farm in its location', async () => {
    const { location } = farmerSignup();
    const claimed = {
      ...location,
      gpsFix: null,
      accuracy: null,
      isVerified: true,
      gpsAccuracyMetres: 1,
      verified: true as const,
    };
    const farmer = await makeFarmer(market, { location: claimed });
    expect(
      (await call(market, '/api/farmer/profile', undefined, { token: farmer.token })).body.profile,
    ).toMatchObject({
      isVerified: false,
      reputationScore: 0,
    });
  });

  test('do not open a session of another role or person in verify-otp', async () => {
    await makeFarmer(market);
    await market.caller().auth.signupBuyer(buyerSignup());
    await market.caller().otp.send({ email: buyerSignup().email, purpose: 'signup' });
    const own = {
      email: buyerSignup().email,
      purpose: 'signup',
      otp: market.lastCode(buyerSignup().email),
    };
    const answer = await call(market, '/api/auth/verify-otp', body(own));
    expect(answer.body.user).toMatchObject({ user_type: 'buyer', email: buyerSignup().email });
  });

  test('choose nothing in a login but the role whose password is checked', async () => {
    await makeBuyer(market);
    const { email } = buyerSignup();
    expect(
      (await call(market, '/api/auth/login', { email, password: PASSWORD, userType: 'farmer' }))
        .status,
    ).toBe(401);
    expect(
      (
        await call(market, '/api/auth/login', {
          email,
          password: PASSWORD,
          userType: ['farmer'],
          role: 'farmer',
        })
      ).status,
    ).toBe(200);
  });

  test.each(['email', 'password', 'otp', 'purpose'])(
    'an object in place of %s is a 400 on that field',
    async (field) => {
      const own = { email: 'a@x.ke', password: 'Secret-2026', otp: '123456', purpose: 'login' };
      for (const odd of [{ $ne: null }, ['a@x.ke'], 7, true, null]) {
        const path = field === 'password' ? '/api/auth/login' : '/api/auth/verify-otp';
        const { status, body: answer } = await call(market, path, { ...own, [field]: odd });
        expect(status).toBe(400);
        expect(answer.fieldErrors).toHaveProperty(field);
      }
    },
  );
});
