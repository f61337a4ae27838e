import { suspendAccount } from '#accounts/server/end-access.ts';
import { prune } from '#app/features.ts';
import { setQuantity } from '#products/server/set-quantities.ts';
import {
  advance,
  buyer,
  caller,
  completed,
  db,
  farm,
  givenTrade,
  makeBuyer,
  makeFarm,
  makeWebhook,
  market,
  now,
  outcomeOf,
  PASSWORD,
  product,
  refused,
  type SignedBuyer,
  sendDue,
  services,
  setUser,
} from '#tests/setup/in-market.ts';
import { type Receiver, startReceiver, withStatus } from '#tests/setup/servers/receiver.ts';
import {
  ASKED_EVENTS_PER_MINUTE,
  EVENTS_KEPT_SECONDS,
  SUBJECTS_KEPT_SECONDS,
  WEBHOOKS_MAX,
} from '#webhooks/rules.ts';
import { webhookEvents, webhookSubjects, webhooks } from '#webhooks/server/tables.ts';

let receiver: Receiver;
givenTrade({ goods: { quantity: 500 } });
beforeEach(async () => {
  receiver = await startReceiver();
  receiver.allowIn(market);
});
afterEach(() => receiver.close());

const hooksOf = ({ token }: { token: string }) => caller({ token }).webhooks;
const count = (quantity: number) =>
  setQuantity({ ...services, db, user: farm }, { productId: product.id, quantity });
const farmHook = () => makeWebhook(farm, `${receiver.origin}/`);

let person: SignedBuyer;
beforeEach(async () => {
  person = await makeBuyer();
});
const create = (url = 'https://shop.example/', password = PASSWORD) =>
  hooksOf(person).create({ url, password });

test('a new webhook shows its secret once, which is stored nowhere', async () => {
  const { secret } = await create('https://shop.example/hook');
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const rows = JSON.stringify(await db.select().from(webhooks));
  expect(rows).not.toContain(secret.slice('whsec_'.length));
  const listed = await hooksOf(person).list();
  expect(listed).toMatchObject([{ url: 'https://shop.example/hook', pausedAt: null }]);
  expect(JSON.stringify(listed)).not.toContain('secret_');
});

test('a new webhook and a new secret take the password', async () => {
  const password = 'not the password';
  await refused(create('https://shop.example/', password), 'PASSWORD_WRONG');
  const { id } = await create();
  const rotate = hooksOf(person).rotate({ webhookId: id, password });
  await refused(rotate, 'PASSWORD_WRONG');
});

test('a new webhook is refused if the account is suspended in the meantime', async () => {
  vi.spyOn(services.passwords, 'isRight').mockImplementationOnce(async () => {
    const { clock, endAccess } = services;
    await db.transaction((tx) => suspendAccount(tx, person.email, { now: clock(), endAccess }));
    return true;
  });
  await refused(create(), 'NOT_LOGGED_IN');
  expect(await db.$count(webhooks)).toBe(0);
});

test('a new webhook is refused for an address inside the network', async () => {
  await refused(create('https://127.0.0.1/'), 'WEBHOOK_URL_REFUSED');
  expect(await db.$count(webhooks)).toBe(0);
});

test('a new webhook is refused above the most, also for two requests at once', async () => {
  for (let made = 1; made < WEBHOOKS_MAX; made += 1) await create();
  const outcomes = await Promise.all([1, 2].map(() => outcomeOf(create())));
  expect(outcomes).toContain('TOO_MANY_WEBHOOKS');
  expect(await db.$count(webhooks)).toBe(WEBHOOKS_MAX);
});

test('a webhook of another person can be neither read nor changed', async () => {
  const { id: webhookId } = await farmHook();
  await count(10);
  await sendDue();
  const [event] = await db.select().from(webhookEvents);
  const stranger = hooksOf(await makeFarm());
  expect(await stranger.list()).toEqual([]);
  expect(await stranger.deliveries({ webhookId })).toEqual([]);
  await refused(stranger.test({ webhookId }), 'NOT_FOUND');
  await refused(stranger.pause({ webhookId }), 'NOT_FOUND');
  await refused(stranger.resume({ webhookId }), 'NOT_FOUND');
  await refused(stranger.sendAgain({ eventId: event?.id ?? 0 }), 'NOT_FOUND');
  await stranger.remove({ webhookId });
  expect(await db.select().from(webhookEvents)).toEqual([event]);
  expect(await db.$count(webhooks)).toBe(1);
});

test('a webhook gets a test event each time that it is asked for', async () => {
  const { id: webhookId } = await farmHook();
  for (const sequence of [1, 2]) {
    await hooksOf(farm).test({ webhookId });
    await sendDue();
    advance(1);
    const [{ event } = {}] = receiver.received.slice(-1);
    expect(event).toMatchObject({ type: 'webhook.test', sequence, data: { webhookId } });
  }
});

test('a webhook shows its deliveries, and sends one again with the same id and body', async () => {
  const { id: webhookId } = await farmHook();
  receiver.answerWith(withStatus(202));
  await count(10);
  await sendDue();
  const [shown] = await hooksOf(farm).deliveries({ webhookId });
  const delivered = { state: 'delivered', attempts: 1, lastStatus: 202 };
  expect(shown).toMatchObject({ subject: `product/${product.id}`, ...delivered });
  for (let click = 0; click < 2; click += 1)
    await hooksOf(farm).sendAgain({ eventId: shown?.id ?? 0 });
  await sendDue();
  await sendDue();
  const [first, second, ...others] = receiver.received;
  expect(others).toEqual([]);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
});

test('a webhook that is paused is sent nothing and records nothing; what waited goes out when it is switched on', async () => {
  const { id: webhookId } = await farmHook();
  await count(10);
  await hooksOf(farm).pause({ webhookId });
  await hooksOf(farm).pause({ webhookId });
  await sendDue();
  expect(receiver.received).toEqual([]);
  await refused(hooksOf(farm).test({ webhookId }), 'WEBHOOK_PAUSED');
  await hooksOf(farm).resume({ webhookId });
  await sendDue();
  expect(receiver.sequencesOf(`product/${product.id}`)).toEqual([1]);
});

test('a webhook that is not paused stays as it is when it is switched on, which counts for nothing', async () => {
  const { id: webhookId } = await farmHook();
  for (let asked = 0; asked <= ASKED_EVENTS_PER_MINUTE; asked += 1)
    await hooksOf(farm).resume({ webhookId });
  expect(await outcomeOf(hooksOf(farm).test({ webhookId }))).toBe('accepted');
});

test('a webhook is gone with its events when it is deleted', async () => {
  const { id: webhookId } = await farmHook();
  await count(10);
  await hooksOf(farm).remove({ webhookId });
  await hooksOf(farm).remove({ webhookId });
  await sendDue();
  expect(receiver.received).toEqual([]);
  expect(await db.$count(webhookEvents)).toBe(0);
});

test('webhooks of an account are exported without secrets, and deleted with it, also from the webhooks of others', async () => {
  await setUser(buyer.id, { firstName: 'Nyambura' });
  await farmHook();
  await makeWebhook(buyer, `${receiver.origin}/buyer`);
  const subject = `order/${await completed(2)}`;
  for (let turn = 0; turn < 3; turn += 1) await sendDue();
  const holdsName = async () =>
    JSON.stringify(await db.select().from(webhookEvents)).includes('Nyambura');
  expect(await holdsName()).toBe(true);
  const data = await caller(buyer).auth.exportData();
  expect(data).toMatchObject({
    webhooks: [{ url: `${receiver.origin}/buyer` }],
    webhookEvents: [{ subject, state: 'delivered' }],
  });
  expect(JSON.stringify(data)).not.toMatch(/whsec_|secretNumber/);
  const { personalData } = services;
  await db.transaction(async (tx) => {
    for (const part of personalData) await part.erase?.(tx, buyer.id, services);
  });
  expect(await holdsName()).toBe(false);
  // The deletion also clears the hash. The farmer's sequence numbers continue.
  const told = await db.select().from(webhookSubjects);
  expect(told.filter((one) => one.subject === subject)).not.toEqual([]);
  for (const one of told) expect(one.dataHash === '').toBe(one.subject === subject);
});

test('webhooks of an account keep their events for a week, and the numbers of a subject for a year after', async () => {
  await farmHook();
  const countAfter = async (seconds: number) => {
    advance(seconds);
    await prune(db, now());
    return [await db.$count(webhookEvents), await db.$count(webhookSubjects)];
  };
  await count(10);
  await sendDue();
  expect(await countAfter(EVENTS_KEPT_SECONDS)).toEqual([1, 1]);
  expect(await countAfter(1)).toEqual([0, 1]);
  await count(11);
  await sendDue();
  expect(await countAfter(SUBJECTS_KEPT_SECONDS)).toEqual([0, 1]);
  expect(await countAfter(1)).toEqual([0, 0]);
  await count(12);
  await sendDue();
  expect(receiver.sequencesOf(`product/${product.id}`)).toEqual([1, 2, 1]);
});
