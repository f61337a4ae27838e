import { createServer, type Socket } from 'node:net';
import { setQuantity } from '#products/server/set-quantities.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeWebhook } from '#tests/factories/webhooks.ts';
import {
  advance,
  caller,
  db,
  type Market,
  market,
  openMarket,
  outcomeOf,
  runOutbox,
  sendDue,
  services,
} from '#tests/setup/in-market.ts';
import { startReceiver } from '#tests/setup/servers/receiver.ts';
import { ASKED_EVENTS_PER_MINUTE } from '#webhooks/rules.ts';
import { giveTurns } from '#webhooks/server/feature.ts';
import { createReceivers } from '#webhooks/server/receivers.ts';

const noAnswer = { problem: 'noAnswer', status: null };
const message = { headers: { 'webhook-id': 'x' }, body: '{}' };
const forEver = (socket: Socket, text: string) => {
  const more = () => {
    while (!socket.destroyed && socket.write(text));
    socket.once('drain', more);
  };
  more();
};

const sockets = new Set<Socket>();
let attack: (socket: Socket) => void;
const server = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => {});
  socket.once('data', () => attack(socket));
});
let origin: string;
beforeEach(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((closed) => server.close(closed));
});

const ok = 'HTTP/1.1 200 OK\r\n';
test.each<[string, (socket: Socket) => void, object]>([
  [
    'changes the protocol',
    (socket) => socket.write('HTTP/1.1 101 \r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    noAnswer,
  ],
  [
    'sends 100 Continue without end',
    (socket) => forEver(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
    noAnswer,
  ],
  [
    'has headers without end',
    (socket) => forEver(socket, `${ok}x: ${'a'.repeat(9999)}\r\n`),
    noAnswer,
  ],
  [
    'comes a header at a time',
    (socket) => {
      socket.write(ok);
      const timer = setInterval(() => socket.write('x: y\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    },
    noAnswer,
  ],
  ['is another protocol', (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'), noAnswer],
  ['is a reset', (socket) => socket.resetAndDestroy(), noAnswer],
  [
    'is chunked wrongly',
    (socket) => socket.write(`${ok}transfer-encoding: chunked\r\n\r\nZZ\r\n`),
    { problem: null, status: 200 },
  ],
  [
    'would unpack to much',
    (socket) => forEver(socket, `${ok}content-encoding: gzip\r\n\r\n${'\0'.repeat(9999)}`),
    { problem: null, status: 200 },
  ],
])(
  'an answer as an attack that %s is told in time and leaves no connection',
  async (_, answer, told) => {
    attack = answer;
    const receivers = createReceivers({ ownReceivers: [origin], timeoutMilliseconds: 300 });
    expect(await receivers.post(`${origin}/`, message)).toEqual(told);
    await expect.poll(() => [...sockets].every(({ destroyed }) => destroyed)).toBe(true);
  },
);

test('an answer as an attack: a name server that hangs ends with the time of the exchange', async () => {
  const resolve = () => new Promise<string[]>(() => {});
  const receivers = createReceivers({ resolve, timeoutMilliseconds: 300 });
  expect(await receivers.post('https://slow.example/', message)).toEqual(noAnswer);
});

test('an answer as an attack only a port of web servers is allowed', () => {
  const isAllowed = (port: number) => createReceivers().isAllowed(`https://shop.example:${port}/`);
  expect([443, 8443, 22, 80, 0].filter(isAllowed)).toEqual([443, 8443]);
});

const makeFarmWithHook = async (market: Market, url: string) => {
  const farm = await makeFarm(market);
  const { id: productId } = await makeProduct(market, farm, { quantity: 5 });
  const webhook = await makeWebhook(market, farm, url);
  const count = (quantity: number) =>
    setQuantity({ ...market.services, db: market.db, user: farm }, { productId, quantity });
  return { farm, webhookId: webhook.id, subject: `product/${productId}`, count };
};

test('a person whose receiver answers slowly sends nothing more when its lease is about to end', async () => {
  await openMarket();
  const { farm, count } = await makeFarmWithHook(market, 'https://shop.example/');
  await count(10);
  for (let made = 0; made < 9; made += 1) await makeProduct(market, farm, { quantity: 5 });
  let posted = 0;
  services.receivers = {
    isAllowed: () => true,
    async post() {
      posted += 1;
      advance(4.9);
      return { problem: null, status: 204 };
    },
  };
  await giveTurns(db, services);
  await runOutbox();
  expect(posted).toBe(6);
  // The lease is one minute; a message may wait almost as long for its slot.
  advance(60);
  await giveTurns(db, services);
  advance(45);
  await runOutbox();
  expect(posted).toBe(8);
});

test('a person whose receiver hangs delays nobody else', async () => {
  await openMarket();
  const receiver = await startReceiver();
  receiver.allowIn(market);
  receiver.answerWith((response, { path }) => {
    if (path === '/good') response.writeHead(204).end();
  });
  for (let made = 0; made < 5; made += 1)
    await (await makeFarmWithHook(market, `${receiver.origin}/hangs`)).count(10);
  const good = await makeFarmWithHook(market, `${receiver.origin}/good`);
  await good.count(10);
  const sending = sendDue();
  await expect.poll(() => receiver.sequencesOf(good.subject)).toEqual([1]);
  await sending;
});

test('a person whose receiver is asked again and again is called ten times a minute at most', async () => {
  await openMarket();
  const { farm, webhookId, count } = await makeFarmWithHook(market, 'https://shop.example/');
  const post = vi.fn(async () => ({ problem: 'status', status: 500 }) as const);
  services.receivers = { isAllowed: () => true, post };
  await count(10);
  const hooks = caller(farm).webhooks;
  const outcomes: string[] = [];
  for (let asked = 0; asked <= ASKED_EVENTS_PER_MINUTE; asked += 1) {
    await hooks.pause({ webhookId });
    outcomes.push(await outcomeOf(hooks.resume({ webhookId })));
    await sendDue();
  }
  expect(outcomes.filter((one) => one === 'TOO_MANY_ATTEMPTS')).toHaveLength(1);
  expect(post).toHaveBeenCalledTimes(ASKED_EVENTS_PER_MINUTE);
});
