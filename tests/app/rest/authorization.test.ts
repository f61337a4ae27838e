import { procedures } from '#app/server/app-router.ts';
import { valueAt } from '#tests/hostile/parts/odd-values.ts';
import {
  caller,
  givenOneMarket,
  makeFarm,
  makeSession,
  makeTestBuyer,
  market,
  outcomeOf,
  report,
  request,
} from '#tests/setup/in-market.ts';
import { type Access, pathAccess, procedureAccess } from './access-table.ts';

const actors = ['nobody', 'buyer', 'farmer'] as const;
type Actor = (typeof actors)[number];
type Refusal = 'NOT_LOGGED_IN' | 'BUYERS_ONLY' | 'FARMERS_ONLY' | null;

function refusalOf(access: Access, actor: Actor): Refusal {
  if (access === 'anyone') return null;
  if (actor === 'nobody' || access === 'operator') return 'NOT_LOGGED_IN';
  if (access === 'loggedIn') return null;
  const role = typeof access === 'string' ? access : access.role;
  if (role === 'either' || role === actor) return null;
  return role === 'buyer' ? 'BUYERS_ONLY' : 'FARMERS_ONLY';
}
const statuses = { NOT_LOGGED_IN: 401, BUYERS_ONLY: 403, FARMERS_ONLY: 403 } as const;

let people: Record<'buyer' | 'farmer', { id: number }>;
givenOneMarket();
beforeAll(async () => {
  people = { buyer: await makeTestBuyer(), farmer: await makeFarm() };
});
const bearer = async (actor: Actor) =>
  actor === 'nobody' ? {} : { token: await makeSession(people[actor]) };
const routes = () => [
  ...new Set(
    market.app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`),
  ),
];

test('B16: the table lists every procedure and path, and no others', () => {
  expect(Object.keys(procedures).sort()).toEqual(Object.keys(procedureAccess).sort());
  expect(routes().sort()).toEqual(Object.keys(pathAccess).sort());
  const cases =
    (Object.keys(procedureAccess).length + Object.keys(pathAccess).length) * actors.length;
  report(
    'B16',
    `${Object.keys(procedureAccess).length} procedures and ${Object.keys(pathAccess).length} paths × ${actors.length} callers: ${cases} cases`,
  );
});

test.each(Object.entries(procedureAccess))('B16: access: %s', async (name, access) => {
  for (const actor of actors) {
    const { status, code } = await callProcedure(name, await bearer(actor));
    const refusal = refusalOf(access, actor);
    if (refusal) expect([actor, status, code]).toEqual([actor, statuses[refusal], refusal]);
    else expect([401, 403], `${actor} was turned away: ${code}`).not.toContain(status);
  }
});

async function callProcedure(name: string, who: { token?: string }) {
  if (procedures[name]?._def.type === 'subscription') return listen(name, who);
  const isMutation = procedures[name]?._def.type === 'mutation';
  const sent = isMutation ? { ...who, body: {} } : who;
  const response = await request(`/trpc/${name}`, sent);
  const body = (await response.json()) as { error?: { data: { code: string } } };
  return { status: response.status, code: body.error?.data.code };
}

async function listen(name: string, who: { token?: string }) {
  const procedure = valueAt(caller(who), name.split('.')) as () => Promise<unknown>;
  const code = await outcomeOf(procedure());
  return { status: statuses[code as keyof typeof statuses] ?? 200, code };
}

test.each(Object.entries(pathAccess))('B16: access: %s', async (route, access) => {
  const [method = '', path = ''] = route.split(' ');
  for (const actor of actors) {
    const target = path.replace(/:(id|mediaId)\b/g, '999999').replace(':name', 'none');
    const sent = { ...(await bearer(actor)), method, ...(method !== 'GET' && { body: {} }) };
    const { status } = await request(target, sent);
    const refusal = refusalOf(access, actor);
    if (refusal) expect([actor, status]).toEqual([actor, statuses[refusal]]);
    else expect([401, 403], `${actor} was turned away`).not.toContain(status);
  }
});
