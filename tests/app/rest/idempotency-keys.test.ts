import { prune } from '#app/features.ts';
import { HANDOVER_TRIES_MAX } from '#orders/rules/transitions.ts';
import { IDEMPOTENCY_KEY_SECONDS, KEYED_CHANGES_PER_HOUR } from '#rules/limits.ts';
import { keyedChange } from '#server/procedures.ts';
import {
  advance,
  call,
  codeOf,
  countRows,
  db,
  givenMarket,
  isOnPostgres,
  makeFarm,
  makeJpeg,
  makeOrder,
  makeProduct,
  makeSession,
  makeTestBuyer,
  now,
  type Part,
  photoPart,
  productFields,
  productParts,
  sendForm,
  services,
  sql,
} from '#tests/setup/in-market.ts';

/** The embedded database has one connection, so it cannot show a race. */
const AT_ONCE = isOnPostgres ? 30 : 5;

givenMarket();
let farm: { id: number; token: string };
let photo: Buffer;

beforeEach(async () => {
  farm = await makeFarm();
  photo = await makeJpeg({ width: 64, height: 48 });
});

type Call = { key?: string; token?: string; method?: string };

async function send(path: string, sent: unknown, { key, token = farm.token, method }: Call = {}) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  const options = { token, headers, ...(method && { method }) };
  const { status, body } = await call(path, sent, options);
  return { status, body, text: JSON.stringify(body) };
}
async function upload(path: string, parts: Part[], key: string) {
  const headers = { 'idempotency-key': key };
  const { status, body } = await sendForm(path, parts, { ...farm, headers });
  return { status, text: JSON.stringify(body) };
}
const list = (product_name: string, given?: Call) =>
  send('/api/farmer/products', productFields({ product_name }), given);
const productsStored = () => countRows('products');

test('Idempotency-Key: a repeated request lists the product once, and again with another key or none', async () => {
  const first = await list('Kale', { key: 'a' });
  expect(first.status).toBe(201);
  expect(await list('Kale', { key: 'a' })).toEqual(first);
  expect(await productsStored()).toBe(1);
  await list('Kale', { key: 'b' });
  await list('Kale');
  expect(await productsStored()).toBe(3);
});

test(`Idempotency-Key: ${AT_ONCE} requests with one key at once list one product and get one answer`, async () => {
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => list('Kale', { key: 'a' })),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  expect(await productsStored()).toBe(1);
});

test('Idempotency-Key: a key is valid for one person and one operation', async () => {
  const other = await makeFarm();
  const mine = await list('Kale', { key: 'a' });
  const theirs = await list('Kale', { key: 'a', token: other.token });
  expect(theirs.status).toBe(201);
  expect(theirs.text).not.toBe(mine.text);
  expect((await upload('/api/farmer/photos', [photoPart(photo)], 'a')).status).toBe(201);
});

test('Idempotency-Key: a key is forgotten after seven days', async () => {
  await list('Kale', { key: 'a' });
  await list('Kale', { key: 'b' });
  advance(IDEMPOTENCY_KEY_SECONDS + 1);
  await list('Kale', { key: 'a', token: await makeSession(farm) });
  expect(await productsStored()).toBe(3);
  await prune(db, now());
  expect(await countRows('checkouts')).toBe(1);
});

test('Idempotency-Key: a repeated upload stores its photos once', async () => {
  const product = await makeProduct(farm);
  const another = await makeJpeg({ width: 64, height: 48, seed: 2 });
  for (const [path, status] of [
    ['/api/farmer/photos', 201],
    [`/api/farmer/products/${product.id}/photos`, 200],
    ['/api/farmer/profile/photo', 200],
  ] as const) {
    const first = await upload(path, [photoPart(photo)], 'a');
    expect(first.status).toBe(status);
    expect(await upload(path, [photoPart(photo)], 'a')).toEqual(first);
  }
  expect((await upload('/api/farmer/photos', [photoPart(another)], 'a')).status).toBe(409);
  expect(await countRows('photos')).toBe(3);
});

test('Idempotency-Key: a form with photos, sent several times at once, lists one product', async () => {
  const form = [...productParts(), photoPart(photo)];
  const listing = () => upload('/api/farmer/products', form, 'a');
  const answers = await Promise.all([listing(), listing(), listing(), listing()]);
  answers.push(await listing());
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  expect(await productsStored()).toBe(1);
  expect(await countRows('photos', sql`product_id is not null`)).toBe(1);
});

describe('Idempotency-Key on order steps and the cart', () => {
  let buyer: { id: number; token: string };
  let order: { id: number };
  let productId: number;

  beforeEach(async () => {
    buyer = await makeTestBuyer();
    productId = (await makeProduct(farm)).id;
    order = await makeOrder(buyer, [{ productId, quantity: 2 }]);
  });

  const step = (name: string, body: object, key: string) =>
    send(`/api/farmer/orders/${order.id}/${name}`, body, { key });

  test('a step is taken once, and each repeat answers with the current order', async () => {
    const first = await step('confirm', {}, 'a');
    expect(first).toMatchObject({ status: 200, body: { order: { status: 'confirmed' } } });
    expect(await step('confirm', {}, 'a')).toEqual(first);
    expect((await step('confirm', {}, 'b')).status).toBe(409);
    await step('dispatch', {}, 'a');
    expect(await step('confirm', {}, 'a')).toMatchObject({
      status: 200,
      body: { order: { status: 'dispatched' } },
    });
  });

  test('a wrong handover code counts as a try although its request is refused', async () => {
    await step('confirm', {}, 'a');
    await step('dispatch', {}, 'a');
    const handoverCode = codeOf(order.id);
    const wrong = String((Number(handoverCode) + 1) % 10_000).padStart(4, '0');
    for (let tries = 0; tries < HANDOVER_TRIES_MAX; tries += 1)
      await step('complete', { handoverCode: wrong }, 'c');
    expect((await step('complete', { handoverCode }, 'd')).body).toMatchObject({
      message: 'Too many wrong codes. Ask the buyer to confirm receipt.',
    });
    const isLocked = sql`handover_tries = ${HANDOVER_TRIES_MAX} and status = 'dispatched'`;
    expect(await countRows('orders', isLocked)).toBe(1);
  });

  const put = (quantity: number, key?: string) =>
    send(
      '/api/buyer/cart',
      { lines: [{ productId, quantity }] },
      { ...(key && { key }), token: buyer.token, method: 'PUT' },
    );

  test('the number of keyed changes per hour is limited', async () => {
    const { rateLimits } = services;
    for (let sent = 0; sent < KEYED_CHANGES_PER_HOUR; sent += 1)
      await rateLimits.consume(keyedChange, String(buyer.id));
    expect((await put(1, 'a')).status).toBe(429);
    expect((await put(1)).status).toBe(200);
  });

  test('a late repeat of a cart change undoes nothing', async () => {
    expect((await put(1, 'a')).status).toBe(200);
    const second = await put(5, 'b');
    expect(await put(1, 'a')).toEqual(second);
  });
});
