import { expect, test } from '#tests/e2e/fixtures.ts';
import { INTERNALS, oddNumbers, oddTexts } from '#tests/hostile/parts/odd-values.ts';

/*
 * The bundler may drop code that a server from sources has, such as a call for its exception alone.
 * So the inputs that a server must refuse are sent to the built one.
 */

const UNREADABLE = ['%ff', '%', 'a%2', '%c0%af', '%00'];
const ROOTS = ['/', '/trpc/', '/api/', '/api/buyer/orders/', '/market/', '/farm/', '/prices/'];
const BODIES = ['', '{', '[]', 'null', '{"id":1e400}', '\u0000', `{"a":${'['.repeat(1000)}`];

test('the built server answers paths that cannot be decoded', async ({ request }) => {
  for (const root of [...ROOTS, '/photos/', '/assets/', '/trpc/market.product?input='])
    for (const path of UNREADABLE) {
      const answer = await request.get(root + path, { maxRedirects: 0 });
      expect(answer.status(), root + path).toBeLessThan(500);
      expect(await answer.text(), root + path).not.toMatch(INTERNALS);
    }
});

test('every REST path of the built server refuses what it cannot read', async ({
  request,
  accounts,
}) => {
  const { paths } = await (await request.get('/api/openapi.json')).json();
  const { token } = await accounts.buyer();
  const calls = Object.entries<Record<string, object>>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ path: path.replaceAll(/\{\w+\}/g, '1'), method })),
  );
  expect(calls.length).toBeGreaterThan(80);
  for (const { path, method } of calls)
    for (const data of method === 'get' ? [''] : BODIES) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await request.fetch(path, { method, headers, ...(data && { data }) });
      expect(answer.status(), `${method} ${path} ${data.slice(0, 20)}`).toBeLessThan(500);
    }
});

test('the built server refuses odd values in the fields of a login', async ({ request }) => {
  for (const value of [...oddNumbers, ...oddTexts])
    for (const field of ['email', 'password', 'otp', '__proto__']) {
      const data = { email: 'a@x.ke', password: 'Mavuno-2026', [field]: value };
      const answer = await request.post('/api/auth/login', { data });
      expect(answer.status(), `${field} ${value}`).toBeLessThan(500);
      expect(await answer.text()).not.toMatch(INTERNALS);
    }
});
