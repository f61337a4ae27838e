import type { APIRequestContext } from 'playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { INTERNALS, oddNumbers, oddTexts } from '#tests/hostile/parts/odd-values.ts';

/*
 * The bundler may drop code that a server from sources has, such as a call for its exception alone.
 * So the inputs that a server must refuse are sent to the built one.
 */

const UNREADABLE = ['%ff', '%', 'a%2', '%c0%af', '%00'];
const ROOTS = ['/', '/trpc/', '/api/', '/market/', '/farm/', '/prices/', '/photos/', '/assets/'];
const BODIES = ['', '{', '[]', 'null', '{"id":1e400}', '\u0000', `{"a":${'['.repeat(1000)}`];
const ODD = [...oddNumbers, ...oddTexts, null, [], {}];
/** How many requests each call gets with an odd value in each field. */
const ODD_TURNS = 3;

type Schema = { properties?: object; examples?: unknown[] };
type Described = {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Sent = { token?: string; data?: unknown; address?: number };

const PARAMETER = /\{\w+\}/g;

async function operationsOf(request: APIRequestContext) {
  const { paths } = await (await request.get('/api/openapi.json')).json();
  return Object.entries<Record<string, Described>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method,
      path,
      query: parameters.filter((one) => one.in === 'query'),
      fields: Object.keys(requestBody?.content['application/json']?.schema.properties ?? {}),
    })),
  );
}

/** Each from its own address, because a refusal for too many requests would hide the input. */
const send = (
  request: APIRequestContext,
  [method, path]: [string, string],
  { token, data, address = 1 }: Sent,
) =>
  request.fetch(path, {
    method,
    maxRedirects: 0,
    headers: {
      'x-forwarded-for': `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(data !== undefined && { 'content-type': 'application/json' }),
    },
    // Bytes, because Playwright would quote a text that is no JSON.
    ...(data !== undefined && {
      data: Buffer.from(typeof data === 'string' ? data : JSON.stringify(data)),
    }),
  });

let addresses = 0;
async function refuses(request: APIRequestContext, call: [string, string], sent: Sent = {}) {
  addresses += 1;
  const answer = await send(request, call, { ...sent, address: addresses });
  const where = `${call.join(' ')} ${String(JSON.stringify(sent.data)).slice(0, 60)}`;
  expect(answer.status(), where).toBeLessThan(500);
  expect(await answer.text(), where).not.toMatch(INTERNALS);
}

test('the built server answers paths that cannot be decoded', async ({ request }) => {
  for (const root of [...ROOTS, '/trpc/market.product?input=', '/trpc/otp.send/'])
    await Promise.all(
      UNREADABLE.flatMap((path) =>
        ['get', 'post'].map((method) => refuses(request, [method, root + path])),
      ),
    );
  for (const data of BODIES) await refuses(request, ['post', '/trpc/otp.send'], { data });
});

test('every REST path of the built server refuses what it cannot read', async ({
  request,
  accounts,
}) => {
  test.slow();
  const buyer = (await accounts.buyer()).token;
  const farmer = await accounts.logIn(await accounts.farmer(), 'farmer');
  const operations = await operationsOf(request);
  expect(operations.length).toBeGreaterThan(90);
  for (const [nth, { method, path, query, fields }] of operations.entries()) {
    // Without the session that it would end.
    const token = path.endsWith('/logout') ? '' : path.includes('/farmer/') ? farmer : buyer;
    const plain = path.replaceAll(PARAMETER, '999999');
    const odd = (turn: number, at: number) => ODD[(nth * 7 + at + turn * 13) % ODD.length];
    const calls: [string, unknown?][] = [
      ...(path.includes('{') ? UNREADABLE : []).map((text): [string] => [
        path.replaceAll(PARAMETER, text),
      ]),
      ...(method === 'get' ? [] : BODIES).map((data): [string, string] => [plain, data]),
    ];
    for (let turn = 0; turn < ODD_TURNS; turn++) {
      const values = query.map((one, at) => [one.name, String(odd(turn, at))]);
      const body = Object.fromEntries(fields.map((field, at) => [field, odd(turn, at)]));
      calls.push([`${plain}?${new URLSearchParams(values)}`, fields.length > 0 ? body : undefined]);
    }
    await Promise.all(
      calls.map(([target, data]) => refuses(request, [method, target], { token, data })),
    );
  }
});

test('the built server refuses odd values in the fields of a login', async ({ request }) => {
  test.slow();
  for (const value of [...oddNumbers, ...oddTexts])
    await Promise.all(
      ['email', 'password', '__proto__'].map((field) => {
        const data = { email: 'a@x.ke', password: 'Mavuno-2026', [field]: value };
        return refuses(request, ['post', '/api/auth/login'], { data });
      }),
    );
});
