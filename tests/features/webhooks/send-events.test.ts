import { setQuantity } from '#products/server/set-quantities.ts';
import { outboxMessages } from '#server/tables.ts';
import { isVerified } from '#tests/factories/webhooks.ts';
import {
  advance,
  asFarmer,
  buyer,
  caller,
  db,
  farm,
  givenTrade,
  HOUR,
  makeFarm,
  makeLot,
  makeLotFarm,
  makeTestBuyer,
  makeWebhook,
  market,
  order,
  product,
  request,
  runOutbox,
  sendDue,
  services,
} from '#tests/setup/in-market.ts';
import { type Receiver, startReceiver } from '#tests/setup/servers/receiver.ts';
import { giveTurns } from '#webhooks/server/feature.ts';
import { webhookEvents } from '#webhooks/server/tables.ts';

let receiver: Receiver;
givenTrade({ goods: { quantity: 500 } });
beforeEach(async () => {
  receiver = await startReceiver();
  receiver.allowIn(market);
});
afterEach(() => receiver.close());

const farmHook = (path = '/farm') => makeWebhook(farm, receiver.origin + path);
const countWith = (db: typeof market.db, quantity: number) =>
  setQuantity({ ...services, db, user: farm }, { productId: product.id, quantity });
const count = (quantity: number) => countWith(db, quantity);
const typesAt = (path: string) =>
  receiver.received.flatMap((one) =>
    one.path === path ? `${one.event.type} ${one.event.subject}` : [],
  );

test('events of an order reach both sides, each with what REST answers to that side', async () => {
  await farmHook();
  await makeWebhook(buyer, `${receiver.origin}/buyer`);
  const id = await order();
  // Loads the places of Kenya, for longer than a receiver of the tests may take.
  await asFarmer().get({ orderId: id });
  await sendDue();
  await sendDue();
  expect(typesAt('/buyer')).toEqual([`order.placed order/${id}`]);
  expect(typesAt('/farm').toSorted()).toEqual([
    `order.placed order/${id}`,
    `product.stock product/${product.id}`,
  ]);
  await asFarmer().confirm({ orderId: id });
  await sendDue();
  const last = (path: string) => receiver.received.findLast((one) => one.path === path)?.event;
  for (const [path, person, side] of [
    ['/buyer', buyer, 'buyer'],
    ['/farm', farm, 'farmer'],
  ] as const) {
    const rest = await request(`/api/${side}/orders/${id}`, { token: person.token });
    const { order: shown } = (await rest.json()) as { order: object };
    expect(last(path)).toEqual({
      type: 'order.changed',
      subject: `order/${id}`,
      sequence: 2,
      timestamp: services.clock().toISOString(),
      data: { order: shown },
    });
  }
});

test('events of a lot reach its buyer, and farms when its status or their share changes', async () => {
  const lot = await makeLot();
  const [one, two] = [await makeLotFarm(), await makeLotFarm()];
  const people = { buyer: lot.buyer, one: one.farm, two: two.farm };
  for (const [path, person] of Object.entries(people))
    await makeWebhook(person, `${receiver.origin}/${path}`);
  const shown = async (path: keyof typeof people) => {
    const side = path === 'buyer' ? 'buyer' : 'farmer';
    const { token } = people[path];
    const rest = await request(`/api/${side}/lots/${lot.lotId}`, { token });
    const { success: _, ...data } = (await rest.json()) as { success: boolean };
    return { path: `/${path}`, data };
  };
  const expectTold = async (...paths: (keyof typeof people)[]) => {
    await sendDue();
    await sendDue();
    const told = receiver.received
      .splice(0)
      .flatMap(({ path, event: { type, data } }) => (type === 'lot.changed' ? { path, data } : []));
    expect(told.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual(
      await Promise.all(paths.map(shown)),
    );
  };
  await one.lots.give({ lotId: lot.lotId, quantity: 200 });
  await expectTold('buyer', 'one');
  await two.lots.give({ lotId: lot.lotId, quantity: 100 });
  await expectTold('buyer', 'two');
  await lot.letGo();
  await expectTold('buyer', 'one', 'two');
});

test('events of another person reach nobody else', async () => {
  await makeWebhook(await makeTestBuyer(), `${receiver.origin}/stranger`);
  await makeWebhook(await makeFarm(), `${receiver.origin}/other-farm`);
  await order();
  await sendDue();
  expect(receiver.received).toEqual([]);
  expect(await db.$count(webhookEvents)).toBe(0);
});

test('events are recorded if and only if the change is', async () => {
  await farmHook();
  await expect(
    db.transaction(async (tx) => {
      await countWith(tx, 3);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await db.$count(webhookEvents)).toBe(0);
});

test('events that were not sent yet cover later changes; the same data is not sent twice', async () => {
  await farmHook();
  for (const quantity of [10, 20, 30]) await count(quantity);
  await sendDue();
  expect(receiver.received.map(({ event }) => event.data)).toMatchObject([
    { product: { quantity: 30 } },
  ]);
  await count(31);
  await count(30);
  await sendDue();
  expect(receiver.sequencesOf(`product/${product.id}`)).toEqual([1]);
  expect(await db.$count(webhookEvents)).toBe(1);
});

test('secrets during a rotation both verify, and after a day only the new one', async () => {
  const password = vi.spyOn(services.passwords, 'isRight').mockResolvedValue(true);
  const { id, secret: former } = await farmHook();
  const rotating = { webhookId: id, password: 'some password' };
  const { secret } = await caller(farm).webhooks.rotate(rotating);
  password.mockRestore();
  const verifies = async (quantity: number) => {
    await count(quantity);
    await sendDue();
    const now = services.clock();
    return [former, secret].map((one) =>
      isVerified(receiver.received.at(-1), { secret: one, now }),
    );
  };
  expect(await verifies(10)).toEqual([true, true]);
  advance(24 * HOUR - 1);
  expect(await verifies(11)).toEqual([true, true]);
  advance(1);
  expect(await verifies(12)).toEqual([false, true]);
});

test('turns: one person has one at a time, however many webhooks and processes there are', async () => {
  for (const path of ['/1', '/2', '/3']) await farmHook(path);
  await makeWebhook(buyer, `${receiver.origin}/buyer`);
  await order();
  await Promise.all([giveTurns(db, services), giveTurns(db, services)]);
  await runOutbox();
  expect([...new Set(receiver.received.map(({ path }) => path))].toSorted()).toEqual([
    '/1',
    '/buyer',
  ]);
  for (let turn = 0; turn < 3; turn += 1) await sendDue();
  for (const path of ['/1', '/2', '/3']) expect(typesAt(path)).toHaveLength(2);
});

test('a process that has died loses its turn after a minute', async () => {
  await farmHook();
  await count(10);
  await giveTurns(db, services);
  await db.delete(outboxMessages);
  await sendDue();
  expect(receiver.received).toEqual([]);
  advance(61);
  await sendDue();
  expect(receiver.received).toHaveLength(1);
});
