// One file because its tests share one set-up.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession } from '#accounts/server/manage-sessions.ts';
import { prune } from '#app/features.ts';
import { notify } from '#notifications/server/inbox.ts';
import { orderNotices } from '#orders/server/notices.ts';
import { createWebPush, keptVapidKeys, requireKeyPair } from '#server/adapters/web-push.ts';
import {
  advance,
  caller,
  changeProduct,
  countRows,
  DAY,
  db,
  givenMarket,
  makeTalk,
  makeTestBuyer,
  market,
  now,
  outcomeOf,
  request,
  rowsOf,
  runPushes,
  sql,
  type TestBuyer,
} from '#tests/setup/in-market.ts';
import { onFreePort } from '#tests/setup/servers/on-free-port.ts';
import { type PushService, startPushService } from '#tests/setup/servers/push-service.ts';
import { TEST_VAPID_KEYS } from '#tests/setup/vapid-keys.ts';

let service: PushService;
let buyer: TestBuyer;
givenMarket();
beforeEach(async () => {
  service = await startPushService();
  service.connect(market);
  buyer = await makeTestBuyer();
});
afterEach(() => service.stop());
async function subscribe(person = buyer) {
  const { device, ...subscription } = service.makeSubscription();
  await caller(person).push.subscribe(subscription);
  return { device, ...subscription };
}
const about = { subject: 'order/7', link: '/orders/7' };
const tell = (userIds: number[]) =>
  notify(db, [{ kind: orderNotices.paid, userIds, ...about, facts: { orderId: 7 } }], now());
const toldDevices = () => service.delivered.map(({ device }) => device);
const waitingPushes = () => countRows('outbox_messages', sql`kind = 'noticePush'`);
async function onAnotherBrowser() {
  const session = { userId: buyer.id, isRemembered: true, device: 'Firefox, Android' };
  return { ...buyer, token: await openSession(db, session, now()) };
}
const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/abc';

test('a push notification is encrypted for its browser, in the reader’s language, with the screen to open', async () => {
  const { device } = await subscribe();
  await caller(buyer).auth.setLanguage({ language: 'sw' });
  await tell([buyer.id]);
  expect(await runPushes()).toBe(1);
  expect(service.delivered).toHaveLength(1);
  const [delivery] = service.delivered;
  expect(delivery?.device).toBe(device);
  const shown = { text: 'Oda #7 imelipwa', href: '/orders/7', tag: 'order/7' };
  expect(delivery?.message).toEqual({ title: 'SokoShamba', ...shown });
  const asked = { ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' };
  expect(delivery?.headers).toMatchObject(asked);
  expect(delivery?.headers.topic).toMatch(/^[\w-]{1,32}$/);
  expect(delivery?.bytes).toBeLessThan(3000);
  expect(await waitingPushes()).toBe(0);
  expect(await runPushes()).toBe(0);
});

test('a push notification goes to every device of the person, and to nobody else’s', async () => {
  const other = await makeTestBuyer();
  await subscribe(other);
  const { device } = await subscribe();
  await tell([buyer.id]);
  await runPushes();
  expect(toldDevices()).toEqual([device]);
});

test('a push notification is not sent if it was read elsewhere meanwhile', async () => {
  await subscribe();
  await tell([buyer.id]);
  const caller = market.caller(buyer);
  await caller.notifications.read({ upTo: 2_000_000 });
  await runPushes();
  expect(service.requests()).toBe(0);
  expect(await waitingPushes()).toBe(0);
});

test('a push notification that a server of version 1.0.0 left in its own table is sent', async () => {
  const { device } = await subscribe();
  await tell([buyer.id]);
  await db.execute(sql`insert into push_messages (notice_id, subscription_id, available_at, expires_at)
      select (payload ->> 'noticeId')::int, (payload ->> 'subscriptionId')::int, available_at, expires_at from outbox_messages`);
  await db.execute(sql`delete from outbox_messages`);
  advance(301);
  await prune(db, now());
  await runPushes();
  expect(toldDevices()).toEqual([device]);
  expect(await countRows('push_messages')).toBe(0);
});

test('a push notification is not sent to a user who doesn’t want it', async () => {
  await subscribe();
  const caller = market.caller(buyer);
  const { preferences } = await caller.notifications.setPreferences({
    topic: 'money',
    channel: 'push',
    isOn: false,
  });
  expect(preferences.money).toEqual({ mail: true, push: false, sms: true });
  await tell([buyer.id]);
  expect(await waitingPushes()).toBe(0);
  expect(await countRows('notices')).toBe(1);
});

test.each([404, 410])(
  'a push subscription is deleted when its service answers %s',
  async (status) => {
    const { device } = await subscribe();
    service.answer(device, { status });
    await tell([buyer.id]);
    await runPushes();
    expect(await countRows('push_subscriptions')).toBe(0);
    expect(await waitingPushes()).toBe(0);
  },
);

test.each([{ status: 429, retryAfter: '120' }, { status: 500 }])(
  'a push subscription is kept when its service answers $status, and the push is retried',
  async (given) => {
    const { device } = await subscribe();
    service.answer(device, given);
    await tell([buyer.id]);
    await runPushes();
    expect(await countRows('push_subscriptions')).toBe(1);
    service.answer(device, { status: 201 });
    expect(await runPushes()).toBe(0);
    advance(given.retryAfter ? 119 : 4);
    expect(await runPushes()).toBe(0);
    advance(1);
    await runPushes();
    expect(service.delivered).toHaveLength(1);
  },
);

test('a push subscription is deleted if it was not renewed for 60 days', async () => {
  await subscribe();
  await db.execute(sql`update sessions set ends_at = ends_at + interval '1 year'`);
  advance(60 * DAY - 1);
  await prune(db, now());
  expect(await countRows('push_subscriptions')).toBe(1);
  advance(2);
  await prune(db, now());
  expect(await countRows('push_subscriptions')).toBe(0);
});

test('a push subscription is deleted when its user logs out', async () => {
  await subscribe();
  await tell([buyer.id]);
  await caller(buyer).auth.logout();
  expect(await countRows('push_subscriptions')).toBe(0);
  await runPushes();
  expect(service.requests()).toBe(0);
  expect(await waitingPushes()).toBe(0);
});

test('a push subscription is limited to ten per person, the most recently renewed', async () => {
  const first = await subscribe();
  const others = [];
  for (let device = 0; device < 10; device += 1) {
    advance(1);
    others.push(await subscribe(await onAnotherBrowser()));
  }
  const { devices } = await caller(buyer).push.devices();
  expect(devices).toHaveLength(10);
  expect(devices.some(({ isThis }) => isThis)).toBe(false);
  await tell([buyer.id]);
  await runPushes();
  const told = toldDevices();
  expect(told.sort()).toEqual(others.map(({ device }) => device).sort());
  expect(told).not.toContain(first.device);
});

test('a push subscription is limited to ten even if thirty subscribe at the same moment', async () => {
  const browsers = await Promise.all(Array.from({ length: 30 }, onAnotherBrowser));
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(browsers.map(subscribe));
    expect(await countRows('push_subscriptions')).toBe(10);
  }
});

test('a push subscription replaces the previous one of its session', async () => {
  await subscribe();
  const { device } = await subscribe();
  await tell([buyer.id]);
  await runPushes();
  expect(toldDevices()).toEqual([device]);
});

test('a push subscription can be deleted only by its owner', async () => {
  await subscribe();
  const { devices } = await caller(buyer).push.devices();
  const id = devices[0]?.id ?? 0;
  expect(devices).toMatchObject([{ isThis: true }]);
  const stranger = caller({ token: (await makeTestBuyer()).token });
  await expect(stranger.push.removeDevice({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await countRows('push_subscriptions')).toBe(1);
  expect(await caller(buyer).push.removeDevice({ id })).toEqual({
    devices: [],
  });
});

const PAYLOAD_MAX_BYTES = 4096;
let stranger: typeof buyer;
beforeEach(async () => {
  stranger = await makeTestBuyer();
});
const pushOf = (person: { token: string }) => caller(person).push;

test('push notifications of a browser cannot be ended by somebody who only knows the endpoint', async () => {
  const { device, ...subscription } = service.makeSubscription();
  await pushOf(buyer).subscribe(subscription);
  const { keys } = service.makeSubscription();
  expect(await outcomeOf(pushOf(stranger).subscribe({ ...subscription, keys }))).toBe(
    'PUSH_ENDPOINT_REFUSED',
  );
  await pushOf(stranger).unsubscribe({ endpoint: subscription.endpoint });
  await tell([buyer.id]);
  await runPushes();
  expect(toldDevices()).toEqual([device]);
});

test("push notifications of a browser go to the browser's current user, and pending ones of the previous user to nobody", async () => {
  const { device: _, ...subscription } = service.makeSubscription();
  await pushOf(buyer).subscribe(subscription);
  await tell([buyer.id]);
  await pushOf(stranger).subscribe(subscription);
  await runPushes();
  expect([service.requests(), await waitingPushes()]).toEqual([0, 0]);
  expect(await pushOf(buyer).devices()).toEqual({ devices: [] });
  await tell([stranger.id]);
  await runPushes();
  expect(service.delivered).toHaveLength(1);
});

test('push notifications of a browser on a locked screen name the subject, but neither sender nor text', async () => {
  const talk = await makeTalk();
  const { device: _, ...subscription } = service.makeSubscription();
  await pushOf(talk.buyer).subscribe(subscription);
  await talk.asFarmer.conversations.send({
    conversationId: talk.conversationId,
    text: 'Come to the SECRET gate',
  });
  await runPushes();
  const [delivery] = service.delivered;
  expect(delivery?.message).toMatchObject({ href: `/messages/${talk.conversationId}` });
  expect(JSON.stringify(delivery?.message)).not.toMatch(/SECRET|Kilima|Achieng/);
});

test("push notifications of a browser fit into a message, however long the product's name", async () => {
  const talk = await makeTalk();
  const { device: _, ...subscription } = service.makeSubscription();
  await pushOf(talk.buyer).subscribe(subscription);
  const beans = '🫘'.repeat(3000);
  await changeProduct(talk.kale.id, { name: beans });
  await db.execute(sql`update conversations set product_name = ${beans}`);
  await talk.asFarmer.conversations.send({ conversationId: talk.conversationId, text: 'Yes' });
  await runPushes();
  expect(service.delivered).toHaveLength(1);
  expect(service.delivered[0]?.bytes).toBeLessThan(PAYLOAD_MAX_BYTES);
});

test('push notifications of a browser do not follow a redirect', async () => {
  let heard = 0;
  const inside = await onFreePort(
    createServer((_, response) => {
      heard += 1;
      response.writeHead(200).end();
    }),
  );
  const location = `${inside.origin}/latest/meta-data`;
  const asked = await onFreePort(
    createServer((_, response) => void response.writeHead(307, { location }).end()),
  );
  const { origin } = asked;
  const webPush = createWebPush({
    keys: TEST_VAPID_KEYS,
    subject: 'mailto:help@test.example',
    ownServices: [origin],
  });
  const { p256dh, auth } = service.makeSubscription().keys;
  const message = { payload: '{}', ttlSeconds: 60, urgency: 'normal', topic: 'x' } as const;
  expect(await webPush.send({ endpoint: `${origin}/send/1`, p256dh, auth }, message)).toMatchObject(
    { kind: 'refused' },
  );
  expect(heard).toBe(0);
  for (const server of [inside, asked]) await server.close();
});

let token: string;
beforeEach(() => {
  token = buyer.token;
});
const post = (body: unknown) => request('/api/push/subscriptions', { token, body });

test('a push subscription over REST is created with the server’s key, renewed and ended, in any spelling of its endpoint', async () => {
  const key = await request('/api/push/key', { token });
  expect(await key.json()).toEqual({ success: true, publicKey: TEST_VAPID_KEYS.publicKey });
  for (const written of [endpoint, `${endpoint}#2`, endpoint.replace('updates', 'UPDATES')]) {
    const made = await post({ endpoint: written, keys, expirationTime: null });
    expect([made.status, await made.json()]).toEqual([200, { success: true }]);
  }
  expect(await rowsOf(sql`select endpoint from push_subscriptions`)).toEqual([{ endpoint }]);
  const body = { endpoint: `${endpoint}#3` };
  const ended = await request('/api/push/subscriptions', {
    token,
    method: 'DELETE',
    body,
  });
  expect(ended.status).toBe(200);
  expect(await countRows('push_subscriptions')).toBe(0);
});

test.each([
  // Exceeds the size of an index entry, and does not compress.
  `${endpoint}/${Array.from({ length: 900 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20_000))).join('')}`,
  'https://169.254.169.254/latest/meta-data',
])('a push subscription over REST to %s is refused with a message', async (inside) => {
  const answer = await post({ endpoint: inside, keys });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    success: false,
    message: 'This browser cannot get notifications. Use another one.',
  });
  expect(await countRows('push_subscriptions')).toBe(0);
});

test.each([[undefined], [{ ...keys, auth: 'short' }], [{ ...keys, p256dh: `B${'A'.repeat(86)}` }]])(
  'a push subscription over REST with the keys %j is refused',
  async (given) => {
    expect((await post({ endpoint, keys: given })).status).toBe(400);
    expect(await countRows('push_subscriptions')).toBe(0);
  },
);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vapid-'));
  return () => rmSync(folder, { recursive: true });
});
const file = () => join(folder, 'vapid.json');

test('the keys of an installation are created once, complete and readable by their owner only', async () => {
  const made = await keptVapidKeys(folder);
  expect(await keptVapidKeys(folder)).toEqual(made);
  expect(requireKeyPair(made)).toEqual(made);
  expect(made.publicKey).toMatch(/^B[\w-]{86}$/);
  expect(readdirSync(folder)).toEqual(['vapid.json']);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual(made);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test.each(['{"publicKey":', '{}', JSON.stringify({ ...TEST_VAPID_KEYS, privateKey: 'x' })])(
  'the keys of an installation are reported as missing when their file contains %j',
  async (text) => {
    writeFileSync(file(), text);
    await expect(keptVapidKeys(folder)).rejects.toThrow(
      /vapid\.json holds no keys for notifications/,
    );
    expect(readFileSync(file(), 'utf8')).toBe(text);
  },
);

test('the keys of an installation are refused in the settings if they are from two pairs', async () => {
  const other = await keptVapidKeys(folder);
  expect(() => requireKeyPair({ ...TEST_VAPID_KEYS, privateKey: other.privateKey })).toThrow(
    /does not belong/,
  );
  expect(requireKeyPair(TEST_VAPID_KEYS)).toEqual(TEST_VAPID_KEYS);
});
