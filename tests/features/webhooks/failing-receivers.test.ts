import { setQuantity } from '#products/server/set-quantities.ts';
import { isVerified } from '#tests/factories/webhooks.ts';
import {
  advance,
  caller,
  db,
  farm,
  givenTrade,
  HOUR,
  logged,
  makeProduct,
  makeSession,
  makeWebhook,
  market,
  product,
  sendDue,
  services,
  sql,
} from '#tests/setup/in-market.ts';
import { type Receiver, startReceiver, withStatus } from '#tests/setup/servers/receiver.ts';
import { FAILING_SECONDS, PAUSES_SECONDS } from '#webhooks/rules.ts';
import { webhookEvents, webhooks } from '#webhooks/server/tables.ts';

const DIVISION_BY_ZERO = '22012';
const TOO_MANY_CONNECTIONS = '53300';
const DEADLOCK = '40P01';

let receiver: Receiver;
givenTrade({ goods: { quantity: 500 } });
beforeEach(async () => {
  receiver = await startReceiver();
  receiver.allowIn(market);
});
afterEach(() => receiver.close());

const farmHook = () => makeWebhook(farm, `${receiver.origin}/`);
const count = (quantity: number, productId = product.id) =>
  setQuantity({ ...services, db, user: farm }, { productId, quantity });
const asFarmer = async () => caller({ token: await makeSession(farm) });
const notices = async () => (await (await asFarmer()).notifications.list({})).notifications;
const events = () => db.select().from(webhookEvents).orderBy(webhookEvents.id);

async function sendForDays() {
  for (let hours = 0; hours <= FAILING_SECONDS / HOUR + 10; hours += 5) {
    await sendDue();
    advance(5 * HOUR);
  }
}

describe('a product that cannot be read', () => {
  let breakable: { isBroken: boolean; code: string; isOnce?: boolean };
  beforeEach(() => {
    breakable = { isBroken: true, code: DIVISION_BY_ZERO };
    services.webhookSources = services.webhookSources.map((source) => ({
      ...source,
      async read(db, subject, services) {
        if (breakable.isBroken && source.kind === 'product' && subject.id === product.id) {
          breakable.isBroken = !breakable.isOnce;
          await db.execute(
            sql.raw(`do $$ begin raise exception using errcode = '${breakable.code}'; end $$`),
          );
        }
        return source.read(db, subject, services);
      },
    }));
  });
  const makeOther = async () => `product/${(await makeProduct(farm, { quantity: 7 })).id}`;

  test('delays only its own events, which come in order once it can be read', async () => {
    await farmHook();
    await count(10);
    const others = [await makeOther(), await makeOther()];
    await sendDue();
    for (const other of others) expect(receiver.sequencesOf(other)).toEqual([1]);
    const unreadable = { state: 'waiting', attempts: 1, lastProblem: 'unreadable' };
    expect((await events())[0]).toMatchObject({ ...unreadable, lastStatus: null });
    expect(logged.join()).toContain('could not be read');
    breakable.isBroken = false;
    advance(PAUSES_SECONDS[0]);
    await sendDue();
    await count(20);
    await sendDue();
    expect(receiver.sequencesOf(`product/${product.id}`)).toEqual([1, 2]);
  });

  test('because the database fails is tried again for longer than three days, and not given up', async () => {
    breakable.code = TOO_MANY_CONNECTIONS;
    await farmHook();
    await count(10);
    await sendForDays();
    expect((await events())[0]).toMatchObject({ state: 'waiting', lastProblem: 'unreadable' });
    breakable.isBroken = false;
    advance(10 * HOUR);
    await sendDue();
    expect(receiver.sequencesOf(`product/${product.id}`)).toEqual([1]);
    expect(await notices()).toEqual([]);
  });

  test('because of a deadlock is read again at once', async () => {
    breakable = { isBroken: true, code: DEADLOCK, isOnce: true };
    await farmHook();
    await count(10);
    await sendDue();
    expect(receiver.sequencesOf(`product/${product.id}`)).toEqual([1]);
    expect(await events()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  test('is given up after three days with a notice, and is told again with its next change', async () => {
    await farmHook();
    await count(10);
    await sendForDays();
    expect((await events())[0]).toMatchObject({ state: 'failed', lastProblem: 'unreadable' });
    expect(await notices()).toMatchObject([
      { text: expect.stringContaining('gave up on an event') },
    ]);
    expect(await (await asFarmer()).webhooks.list()).toMatchObject([
      { pausedAt: null, isFailing: false },
    ]);
    breakable.isBroken = false;
    await count(20);
    await sendDue();
    expect(receiver.sequencesOf(`product/${product.id}`)).toEqual([1]);
    expect(await events()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });
});

test('a failing receiver gets the same bytes and id again after growing pauses', async () => {
  const { secret } = await farmHook();
  receiver.answerWith(withStatus(500));
  await count(10);
  for (const pause of [0, ...PAUSES_SECONDS]) {
    advance(pause);
    await sendDue();
    const now = services.clock();
    expect(isVerified(receiver.received.at(-1), { secret, now })).toBe(true);
    await sendDue();
  }
  const tried = receiver.received;
  expect(tried).toHaveLength(PAUSES_SECONDS.length + 1);
  expect(new Set(tried.map(({ body, headers }) => body + headers['webhook-id'])).size).toBe(1);
  const times = tried.map(({ headers }) => headers['webhook-timestamp']);
  expect(new Set(times).size).toBe(tried.length);
  receiver.answerWith(withStatus(200));
  advance(10 * HOUR);
  await sendDue();
  const delivered = { state: 'delivered', attempts: PAUSES_SECONDS.length + 2 };
  expect(await events()).toMatchObject([{ ...delivered, lastStatus: 200, lastProblem: null }]);
});

test('a failing receiver is paused after three days, and its owner is told once, with a link to the settings', async () => {
  const { id } = await farmHook();
  receiver.answerWith(withStatus(500));
  await count(10);
  await sendForDays();
  const attempts = receiver.received.length;
  expect(attempts).toBeGreaterThan(8);
  const [webhook] = await db.select().from(webhooks);
  expect(webhook?.pausedAt).not.toBeNull();
  expect((await events())[0]?.state).toBe('failed');
  const href = '/farmer/dashboard?tab=settings#programs';
  const text = expect.stringContaining('is paused');
  expect(await notices()).toMatchObject([{ text, href }]);
  await count(11);
  advance(24 * HOUR);
  await sendDue();
  expect(receiver.received).toHaveLength(attempts);
  expect(await db.$count(webhookEvents)).toBe(1);
  await (await asFarmer()).webhooks.resume({ webhookId: id });
  receiver.answerWith(withStatus(204));
  await count(12);
  await sendDue();
  expect(receiver.sequencesOf(`product/${product.id}`).at(-1)).toBe(2);
});

test('a failing receiver that accepts other events is not paused; the event is given up, and its owner is told', async () => {
  await farmHook();
  const stubborn = `product/${product.id}`;
  receiver.answerWith((response, one) =>
    withStatus(one.event.subject === stubborn ? 500 : 204)(response, one),
  );
  await count(10);
  const other = (await makeProduct(farm, { quantity: 7 })).id;
  for (let hours = 0; hours <= FAILING_SECONDS / HOUR + 10; hours += 6) {
    await count(100 + hours, other);
    for (let turn = 0; turn < 2; turn += 1) {
      await sendDue();
      advance(3 * HOUR);
    }
  }
  const [webhook] = await db.select().from(webhooks);
  expect(webhook?.pausedAt).toBeNull();
  expect(await notices()).toMatchObject([{ text: expect.stringContaining('gave up on an event') }]);
  expect(receiver.sequencesOf(`product/${other}`).length).toBeGreaterThan(3);
  receiver.answerWith(withStatus(204));
  await count(20);
  await sendDue();
  expect(receiver.sequencesOf(stubborn).at(-1)).toBe(2);
});

test('a failing receiver inside the network gets nothing, even if its address was stored', async () => {
  for (const address of ['127.0.0.1', '[::1]', '169.254.169.254', '[::ffff:127.0.0.1]'])
    await makeWebhook(farm, `https://${address}:${receiver.port}/`);
  await count(10);
  for (let turn = 0; turn < 4; turn += 1) await sendDue();
  expect(receiver.received).toEqual([]);
  const refused = { attempts: 1, lastProblem: 'forbiddenAddress', lastStatus: null };
  expect(await events()).toMatchObject([refused, refused, refused, refused]);
});
