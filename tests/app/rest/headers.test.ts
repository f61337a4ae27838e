import { givenMarket, logged, type Market, request } from '#tests/setup/in-market.ts';

const TOO_LARGE = 'x'.repeat(1024 * 1024 + 1);
const requests: [what: string, path: string, options: Parameters<Market['request']>[1]][] = [
  ['a REST answer', '/api/auth/login', { body: {} }],
  ['an unknown REST path', '/api/nowhere', {}],
  ['a body that is too large', '/api/auth/login', { body: TOO_LARGE }],
  ['a procedure', '/trpc/market.contact', {}],
  ['a refused procedure', '/trpc/buyer.profile', {}],
  ['an unknown procedure', '/trpc/no.such', {}],
  ['a refused batch', `/trpc/${'otp.verify,'.repeat(50)}otp.verify?batch=1`, { body: {} }],
  ['a procedure with too large a body', '/trpc/otp.verify', { body: TOO_LARGE }],
  ['the health check', '/healthz', {}],
  ['a page that does not exist', '/nowhere', {}],
];

givenMarket();

test.each(requests)(
  'C28: %s has the content security policy, and a request id that is in the log too',
  async (_, path, options) => {
    const { headers } = await request(path, options);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ').sort()).toEqual([
      "base-uri 'self'",
      "default-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' blob: data: https://tiles.test.example",
      "media-src 'self' blob:",
      "object-src 'none'",
      "style-src 'self' 'unsafe-inline'",
      "worker-src 'self'",
    ]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    for (const allowed of ['geolocation=(self)', 'microphone=(self)'])
      expect(headers.get('permissions-policy')).toContain(allowed);
    for (const name of ['server', 'x-powered-by']) expect(headers.get(name)).toBeNull();
    const id = headers.get('x-request-id') ?? '';
    expect(id).toMatch(/^[\w-]{36}$/);
    expect(logged.filter((line) => line.includes(id))).toHaveLength(1);
    const again = await request(path, options);
    expect(again.headers.get('x-request-id')).not.toBe(id);
  },
);

test.each(requests.filter(([, path]) => /^\/(api|trpc)\//.test(path)))(
  'F48: %s is JSON marked no-store',
  async (_, path, options) => {
    const { headers } = await request(path, options);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  },
);

test('every answer ignores a request id sent by the client', async () => {
  const { headers } = await request('/healthz', { headers: { 'x-request-id': 'forged' } });
  expect(headers.get('x-request-id')).not.toBe('forged');
});
