import { apiDescriptions } from '#app/features.ts';
import { procedures } from '#app/server/app-router.ts';
import { type KeyScope, keyScopes } from '#rules/role.ts';
import {
  givenOneMarket,
  insertKeyOf,
  makeFarm,
  makeTestBuyer,
  request,
} from '#tests/setup/in-market.ts';
import { pathAccess, procedureAccess } from './access-table.ts';

const openedBy: [scopes: readonly KeyScope[], names: string][] = [
  [['read', 'orders'], 'buyer.products buyer.cart.see buyer.orders.list buyer.orders.get'],
  [['read', 'orders'], 'farmer.orders.list farmer.orders.get'],
  [['orders'], 'buyer.cart.put buyer.orders.place farmer.orders.confirm farmer.orders.reject'],
  [['orders'], 'farmer.orders.dispatch farmer.orders.complete'],
  [['read', 'stock'], 'farmer.products.list'],
  [['stock'], 'farmer.products.create farmer.products.edit farmer.products.delete'],
  [['stock'], 'farmer.products.setQuantity farmer.products.setQuantities'],
  [['read'], 'farmer.payments.list'],
  [['read', 'orders'], 'buyer.lots.list buyer.lots.get'],
  [['orders'], 'buyer.lots.ask buyer.lots.extend buyer.lots.take'],
  [['orders'], 'buyer.lots.letGo buyer.lots.stop buyer.lots.takeRide'],
  [['read', 'stock'], 'farmer.lots.list farmer.lots.get'],
  [['stock'], 'farmer.lots.give farmer.lots.takeBack'],
];
const opened = Object.fromEntries(
  openedBy.flatMap(([scopes, names]) => names.split(' ').map((name) => [name, scopes] as const)),
);

const needsPerson = Object.entries(procedureAccess).filter(([, access]) => access !== 'anyone');
const described = apiDescriptions.flatMap(({ paths }) => Object.entries(paths));

let keyWith: (role: 'buyer' | 'farmer', scopes: readonly KeyScope[]) => Promise<string>;
givenOneMarket();
beforeAll(async () => {
  const ids = { buyer: (await makeTestBuyer()).id, farmer: (await makeFarm()).id };
  const kept = new Map<string, string>();
  keyWith = async (role, scopes) => {
    const name = `${role} ${scopes}`;
    const key = kept.get(name) ?? (await insertKeyOf(ids[role], scopes));
    kept.set(name, key);
    return key;
  };
});
const roleOf = (name: string) => (name.includes('farmer') ? 'farmer' : 'buyer');

async function ask(name: string, token: string): Promise<string> {
  const isMutation = procedures[name]?._def.type === 'mutation';
  const sent = isMutation ? { token, body: {} } : { token };
  const response = await request(`/trpc/${name}`, sent);
  // The answer of a subscription is a stream, which ends with an error.
  return /"code":"(\w+)"/.exec(await response.text())?.[1] ?? 'accepted';
}

test.each(needsPerson)('B16: what API keys open: %s', async (name, access) => {
  const scopes = opened[name];
  const all = await ask(name, await keyWith(roleOf(name), keyScopes));
  const refusal = access === 'operator' ? 'NOT_LOGGED_IN' : 'KEY_NOT_ALLOWED';
  if (!scopes) return expect(all).toBe(refusal);
  expect(all).not.toMatch(/^(KEY_|NOT_LOGGED_IN)/);
  for (const scope of keyScopes) {
    const answer = await ask(name, await keyWith(roleOf(name), [scope]));
    if (scopes.includes(scope)) expect(answer).toBe(all);
    else expect(answer).toBe('KEY_SCOPE_MISSING');
  }
});

test.each(described)('B16: what API keys open: %s', async (route, { by, keys }) => {
  if (by === 'anyone') return expect(keys).toBeUndefined();
  const [method = '', path = ''] = route.split(' ');
  expect(pathAccess[route]).toBeDefined();
  const code = async (scopes: readonly KeyScope[]) => {
    const response = await request(path.replaceAll(/:\w+/g, '999999'), {
      method,
      token: await keyWith(by === 'farmer' ? 'farmer' : 'buyer', scopes),
      ...(method !== 'GET' && { body: {} }),
    });
    const type = response.headers.get('content-type') ?? '';
    const text = await response.text();
    return type.startsWith('application/json') ? String(JSON.parse(text).code) : 'accepted';
  };
  if (!keys) return expect(await code(keyScopes)).toBe('KEY_NOT_ALLOWED');
  expect(await code(keys)).not.toMatch(/^(KEY_|NOT_LOGGED_IN)/);
  const others = keyScopes.filter((scope) => !keys.includes(scope));
  for (const scope of others) expect(await code([scope])).toBe('KEY_SCOPE_MISSING');
});
