import type { APIRequestContext } from 'playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { INTERNALS, oddNumbers, oddTexts } from '#tests/hostile/parts/odd-values.ts';

// The bundler may drop code that a server from sources has, such as a call for its exception alone.

const UNREADABLE = ['%ff', '%', 'a%2', '%c0%af', '%00'];
const ROOTS = ['/', '/trpc/', '/api/', '/market/', '/farm/', '/prices/', '/photos/', '/assets/'];
const BODIES = ['', '{', '[]', 'null', '{"id":1e400}', '\u0000', `{"a":${'['.repeat(1000)}`];
const ODD = [...oddNumbers, ...oddTexts, null, [], {}];
const ODD_TURNS = 3;

type Schema = { properties?: object; examples?: unknown[] };
type Described = {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Sent = { token?: string; data?: unknown; address?: number; key?: string };

const PARAMETER = /\{\w+\}/g;

async function operationsOf(request: APIRequestContext) {
  const { paths, components } = await (await request.get('/api/openapi.json')).json();
  const whole = <Part extends object>(part: Part): Part => {
    const [, , kind, name] = '$ref' in part ? String(part.$ref).split('/') : [];
    return kind && name ? components[kind][name] : part;
  };
  return Object.entries<Record<string, Described>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      name: `${method} ${path}`,
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
const send = (
  request: APIRequestContext,
  [method, path]: [string, string],
  { token, data, address = 1, key }: Sent,
) =>
  request.fetch(path, {
    method,
    maxRedirects: 0,
    headers: {
      'x-forwarded-for': `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(data !== undefined && { 'content-type': 'application/json' }),
    },
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

type Given = { id?: number | string; data?: object; query?: string };

test('calls of REST paths succeed on the built server', async ({ api, request }) => {
  test.slow();
  const grower = await api.farmer();
  const tokens = {
    buyer: (await api.buyer()).token,
    farmer: await api.logIn(grower, 'farmer'),
  };
  const done = new Set<string>();
  async function call(by: 'buyer' | 'farmer', name: string, { id, data, query = '' }: Given = {}) {
    const [method = '', path = ''] = name.split(' ');
    const target = path.replaceAll(PARAMETER, String(id)) + query;
    const key = crypto.randomUUID();
    const answer = await send(request, [method, target], { token: tokens[by], data, key });
    expect(answer.status(), `${name}: ${(await answer.text()).slice(0, 300)}`).toBeLessThan(300);
    done.add(name);
    return answer.headers()['content-type']?.startsWith('application/json') ? answer.json() : null;
  }

  for (const { name, method, path, query } of await operationsOf(request)) {
    const values = query
      .filter((one) => one.required)
      .map((one) => [one.name, one.schema.examples?.[0]]);
    const found = new URLSearchParams(values.map(([key, value]) => [String(key), String(value)]));
    if (method === 'get' && !path.includes('{'))
      await call(path.includes('/farmer/') ? 'farmer' : 'buyer', name, { query: `?${found}` });
  }

  const form = {
    ...{ product_name: 'Kale', category: 'Vegetables', quantity_available: 100 },
    ...{ unit_of_measure: 'bags', price_per_unit: 900 },
  };
  const products = 'post /api/farmer/products';
  const { product } = await call('farmer', products, { data: form });
  await call('farmer', 'put /api/farmer/products', { data: { ...form, product_id: product.id } });
  const counted = { id: product.id, data: { quantity: 80 } };
  await call('farmer', 'patch /api/farmer/products/{id}/quantity', counted);
  const spare = (await call('farmer', products, { data: form })).product;
  await call('farmer', 'delete /api/farmer/products/{id}', { id: spare.id });
  for (const by of ['buyer', 'farmer'] as const)
    await call(by, `put /api/${by}/profile`, { data: { firstName: 'Amina' } });

  async function order(...steps: ['buyer' | 'farmer', string, object?][]) {
    const lines = [{ productId: product.id, quantity: 1 }];
    await call('buyer', 'put /api/buyer/cart', { data: { lines } });
    const data = { fulfilment: 'collection', paymentMethod: 'Cash on delivery' };
    await call('buyer', 'post /api/buyer/orders', { data });
    const [{ id }] = (await call('buyer', 'get /api/buyer/orders')).orders;
    await call('farmer', 'get /api/farmer/orders/{id}', { id });
    for (const [by, step, given = {}] of steps) {
      const { order: seen } = await call('buyer', 'get /api/buyer/orders/{id}', { id });
      const handover = step === 'complete' && { handoverCode: seen.handoverCode };
      const sent = { id, data: { ...given, ...handover } };
      await call(by, `post /api/${by}/orders/{id}/${step}`, sent);
    }
  }
  await order(
    ['farmer', 'confirm'],
    ['farmer', 'dispatch'],
    ['farmer', 'complete'],
    ['buyer', 'rate', { rating: 5 }],
    ['farmer', 'rate', { rating: 4 }],
  );
  await order(['farmer', 'confirm'], ['farmer', 'dispatch'], ['buyer', 'received']);
  await order(
    ['farmer', 'confirm'],
    ['farmer', 'dispatch'],
    ['buyer', 'dispute', { reason: 'Two are missing' }],
    ['farmer', 'dispute/answer', { answer: 'They follow' }],
  );
  await order(['farmer', 'reject', { reason: 'Sold' }]);
  await order(['farmer', 'confirm'], ['farmer', 'cancel', { reason: 'Rain' }]);
  await order(['buyer', 'cancel']);

  const asked = { productId: product.id, text: 'Do you still have kale?' };
  const { conversation } = await call('buyer', 'post /api/conversations', { data: asked });
  const about = { id: conversation.id };
  await call('farmer', 'get /api/conversations/{id}', about);
  await call('farmer', 'post /api/conversations/{id}/messages', {
    ...about,
    data: { text: 'Yes' },
  });
  for (const [step, data] of [
    ['read', {}],
    ['report', { reason: 'Asks for money' }],
    ['block', {}],
    ['unblock', {}],
  ] as const)
    await call('buyer', `post /api/conversations/{id}/${step}`, { ...about, data });
  await call('buyer', 'get /api/feeds/{name}', { id: 'meta.csv' });
  await call('buyer', 'post /api/notifications/read', { data: { upTo: 1 } });
  const { email, password } = grower;
  await call('farmer', 'post /api/auth/login', { data: { email, password, userType: 'farmer' } });
  await call('farmer', 'post /api/auth/forgot-password', { data: { email } });
  await call('buyer', 'post /api/auth/logout');
  expect(done.size).toBeGreaterThan(50);
});
