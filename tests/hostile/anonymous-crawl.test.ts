import { users } from '#accounts/server/tables/users.ts';
import { procedures } from '#app/server/app-router.ts';
import { farmPage, productPage } from '#app/server/pages/pages.ts';
import { seedMarket } from '#demo/seed-demo.ts';
import { farms } from '#farms/server/tables.ts';
import { pathAccess } from '#tests/app/rest/access-table.ts';
import {
  caller,
  db,
  givenOneMarket,
  makeFarm,
  makeOrder,
  makeProduct,
  makeSession,
  makeTestBuyer,
  market,
  nearPlace,
  report,
  request,
  START,
} from '#tests/setup/in-market.ts';
import { numberedPages } from '#tests/setup/pages.ts';
import { pathOf } from './parts/clients.ts';
import { validBodies, validInputs } from './parts/valid-inputs.ts';

const FARMS = 30;
const PRODUCTS = 120;
const farmPlace = { latitude: -0.52347, longitude: 37.12879 };

const asked = Object.entries(procedures).filter(([, { _def }]) => _def.type !== 'subscription');

let productId: number;
let inputs: ReturnType<typeof validInputs>;
let bodies: typeof inputs;
let farm: { id: number; token: string };
let buyer: { id: number; token: string; email: string };
givenOneMarket();
beforeAll(async () => {
  const sizes = { farms: FARMS, products: PRODUCTS };
  await seedMarket(db, sizes, { now: START, passwordHash: 'none' });
  farm = await makeFarm(farmPlace);
  await db.update(users).set({ phoneNumber: '+254712999888' });
  productId = (await makeProduct(farm)).id;
  inputs = validInputs({ productId, areQueriesWhole: false });
  bodies = validBodies(inputs, productId);
  buyer = await makeTestBuyer({ phoneNumber: '+254722888999' });
});

function callProcedure([name, { _def }]: (typeof asked)[number], who: { token?: string }) {
  const input = inputs[name] ?? {};
  return _def.type === 'query'
    ? request(pathOf(name, input), who)
    : request(`/trpc/${name}`, { ...who, body: input });
}

function callPath(route: string, id: number, who: { token?: string }) {
  const [method = '', path = ''] = route.split(' ');
  const body = method === 'GET' ? {} : { body: bodies[path] ?? {} };
  return request(path.replace(/:\w+/, String(id)), { method, ...who, ...body });
}

async function crawl(): Promise<{ answers: string[]; catalogue: number }> {
  const answers: string[] = [];
  for (const procedure of asked) {
    if (!/^places\./.test(procedure[0]))
      answers.push(await (await callProcedure(procedure, {})).text());
  }
  for (const route of Object.keys(pathAccess))
    answers.push(await (await callPath(route, productId, {})).text());
  const openProduct = numberedPages(productPage, market);
  const openFarm = numberedPages(farmPage, market);
  const visitor = caller();
  let catalogue = 0;
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
    const list = await visitor.market.cards({ ...nearPlace, cursor });
    answers.push(JSON.stringify(list));
    for (const { id } of list.products) {
      const product = await visitor.market.product({ productId: id, ...nearPlace });
      answers.push(JSON.stringify(product), (await openProduct(`/market/${id}`)).html);
      catalogue += 1;
    }
    cursor = list.nextCursor ?? undefined;
  }
  for (const { farmId } of await db.select({ farmId: farms.userId }).from(farms)) {
    const { farm: read, farmReviews } = visitor.market;
    answers.push(
      JSON.stringify([await read({ farmId }), await farmReviews({ farmId })]),
      (await openFarm(`/farm/${farmId}`)).html,
    );
  }
  return { answers, catalogue };
}

test('F46: a visitor without an account finds no phone number, email or exact position of anyone', async () => {
  await makeOrder(buyer, [{ productId, quantity: 1 }]);
  const { email, phoneNumber } = users;
  const people = await db.select({ email, phoneNumber }).from(users);
  const { latitude, longitude } = farms;
  const places = await db.select({ latitude, longitude }).from(farms);
  const { answers, catalogue } = await crawl();
  const all = answers.join('\n');
  expect(catalogue).toBeGreaterThan(PRODUCTS / 2);
  for (const person of people) {
    expect(all).not.toContain(person.email);
    if (person.phoneNumber) expect(all).not.toContain(person.phoneNumber.replace(/^\+254/, ''));
  }
  // The crawler's own position comes back as exact as it was sent; no other has more than two
  // decimals.
  for (const place of places) {
    expect(all).not.toContain(String(place.latitude));
    expect(all).not.toContain(String(place.longitude));
  }
  expect(all.match(/"(?:latitude|longitude)":-?\d+\.\d{3,}/g)).toBeNull();
  report(
    'F46',
    `${answers.length} answers to a stranger, ${catalogue} products of ${places.length} farms: none of ${people.length} phone numbers and emails, no exact position`,
  );
});

test('F46: an order shows neither side the email of the other', async () => {
  const { id: orderId } = await makeOrder(buyer, [{ productId, quantity: 1 }]);
  const asFarmer = caller(farm).farmer.orders;
  const asBuyer = caller(buyer).buyer.orders;
  await asFarmer.confirm({ orderId });
  const sold = JSON.stringify([await asFarmer.get({ orderId }), await asFarmer.list({})]);
  const bought = JSON.stringify([await asBuyer.get({ orderId }), await asBuyer.list({})]);
  expect(sold).not.toContain(buyer.email);
  expect(bought).not.toContain('@shamba.example');
});

test('F48: a logged-in user gets no cacheable answer from any procedure or path', async () => {
  const routes = Object.keys(pathAccess).filter(
    (one) => one.includes(' /api/') && one !== 'GET /api/openapi.json',
  );
  let answers = 0;
  const inspect = async (what: string, response: Response) => {
    await response.text();
    expect(response.headers.get('cache-control'), what).toBe('no-store');
    answers += 1;
  };
  for (const person of [farm, buyer]) {
    const logIn = async () => ({ token: await makeSession(person) });
    for (const procedure of asked)
      await inspect(procedure[0], await callProcedure(procedure, await logIn()));
    for (const route of routes) await inspect(route, await callPath(route, 999_999, await logIn()));
  }
  report(
    'F48',
    `${answers} answers of every procedure and path to a farmer and a buyer: all no-store`,
  );
});
