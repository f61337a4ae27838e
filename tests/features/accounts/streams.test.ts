import { findSession } from '#accounts/server/manage-sessions.ts';
import { createOrderChanges, watchOrders } from '#orders/server/order-changes.ts';
import type { Session } from '#server/context.ts';
import {
  caller,
  db,
  givenMarket,
  logIn,
  makeBuyer,
  market,
  now,
  PASSWORD,
  report,
  services,
} from '#tests/setup/in-market.ts';

let buyer: { email: string; id: number; token: string };
let ending: AbortController;
let elsewhere: ReturnType<typeof createOrderChanges>;

givenMarket();
beforeEach(async () => {
  ending = new AbortController();
  buyer = await makeBuyer();
  elsewhere = createOrderChanges(market.connection);
});
afterEach(() => {
  ending.abort();
  elsewhere.close();
});

async function sessionOf(token: string) {
  const session = await findSession(db, token, now());
  if (!session) throw new Error('No session has this token');
  return session;
}
const anotherDevice = async () =>
  (await logIn({ email: buyer.email, password: PASSWORD, role: 'buyer' })).token;

const watch = (currentSession: Session, orderChanges = services.orderChanges) => {
  const ctx = { db, currentSession, services: { orderChanges }, clientAddress: '' };
  return watchOrders({ ctx, signal: ending.signal });
};

async function open(token: string, orderChanges = services.orderChanges) {
  const stream = watch(await sessionOf(token), orderChanges);
  const state = { isOver: false };
  void (async () => {
    for await (const _ of stream);
    state.isOver = true;
  })();
  return state;
}
const whenHeard = () =>
  market.connection.listen('order_changes', { onMessage: () => {}, onReconnect: () => {} });

test("a stream ends at once with the logout of its session, in any process; another device's stream continues", async () => {
  const other = await anotherDevice();
  const own = [await open(buyer.token), await open(buyer.token, elsewhere)];
  const others = [await open(other), await open(other, elsewhere)];
  await whenHeard();
  const startedAt = performance.now();
  await caller(buyer).auth.logout();
  await expect.poll(() => own.every(({ isOver }) => isOver)).toBe(true);
  const milliseconds = Math.round(performance.now() - startedAt);
  expect(others.map(({ isOver }) => isOver)).toEqual([false, false]);
  report('F73', `2 streams in 2 processes: ended ${milliseconds} ms after the logout`);
});

test.each<[string, () => Promise<unknown>]>([
  ['its account is deleted', () => caller(buyer).auth.deleteAccount({ password: PASSWORD })],
  ['its owner logs out everywhere', () => caller(buyer).auth.logoutEverywhere()],
])('a stream ends when %s', async (_, end) => {
  const streams = [await open(buyer.token), await open(buyer.token, elsewhere)];
  await whenHeard();
  await end();
  await expect.poll(() => streams.every(({ isOver }) => isOver)).toBe(true);
});

test('a stream opened while its session is being ended does not stay open', async () => {
  const session = await sessionOf(buyer.token);
  // The request has found its session; the logout completes before the stream begins to listen.
  await caller(buyer).auth.logout();
  const stream = watch(session);
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});
