import { createOrderChanges, STREAMS_PER_SESSION } from '#orders/server/order-changes.ts';
import {
  asFarmer,
  buyer,
  caller,
  db,
  farm,
  givenTrade,
  makeTestBuyer,
  market,
  operate,
  order,
  services,
} from '#tests/setup/in-market.ts';

let orderId: number;
let ending: AbortController;
givenTrade();
beforeEach(async () => {
  ending = new AbortController();
  orderId = await order();
});
afterEach(() => ending.abort());

const seeing = (userId: number) =>
  [
    { userId, sessionId: userId, clientAddress: '' },
    { signal: ending.signal, isSessionOpen: async () => true },
  ] as const;

const confirm = () => asFarmer().confirm({ orderId });

test('a change of an order reaches both sides while they watch, and nobody else', async () => {
  const stranger = await makeTestBuyer();
  const { orderChanges } = services;
  const heard: string[] = [];
  const users = { buyer: buyer.id, farmer: farm.id, stranger: stranger.id };
  for (const [who, userId] of Object.entries(users)) {
    void orderChanges
      .watch(...seeing(userId))
      .next()
      .then(({ value }) => value && heard.push(`${who} ${value.orderId}`));
  }
  await whenHeard();
  await confirm();
  await expect.poll(() => heard.sort()).toEqual([`buyer ${orderId}`, `farmer ${orderId}`]);
});

const openOverHttp = () =>
  market.app.request('/trpc/buyer.orders.changes', {
    headers: { authorization: `Bearer ${buyer.token}`, accept: 'text/event-stream' },
    signal: ending.signal,
  });

test('a change of an order is sent over HTTP as a server-sent event to the holder of the session', async () => {
  const response = await openOverHttp();
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('cache-control')).toContain('no-store');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  await whenHeard();
  await confirm();
  let text = '';
  while (!text.includes(`"orderId":${orderId}`)) text += (await reader?.read())?.value ?? '';
  await reader?.cancel();
});

const shutOut = () => operate('suspend', { account: buyer.email, reason: 'x' });
test.each([
  ['is suspended', shutOut],
  ['is logged out everywhere', () => caller({ token: buyer.token }).auth.logoutEverywhere()],
  [
    'logs out all other devices',
    () => {
      const { endAccess, clock } = services;
      return endAccess(db, { userId: buyer.id, exceptSession: 0 }, clock());
    },
  ],
])('a change no longer reaches a user who %s, in any process', async (_what, end) => {
  const other = createOrderChanges(market.connection);
  const own = [services.orderChanges, other].map((changes) =>
    readToEnd(changes.watch(...seeing(buyer.id))),
  );
  const farmers = services.orderChanges.watch(...seeing(farm.id)).next();
  await whenHeard();
  await end();
  await Promise.all(own);
  await confirm();
  expect((await farmers).value).toEqual({ orderId });
  other.close();
});

test('E126: over HTTP a session with many streams loses the oldest, and no timer is left behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const texts: string[] = [];
  for (let number = 0; number < 30; number += 1) {
    void (await openOverHttp()).text().then((text) => texts.push(text));
  }
  await expect.poll(() => texts.length).toBe(30 - STREAMS_PER_SESSION);
  for (const text of texts) expect(text).toMatch(/"isReplaced":true[\s\S]*event: return/);
  // Each open stream has a timer for its end and one for its ping.
  expect(timers() - before).toBeLessThan(30);
});

test('streams end when the server stops', async () => {
  const next = services.orderChanges.watch(...seeing(buyer.id)).next();
  await whenHeard();
  services.orderChanges.close();
  expect(await next).toEqual({ done: true, value: undefined });
});

async function readToEnd(changes: AsyncIterable<unknown>) {
  for await (const _ of changes);
}

const whenHeard = () =>
  market.connection.listen('order_changes', { onMessage: () => {}, onReconnect: () => {} });
