import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { prune } from '#app/features.ts';
import { openSession } from '#features/accounts/server/sessions/open-session.ts';
import { notify } from '#features/notifications/server/notify.ts';
import { orderNotices } from '#features/orders/rules/notices.ts';
import { makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { countRows } from '#tests/setup/rows.ts';
import { type PushService, startPushService } from '#tests/setup/servers/push-service.ts';

const DAY_SECONDS = 86_400;

let market: Market;
let service: PushService;
let buyer: Awaited<ReturnType<typeof makeTestBuyer>>;
beforeEach(async () => {
  market = await makeMarket();
  service = await startPushService();
  service.connect(market);
  buyer = await makeTestBuyer(market);
});
afterEach(() => service.stop());

async function subscribe(person = buyer) {
  const { device, ...subscription } = service.makeSubscription();
  await market.caller(person).push.subscribe(subscription);
  return { device, ...subscription };
}

const tell = (userIds: number[], orderId = 7) =>
  notify(
    market.db,
    [
      {
        kind: orderNotices.paid,
        userIds,
        subject: `order/${orderId}`,
        link: `/orders/${orderId}`,
        facts: { orderId },
      },
    ],
    market.services.clock(),
  );

describe('a push notification', () => {
  test('is encrypted for its browser, in the reader’s language, with the screen to open', async () => {
    const { device } = await subscribe();
    await market.caller(buyer).auth.setLanguage({ language: 'sw' });
    await tell([buyer.id]);
    expect(await market.workThroughPushes()).toBe(1);
    expect(service.delivered).toHaveLength(1);
    const [delivery] = service.delivered;
    expect(delivery?.device).toBe(device);
    expect(delivery?.message).toEqual({
      title: 'SokoShamba',
      text: 'Oda #7 imelipwa',
      href: '/orders/7',
      tag: 'order/7',
    });
    expect(delivery?.headers).toMatchObject({
      ttl: '86400',
      urgency: 'high',
      'content-encoding': 'aes128gcm',
    });
    expect(delivery?.headers.topic).toMatch(/^[\w-]{1,32}$/);
    expect(delivery?.bytes).toBeLessThan(3000);
    expect(await countRows(market.db, 'outbox_messages', sql`kind = 'noticePush'`)).toBe(0);
    expect(await market.workThroughPushes()).toBe(0);
  });

  test('goes to every device of the person, and to nobody else’s', async () => {
    const other = await makeTestBuyer(market);
    await subscribe(other);
    const { device } = await subscribe();
    await tell([buyer.id]);
    await market.workThroughPushes();
    expect(service.delivered.map((delivery) => delivery.device)).toEqual([device]);
  });

  test('is not sent if it was read elsewhere meanwhile', async () => {
    await subscribe();
    await tell([buyer.id]);
    const caller = market.caller(buyer);
    await caller.notifications.read({ upTo: 2_000_000 });
    await market.workThroughPushes();
    expect(service.requests()).toBe(0);
    expect(await countRows(market.db, 'outbox_messages', sql`kind = 'noticePush'`)).toBe(0);
  });

  test('that a server of version 1.0.0 left in its own table is sent', async () => {
    const { device } = await subscribe();
    await tell([buyer.id]);
    await market.db.execute(sql`insert into push_messages (notice_id, subscription_id, available_at, expires_at)
      select (payload ->> 'noticeId')::int, (payload ->> 'subscriptionId')::int, available_at, expires_at from outbox_messages`);
    await market.db.execute(sql`delete from outbox_messages`);
    market.advance(301);
    await prune(market.db, market.services.clock());
    await market.workThroughPushes();
    expect(service.delivered.map((delivery) => delivery.device)).toEqual([device]);
    expect(await countRows(market.db, 'push_messages')).toBe(0);
  });

  test('is not sent to a user who doesn’t want it', async () => {
    await subscribe();
    const caller = market.caller(buyer);
    const { preferences } = await caller.notifications.setPreferences({
      topic: 'money',
      channel: 'push',
      isOn: false,
    });
    expect(preferences.money).toEqual({ mail: true, push: false, sms: true });
    await tell([buyer.id]);
    expect(await countRows(market.db, 'outbox_messages', sql`kind = 'noticePush'`)).toBe(0);
    expect(await countRows(market.db, 'notices')).toBe(1);
  });
});

describe('a push subscription', () => {
  test.each([404, 410])('is deleted when its service answers %s', async (status) => {
    const { device } = await subscribe();
    service.answer(device, { status });
    await tell([buyer.id]);
    await market.workThroughPushes();
    expect(await countRows(market.db, 'push_subscriptions')).toBe(0);
    expect(await countRows(market.db, 'outbox_messages', sql`kind = 'noticePush'`)).toBe(0);
  });

  test.each([{ status: 429, retryAfter: '120' }, { status: 500 }])(
    'is kept when its service answers $status, and the push is retried',
    async (given) => {
      const { device } = await subscribe();
      service.answer(device, given);
      await tell([buyer.id]);
      await market.workThroughPushes();
      expect(await countRows(market.db, 'push_subscriptions')).toBe(1);
      service.answer(device, { status: 201 });
      expect(await market.workThroughPushes()).toBe(0);
      market.advance(given.retryAfter ? 119 : 4);
      expect(await market.workThroughPushes()).toBe(0);
      market.advance(1);
      await market.workThroughPushes();
      expect(service.delivered).toHaveLength(1);
    },
  );

  test('is deleted if it was not renewed for 60 days', async () => {
    await subscribe();
    // The session would have ended before.
    await market.db.execute(sql`update sessions set ends_at = ends_at + interval '1 year'`);
    market.advance(60 * DAY_SECONDS - 1);
    await prune(market.db, market.services.clock());
    expect(await countRows(market.db, 'push_subscriptions')).toBe(1);
    market.advance(2);
    await prune(market.db, market.services.clock());
    expect(await countRows(market.db, 'push_subscriptions')).toBe(0);
  });

  test('is deleted when its user logs out', async () => {
    await subscribe();
    await tell([buyer.id]);
    await market.caller(buyer).auth.logout();
    expect(await countRows(market.db, 'push_subscriptions')).toBe(0);
    await market.workThroughPushes();
    expect(service.requests()).toBe(0);
    expect(await countRows(market.db, 'outbox_messages', sql`kind = 'noticePush'`)).toBe(0);
  });

  test('is limited to ten per person, the most recently renewed', async () => {
    const first = await subscribe();
    const others = [];
    for (let device = 0; device < 10; device += 1) {
      market.advance(1);
      others.push(await subscribe(await onAnotherBrowser()));
    }
    const { devices } = await market.caller(buyer).push.devices();
    expect(devices).toHaveLength(10);
    expect(devices.some(({ isThis }) => isThis)).toBe(false);
    await tell([buyer.id]);
    await market.workThroughPushes();
    const told = service.delivered.map(({ device }) => device);
    expect(told.sort()).toEqual(others.map(({ device }) => device).sort());
    expect(told).not.toContain(first.device);
  });

  test('is limited to ten even if thirty subscribe at the same moment', async () => {
    const browsers = await Promise.all(Array.from({ length: 30 }, onAnotherBrowser));
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(browsers.map(subscribe));
      expect(await countRows(market.db, 'push_subscriptions')).toBe(10);
    }
  });

  test('replaces the previous one of its session', async () => {
    await subscribe();
    const { device } = await subscribe();
    await tell([buyer.id]);
    await market.workThroughPushes();
    expect(service.delivered.map((delivery) => delivery.device)).toEqual([device]);
  });

  test('can be deleted only by its owner', async () => {
    await subscribe();
    const { devices } = await market.caller(buyer).push.devices();
    const id = devices[0]?.id ?? 0;
    expect(devices).toMatchObject([{ isThis: true }]);
    const stranger = market.caller({ token: (await makeTestBuyer(market)).token });
    await expect(stranger.push.removeDevice({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await countRows(market.db, 'push_subscriptions')).toBe(1);
    expect(await market.caller(buyer).push.removeDevice({ id })).toEqual({
      devices: [],
    });
  });
});

/** The same person, logged in on another browser. */
async function onAnotherBrowser() {
  const session = { userId: buyer.id, isRemembered: true, device: 'Firefox, Android' };
  return { ...buyer, token: await openSession(market.db, session, market.services.clock()) };
}
