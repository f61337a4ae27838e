import { beforeEach, describe, expect, test } from 'vitest';
import { makeBuyer } from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

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

describe('every answer', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });

  test.each(requests)(
    'C28: %s has the content security policy and its companion headers',
    async (_, path, options) => {
      const { headers } = await market.request(path, options);
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
      expect(policy).not.toMatch(/script-src|unsafe-eval/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('permissions-policy')).toContain('geolocation=(self)');
      expect(headers.get('permissions-policy')).toContain('microphone=(self)');
      expect(headers.get('server')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  test.each(requests)(
    '%s has a unique request id that is in the log too',
    async (_, path, options) => {
      const [first, second] = [
        await market.request(path, options),
        await market.request(path, options),
      ];
      const id = first.headers.get('x-request-id') ?? '';
      expect(id).toMatch(/^[\w-]{36}$/);
      expect(second.headers.get('x-request-id')).not.toBe(id);
      expect(market.logged.filter((line) => line.includes(id))).toHaveLength(1);
    },
  );

  test.each(requests.filter(([, path]) => /^\/(api|trpc)\//.test(path)))(
    'F48: %s is JSON marked no-store',
    async (_, path, options) => {
      const { headers } = await market.request(path, options);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-type')).toMatch(/^application\/json/);
    },
  );

  test('F48: personal answers are no-store over REST and tRPC alike', async () => {
    const { token } = await makeBuyer(market);
    for (const path of ['/api/buyer/profile', '/trpc/buyer.profile']) {
      const { status, headers } = await market.request(path, { token });
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    }
  });

  test('ignores a request id sent by the client', async () => {
    const { headers } = await market.request('/healthz', { headers: { 'x-request-id': 'forged' } });
    expect(headers.get('x-request-id')).not.toBe('forged');
  });
});
