import { beforeEach, describe, expect, test } from 'vitest';
import { errors } from '#platform/rules/errors.ts';
import { buyerSignup, farmerSignup, makeBuyer } from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call } from '#tests/setup/rest.ts';

const NOT_FOUND = {
  success: false,
  message: 'We could not find what you were looking for.',
  code: 'NOT_FOUND',
};

describe('bad requests', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });

  test.each([
    ['email', '', 'Email is required'],
    ['phoneNumber', '123', 'Please enter a valid Kenyan phone number'],
    ['firstName', '7', 'Must be at least 2 characters'],
  ])(
    'a wrong field is a 400 with its first message, on the field and as the summary: %s %j',
    async (field, value, message) => {
      const signup = { ...buyerSignup(), [field]: value };
      const { status, body } = await call(market, '/api/auth/buyer/signup', signup);
      expect([status, body]).toEqual([
        400,
        { success: false, message, code: 'INVALID_INPUT', fieldErrors: { [field]: message } },
      ]);
    },
  );

  test('several wrong fields each get a message, and the summary says to fix them', async () => {
    const { body } = await call(market, '/api/auth/buyer/signup', {
      ...buyerSignup(),
      firstName: 'A',
      nationalId: '1',
      password: 'short',
    });
    expect(body).toEqual({
      success: false,
      message: 'Please fix the errors below',
      code: 'INVALID_INPUT',
      fieldErrors: {
        firstName: 'Must be at least 2 characters',
        nationalId: 'Please enter a valid Kenyan National ID (7-8 digits)',
        password: 'Password must be 8+ characters with uppercase, lowercase, and number',
      },
    });
  });

  test('a wrong field inside location is named by its path, and location has the message too', async () => {
    const location = { ...farmerSignup().location, geofenceRadius: 250 };
    const { body } = await call(market, '/api/auth/farmer/signup', { ...farmerSignup(), location });
    const sentence = 'Choose a delivery radius from 200 m to 25 km, in steps of 100 m';
    expect(body.fieldErrors).toEqual({ 'location.geofenceRadius': sentence, location: sentence });
  });

  test.each(['/trpc/%E0%A4%A', '/trpc/%', '/api/%E0%A4%A', '/photos/%ff'])(
    '%s, which is not a valid path, is a 404',
    async (path) => {
      expect((await market.request(path)).status).toBe(404);
    },
  );

  test('a taken email is a 409 on that field', async () => {
    const { email } = await makeBuyer(market);
    const { status, body } = await call(market, '/api/auth/buyer/signup', buyerSignup());
    const message = 'An account with this email already exists. Please log in instead.';
    expect([status, body]).toEqual([
      409,
      { success: false, message, code: 'EMAIL_TAKEN', fieldErrors: { email: message } },
    ]);
    expect(email).toBe(buyerSignup().email);
  });

  test.each([
    '{',
    '{"email":"a@x.ke"',
    'email=a@x.ke',
    '[]',
    '"text"',
    'null',
    '7',
    '\u0000',
    '{"email":"a@x.ke"}}',
  ])('the body %j is a 400', async (body) => {
    const { status, body: answer } = await call(market, '/api/auth/login', body);
    expect([status, answer.success]).toEqual([400, false]);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    '',
  ])('a body of type %j is a 415', async (type) => {
    const { status, body } = await call(market, '/api/auth/login', '{"email":"a@x.ke"}', {
      headers: { 'content-type': type },
    });
    expect([status, body]).toEqual([
      415,
      {
        success: false,
        message: 'This type of content is not accepted here.',
        code: 'UNSUPPORTED_MEDIA_TYPE',
      },
    ]);
  });

  test('a charset after the type is accepted, and no body counts as an empty one', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    expect((await call(market, '/api/auth/login', '{}', { headers })).status).toBe(400);
    expect(
      (await call(market, '/api/auth/login', undefined, { method: 'POST' })).body.fieldErrors,
    ).toHaveProperty('email');
  });

  test.each(['/api/auth/login', '/api/auth/verify-otp', '/api/nowhere'])(
    'a body over a megabyte to %s is a 413, whether its length is declared or not',
    async (path) => {
      const expected = [
        413,
        { success: false, message: 'This is too large to send.', code: 'PAYLOAD_TOO_LARGE' },
      ];
      const declared = await call(market, path, 'x'.repeat(1024 * 1024 + 1));
      expect([declared.status, declared.body]).toEqual(expected);
      const piece = new Uint8Array(64 * 1024);
      let pieces = 0;
      const stream = new ReadableStream({
        pull: (controller) => {
          pieces++;
          controller.enqueue(piece);
        },
      });
      const init = {
        method: 'POST',
        body: stream,
        duplex: 'half',
        headers: { 'content-type': 'application/json' },
      } as RequestInit;
      const streamed = await market.app.request(path, init);
      expect([streamed.status, await streamed.json()]).toEqual(expected);
      // The body is endless; the server reads little more than the limit.
      expect(pieces).toBeLessThan(40);
    },
  );

  test('a body of exactly a megabyte is read', async () => {
    const body = JSON.stringify({ email: 'a@x.ke', password: '' });
    const { status } = await call(
      market,
      '/api/auth/login',
      body + ' '.repeat(1024 * 1024 - body.length),
    );
    expect(status).toBe(400);
  });

  test.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nowhere'],
    ['POST', '/api/auth'],
    ['GET', '/api/auth/login'],
    ['PUT', '/api/auth/login'],
    ['DELETE', '/api/buyer/profile'],
    ['POST', '/api/auth/login/'],
    ['POST', '/api/auth/LOGIN'],
    ['GET', '/api/..%2f..%2fetc/passwd'],
    ['GET', '/api/%00'],
    ['GET', '/api/%E0%A4%A'],
  ])('%s %s is a 404 in JSON', async (method, path) => {
    const { status, body } = await call(market, path, undefined, { method });
    expect([status, body]).toEqual([404, NOT_FOUND]);
  });

  test('every status in the error catalogue is an HTTP status', () => {
    const statuses = new Set(Object.values(errors).map(({ status }) => status));
    expect([...statuses].every((status) => status >= 400 && status <= 599)).toBe(true);
  });
});
