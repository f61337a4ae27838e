import { beforeAll, describe, expect, test } from 'vitest';
import { appRouter } from '../../src/server/procedures/index.ts';
import { openSession } from '../../src/server/sessions/open-session.ts';
import { makeFarm } from '../factories/farms.ts';
import { makeBuyer } from '../factories/people.ts';
import { makeJpeg } from '../factories/pictures.ts';
import { makeProduct, productForm } from '../factories/products.ts';
import { type Market, makeMarket } from '../setup/market.ts';
import { report } from '../setup/report.ts';
import { outcomeOf } from '../setup/rest.ts';
import { dumpDatabase } from '../setup/rows.ts';
import { type Access, pathAccess, procedureAccess } from './access-table.ts';

const actors = ['nobody', 'buyer', 'other buyer', 'farmer', 'other farmer'] as const;
type Actor = (typeof actors)[number];
type Refusal = 'NOT_LOGGED_IN' | 'BUYERS_ONLY' | 'FARMERS_ONLY' | null;

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: 'query' | 'mutation' | 'subscription' } }
>;

/** Who is turned away at the door of something, and with what. */
function refusalOf(access: Access, actor: Actor): Refusal {
  if (access === 'anyone') return null;
  if (actor === 'nobody') return 'NOT_LOGGED_IN';
  if (access === 'loggedIn') return null;
  const role = typeof access === 'string' ? access : access.role;
  if (actor.endsWith(role)) return null;
  return role === 'buyer' ? 'BUYERS_ONLY' : 'FARMERS_ONLY';
}
const statuses = { NOT_LOGGED_IN: 401, BUYERS_ONLY: 403, FARMERS_ONLY: 403 } as const;

describe('B16: who may do what', () => {
  let market: Market;
  let ids: Record<Exclude<Actor, 'nobody'>, number>;
  beforeAll(async () => {
    market = await makeMarket();
    const [buyer, other] = [await makeBuyer(market), await makeBuyer(market, { email: 'other@duka.example' })];
    const [farmer, neighbour] = [await makeFarm(market), await makeFarm(market)];
    ids = { buyer: buyer.id, 'other buyer': other.id, farmer: farmer.id, 'other farmer': neighbour.id };
  });
  /** A session of their own for each call, for some calls end it. */
  const tokenOf = async (actor: Actor) =>
    actor === 'nobody'
      ? ''
      : openSession(market.db, { userId: ids[actor], isRemembered: false, device: '' }, market.services.clock());
  const bearer = async (actor: Actor) => ({ ...((await tokenOf(actor)) && { token: await tokenOf(actor) }) });
  const routes = () => [
    ...new Set(market.app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)),
  ];

  test('every procedure and every path stands in the table, and nothing that is gone', () => {
    expect(Object.keys(procedures).sort()).toEqual(Object.keys(procedureAccess).sort());
    expect(routes().sort()).toEqual(Object.keys(pathAccess).sort());
    const cases = (Object.keys(procedureAccess).length + Object.keys(pathAccess).length) * actors.length;
    report(
      'B16',
      `${Object.keys(procedureAccess).length} procedures and ${Object.keys(pathAccess).length} paths × ${actors.length} callers: ${cases} cases`,
    );
  });

  test.each(Object.entries(procedureAccess))('%s', async (name, access) => {
    for (const actor of actors) {
      const isQuery = procedures[name]?._def.type === 'query';
      const { status, code } = await callProcedure(name, isQuery, await bearer(actor));
      const refusal = refusalOf(access, actor);
      if (refusal) expect([actor, status, code]).toEqual([actor, statuses[refusal], refusal]);
      else expect([401, 403], `${actor} was turned away: ${code}`).not.toContain(status);
    }
  });

  async function callProcedure(name: string, isQuery: boolean, who: { token?: string }) {
    const response = await market.request(`/trpc/${name}`, isQuery ? who : { ...who, body: {} });
    const body = (await response.json()) as { error?: { data: { code: string } } };
    return { status: response.status, code: body.error?.data.code };
  }

  test.each(Object.entries(pathAccess))('%s', async (route, access) => {
    const [method = '', path = ''] = route.split(' ');
    for (const actor of actors) {
      const body = method === 'GET' ? {} : { body: {} };
      const target = path.replace(':id', '999999').replace(':name', 'none');
      const { status } = await market.request(target, { ...(await bearer(actor)), method, ...body });
      const refusal = refusalOf(access, actor);
      if (refusal) expect([actor, status]).toEqual([actor, statuses[refusal]]);
      else expect([401, 403], `${actor} was turned away`).not.toContain(status);
    }
  });
});

describe("B17: on another farmer's product everything is a 404, and nothing changes", () => {
  let market: Market;
  let productId: number;
  let stranger: { id: number; token: string };
  beforeAll(async () => {
    market = await makeMarket();
    productId = (await makeProduct(market, await makeFarm(market))).id;
    stranger = await makeFarm(market);
  });
  const products = () => market.caller({ token: stranger.token }).farmer.products;
  const procedureCases: Record<string, () => Promise<unknown>> = {
    'farmer.products.edit': () => products().edit({ ...productForm(), productId, name: 'Stolen' }),
    'farmer.products.delete': () => products().delete({ productId }),
    'farmer.products.setQuantity': () => products().setQuantity({ productId, quantity: 0 }),
    'farmer.products.setQuantities': async () => {
      // One line of many says what became of it.
      const answer = JSON.stringify(await products().setQuantities({ lines: [{ productId, quantity: 0 }] }));
      throw new Error(answer.includes('notFound') ? 'NOT_FOUND' : answer);
    },
  };
  const form = {
    product_name: 'Stolen',
    category: 'Vegetables',
    quantity_available: 1,
    unit_of_measure: 'kg',
    price_per_unit: 1,
  };
  const pathCases: Record<string, () => Promise<Response> | Response> = {
    'PUT /api/farmer/products': () => send('PUT', '/api/farmer/products', { ...form, product_id: productId }),
    'DELETE /api/farmer/products/:id': () => send('DELETE', `/api/farmer/products/${productId}`, {}),
    'PATCH /api/farmer/products/:id/quantity': () => send('PATCH', `/api/farmer/products/${productId}/quantity`, { quantity: 0 }),
    'POST /api/farmer/products/:id/photos': async () => {
      const photos = new FormData();
      photos.append('photos', new File([new Uint8Array(await makeJpeg())], 'kale.jpg', { type: 'image/jpeg' }));
      const headers = { authorization: `Bearer ${stranger.token}` };
      return market.app.request(`/api/farmer/products/${productId}/photos`, { method: 'POST', body: photos, headers });
    },
  };
  const send = (method: string, path: string, body: object) => market.request(path, { method, body, token: stranger.token });

  test('every such procedure and path has its case', () => {
    const owned = (table: Record<string, Access>) => Object.keys(table).filter((name) => typeof table[name] === 'object');
    expect(Object.keys(procedureCases).sort()).toEqual(owned(procedureAccess).sort());
    expect(Object.keys(pathCases).sort()).toEqual(owned(pathAccess).sort());
  });

  test.each(Object.keys(procedureCases))('%s', async (name) => {
    const before = await lastingRows();
    expect(await outcomeOf(procedureCases[name]?.() ?? Promise.resolve())).toMatch(/NOT_FOUND$/);
    expect(await lastingRows()).toBe(before);
  });

  test.each(Object.keys(pathCases))('%s', async (name) => {
    const before = await lastingRows();
    expect((await pathCases[name]?.())?.status).toBe(404);
    expect(await lastingRows()).toBe(before);
  });

  const lastingRows = () => dumpDatabase(market.db, { except: ['rate_limit_counters'] });
});
