import { KEYS_MAX } from '#accounts/rules/limits.ts';
import { suspendAccount } from '#accounts/server/end-access.ts';
import { apiKeys } from '#accounts/server/tables/sessions.ts';
import type { KeyScope } from '#rules/role.ts';
import {
  advance,
  call,
  caller,
  db,
  givenMarket,
  makeBuyer,
  makeWebhook,
  operate,
  orderForm,
  outcomeOf,
  PASSWORD,
  refused,
  resetPassword,
  type SignedBuyer,
  services,
  tally,
} from '#tests/setup/in-market.ts';
import { webhooks } from '#webhooks/server/tables.ts';

let buyer: SignedBuyer;
givenMarket();
beforeEach(async () => {
  buyer = await makeBuyer();
});

const keysOf = (token: string) => caller({ token }).auth.keys;
const makeKey = async (scopes: KeyScope[] = ['read'], token = buyer.token) =>
  (await keysOf(token).create({ name: 'Shop till', scopes, password: PASSWORD })).key;
const readOrders = async (key: string) =>
  (await call('/api/buyer/orders', undefined, { token: key })).body;

test('an API key is shown once; only its hash and its ending are stored', async () => {
  const key = await makeKey();
  expect(key).toMatch(/^ssk_[\w-]{43}$/);
  const [row] = await db.select().from(apiKeys);
  expect(JSON.stringify(row)).not.toContain(key.slice(4, -4));
  const shown = { id: row?.id, name: 'Shop till', ending: key.slice(-4), scopes: ['read'] };
  expect(await keysOf(buyer.token).list()).toEqual([
    { ...shown, createdAt: services.clock(), lastUsedAt: null },
  ]);
});

test('an API key takes the password, whose wrong attempts are counted', async () => {
  const create = { name: 'x', scopes: ['read' as const], password: 'not the password' };
  await refused(keysOf(buyer.token).create(create), 'PASSWORD_WRONG');
  expect(await keysOf(buyer.token).list()).toEqual([]);
});

test('an API key opens what its scope names and says clearly what it does not open', async () => {
  const [reader, orderer] = [await makeKey(['read']), await makeKey(['orders'])];
  expect(await readOrders(reader)).toMatchObject({ success: true, orders: [] });
  expect(await readOrders(orderer)).toMatchObject({ success: true });
  const put = { method: 'PUT', token: reader };
  expect(await call('/api/buyer/cart', { lines: [] }, put)).toMatchObject({
    status: 403,
    body: { code: 'KEY_SCOPE_MISSING', scopes: ['orders'] },
  });
  const answer = await call('/api/buyer/profile', undefined, { token: orderer });
  expect(answer).toMatchObject({ status: 403, body: { code: 'KEY_NOT_ALLOWED' } });
});

test('an API key never opens another role', async () => {
  const key = await makeKey(['read', 'stock', 'orders']);
  const { body } = await call('/api/farmer/products', undefined, { token: key });
  expect(body.code).toBe('FARMERS_ONLY');
});

test('an API key: D149: orders only for the total that its program names', async () => {
  const token = await makeKey(['orders']);
  const place = (order: object) =>
    call('/api/buyer/orders', orderForm(order), {
      token,
      headers: { 'idempotency-key': 'shop-till-0001' },
    });
  expect((await place({})).body).toMatchObject({
    code: 'TOTAL_NEEDED',
    fieldErrors: { expectedTotal: expect.stringContaining('expectedTotal') },
  });
  expect((await place({ expectedTotal: 100 })).body.code).toBe('CART_EMPTY');
});

test('an API key says when it was last used, to the hour', async () => {
  const key = await makeKey();
  const use = async () => {
    await readOrders(key);
    return (await keysOf(buyer.token).list())[0]?.lastUsedAt;
  };
  const first = services.clock();
  expect(await use()).toEqual(first);
  advance(3599);
  expect(await use()).toEqual(first);
  advance(1);
  expect(await use()).toEqual(services.clock());
});

test('an API key ends when it is revoked, by its owner alone', async () => {
  const key = await makeKey();
  const [{ id: keyId = 0 } = {}] = await keysOf(buyer.token).list();
  const other = await makeBuyer({ email: 'other@duka.example' });
  await keysOf(other.token).revoke({ keyId });
  expect(await readOrders(key)).toMatchObject({ success: true });
  await keysOf(buyer.token).revoke({ keyId });
  await keysOf(buyer.token).revoke({ keyId });
  expect((await readOrders(key)).code).toBe('KEY_INVALID');
});

test('an API key ends with a suspension, like a webhook', async () => {
  const key = await makeKey();
  await makeWebhook(buyer, 'https://shop.example/');
  await operate('suspend', { account: buyer.email, reason: 'A test' });
  expect((await readOrders(key)).code).toBe('KEY_INVALID');
  expect([await db.$count(apiKeys), await db.$count(webhooks)]).toEqual([0, 0]);
});

const newPassword = 'Mavuno-mapya-2026';
test.each<[string, () => Promise<unknown>]>([
  ['a new password by a code', () => resetPassword(buyer.email, PASSWORD)],
  [
    'a changed password',
    () => caller(buyer).auth.changePassword({ currentPassword: PASSWORD, newPassword }),
  ],
  ['a logout everywhere', () => caller(buyer).auth.logoutEverywhere()],
  ['a reported SIM', () => caller(buyer).phone.reportSimChange()],
])('an API key ends with %s, like a webhook', async (_, end) => {
  const key = await makeKey();
  await makeWebhook(buyer, 'https://shop.example/');
  await end();
  expect((await readOrders(key)).code).toBe('KEY_INVALID');
  expect(await db.$count(webhooks)).toBe(0);
});

const now = () => services.clock();
test.each<[string, (tx: Database) => Promise<unknown>]>([
  ['ends', (tx) => services.endAccess(tx, { userId: buyer.id }, now())],
  [
    'is suspended',
    (tx) => suspendAccount(tx, buyer.email, { now: now(), endAccess: services.endAccess }),
  ],
])('an API key is not made if its login %s in the meantime', async (_, end) => {
  const right = vi.spyOn(services.passwords, 'isRight').mockImplementationOnce(async () => {
    await db.transaction(end);
    return true;
  });
  await refused(makeKey(), 'NOT_LOGGED_IN');
  expect(right).toHaveBeenCalledOnce();
  expect(await db.$count(apiKeys)).toBe(0);
});

test('an API key ends with the account, and is in the export without its hash', async () => {
  const key = await makeKey();
  const session = caller(buyer);
  const exported = JSON.stringify(await session.auth.exportData());
  expect(exported).toContain('"name":"Shop till"');
  expect(exported).not.toContain('keyHash');
  await session.auth.deleteAccount({ password: PASSWORD });
  expect((await readOrders(key)).code).toBe('KEY_INVALID');
});

test('an API key: there are at most five, also when the last ones are made at once', async () => {
  const making = Array.from({ length: KEYS_MAX + 2 }, () => outcomeOf(makeKey()));
  expect(tally((await Promise.all(making)).sort())).toBe(`2 TOO_MANY_KEYS, ${KEYS_MAX} accepted`);
});

test('an API key needs a scope', async () => {
  const input = { name: 'x', scopes: [], password: PASSWORD };
  await refused(keysOf(buyer.token).create(input), 'INVALID_INPUT');
});
