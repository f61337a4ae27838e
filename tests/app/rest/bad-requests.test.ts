import { errors } from '#rules/errors.ts';
import {
  buyerSignup,
  call,
  farmerSignup,
  givenMarket,
  makeBuyer,
  market,
  request,
} from '#tests/setup/in-market.ts';

givenMarket();

test.each([
  ['email', '', 'Email is required'],
  ['phoneNumber', '123', 'Please enter a valid Kenyan phone number'],
])(
  'a wrong field is a 400 with its first message, on the field and as the summary: %s %j',
  async (field, value, message) => {
    const signup = { ...buyerSignup(), [field]: value };
    const { status, body } = await call('/api/auth/buyer/signup', signup);
    expect([status, body]).toEqual([
      400,
      { success: false, message, code: 'INVALID_INPUT', fieldErrors: { [field]: message } },
    ]);
  },
);

test('a wrong field inside location is named by its path, and so is location', async () => {
  const location = { ...farmerSignup().location, geofenceRadius: 250 };
  const { body } = await call('/api/auth/farmer/signup', { ...farmerSignup(), location });
  const sentence = 'Choose 200 m to 25 km, in steps of 100 m';
  expect(body.fieldErrors).toEqual({ 'location.geofenceRadius': sentence, location: sentence });
});

test('a taken email is a 409 on that field', async () => {
  await makeBuyer();
  const { status, body } = await call('/api/auth/buyer/signup', buyerSignup());
  const message = 'This email already has an account. Log in instead.';
  expect([status, body]).toEqual([
    409,
    { success: false, message, code: 'EMAIL_TAKEN', fieldErrors: { email: message } },
  ]);
});

test.each(['{', 'email=a@x.ke', '[]', 'null', '\u0000', '{"email":"a@x.ke"}}'])(
  'the body %j is a 400',
  async (body) => {
    expect(await call('/api/auth/login', body)).toMatchObject({
      status: 400,
      body: { success: false },
    });
  },
);

test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/jsonp', ''])(
  'a body of type %j is a 415',
  async (type) => {
    const headers = { 'content-type': type };
    const answer = await call('/api/auth/login', '{"email":"a@x.ke"}', { headers });
    const message = 'We cannot read this type of content.';
    expect([answer.status, answer.body]).toEqual([
      415,
      { success: false, message, code: 'UNSUPPORTED_MEDIA_TYPE' },
    ]);
  },
);

test('a charset after the type is accepted, and no body counts as an empty one', async () => {
  const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
  expect((await call('/api/auth/login', '{}', { headers })).status).toBe(400);
  expect(
    (await call('/api/auth/login', undefined, { method: 'POST' })).body.fieldErrors,
  ).toHaveProperty('email');
});

test.each(['/api/auth/login', '/api/nowhere'])(
  'a body over a megabyte to %s is a 413, whether its length is declared or not',
  async (path) => {
    const message = 'This is too large. Send less.';
    const expected = [413, { success: false, message, code: 'PAYLOAD_TOO_LARGE' }];
    const declared = await call(path, 'x'.repeat(1024 * 1024 + 1));
    expect([declared.status, declared.body]).toEqual(expected);
    let pieces = 0;
    const stream = new ReadableStream({
      pull: (controller) => {
        pieces++;
        controller.enqueue(new Uint8Array(64 * 1024));
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
  const body = JSON.stringify({ email: 'a@x.ke', password: '' }).padEnd(1024 * 1024);
  expect((await call('/api/auth/login', body)).status).toBe(400);
});

test.each([
  ['GET', '/api'],
  ['GET', '/api/nowhere'],
  ['GET', '/api/auth/login'],
  ['DELETE', '/api/buyer/profile'],
  ['POST', '/api/auth/login/'],
  ['POST', '/api/auth/LOGIN'],
  ['GET', '/api/..%2f..%2fetc/passwd'],
  ['GET', '/api/%00'],
  ['GET', '/api/%E0%A4%A'],
])('bad requests: %s %s is a 404 in JSON', async (method, path) => {
  const { status, body } = await call(path, undefined, { method });
  const message = 'We could not find that.';
  expect([status, body]).toEqual([404, { success: false, message, code: 'NOT_FOUND' }]);
});

test.each(['/trpc/%E0%A4%A', '/trpc/%', '/photos/%ff'])(
  'bad requests: %s, which is not a valid path, is a 404',
  async (path) => {
    expect((await request(path)).status).toBe(404);
  },
);

test('every status in the error catalogue is an HTTP status', () => {
  const statuses = Object.values(errors).map(({ status }) => status);
  expect(statuses.every((status) => status >= 400 && status <= 599)).toBe(true);
});
