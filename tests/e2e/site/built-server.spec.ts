import { type APIRequestContext, expect, test } from '#tests/e2e/fixtures.ts';
import { INTERNALS, oddNumbers, oddTexts } from '#tests/hostile/parts/odd-values.ts';

// The bundler may drop code that a server from sources has, such as a call for its exception alone.

const UNREADABLE = ['%ff', '%', 'a%2', '%c0%af', '%00'];
const ROOTS = ['/', '/trpc/', '/api/', '/market/', '/farm/', '/prices/', '/photos/', '/assets/'];
const BODIES = ['', '{', '[]', 'null', '{"id":1e400}', '\u0000', `{"a":${'['.repeat(1000)}`];
const ODD = [...oddNumbers, ...oddTexts, null, [], {}];
const ODD_TURNS = 3;

type Schema = { properties?: object };
type Described = {
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Sent = { token?: string; data?: unknown };

const PARAMETER = /\{\w+\}/g;

async function operationsOf(request: APIRequestContext) {
  const { paths, components } = await (await request.get('/api/openapi.json')).json();
  const whole = <Part extends object>(part: Part): Part => {
    const [, , kind, name] = '$ref' in part ? String(part.$ref).split('/') : [];
    return kind && name ? components[kind][name] : part;
  };
  return Object.entries<Record<string, Described>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method,
      path,
      query: parameters.map(whole).filter((one) => one.in === 'query'),
      fields: Object.keys(
        whole(requestBody?.content['application/json']?.schema ?? {}).properties ?? {},
      ),
    })),
  );
}

/** Each from its own address, because a refusal for too many requests would hide the input. */
let addresses = 0;
async function refuses(
  request: APIRequestContext,
  [method, path]: [string, string],
  { token, data }: Sent = {},
) {
  addresses += 1;
  const answer = await request.fetch(path, {
    method,
    maxRedirects: 0,
    headers: {
      'x-forwarded-for': `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(data !== undefined && { 'content-type': 'application/json' }),
    },
    ...(data !== undefined && {
      data: Buffer.from(typeof data === 'string' ? data : JSON.stringify(data)),
    }),
  });
  const where = `${method} ${path} ${String(JSON.stringify(data)).slice(0, 60)}`;
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
  api,
  request,
}) => {
  test.slow();
  const buyer = (await api.buyer()).token;
  const farmer = await api.logIn(await api.farmer(), 'farmer');
  const operations = await operationsOf(request);
  expect(operations.length).toBeGreaterThan(90);
  for (const [nth, { method, path, query, fields }] of operations.entries()) {
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
