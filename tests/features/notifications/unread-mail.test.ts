import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openSession } from '#features/accounts/server/sessions/open-session.ts';
import { messageNotice } from '#features/messages/rules/notices.ts';
import { markOpened } from '#features/notifications/server/inbox.ts';
import { notify } from '#features/notifications/server/notify.ts';
import { orderNotices } from '#features/orders/rules/notices.ts';
import { makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { countRows } from '#tests/setup/rows.ts';
import { type PushService, startPushService } from '#tests/setup/servers/push-service.ts';

const MINUTE_SECONDS = 60;

let market: Market;
let buyer: Awaited<ReturnType<typeof makeTestBuyer>>;
beforeEach(async () => {
  market = await makeMarket();
  buyer = await makeTestBuyer(market);
});

const write = (conversation = 3) =>
  notify(
    market.db,
    [
      {
        kind: messageNotice,
        userIds: [buyer.id],
        subject: `conversation/${conversation}`,
        link: `/messages/${conversation}`,
        facts: { product: 'Sukuma wiki' },
      },
    ],
    market.services.clock(),
  );

async function afterMinutes(minutes: number) {
  market.advance(minutes * MINUTE_SECONDS);
  await market.workThroughOutbox();
  return market.mailbox.length;
}

describe('an unread message', () => {
  test('is mailed after 15 minutes, with a link to it', async () => {
    await write();
    expect(await afterMinutes(14)).toBe(0);
    expect(await afterMinutes(1)).toBe(1);
    const [mail] = market.mailbox;
    expect(mail).toMatchObject({ to: buyer.email, subject: 'New message about Sukuma wiki' });
    expect(mail?.text).toContain('http://localhost:3000/messages/3');
    expect(await afterMinutes(60)).toBe(1);
    expect(await countRows(market.db, 'outbox_messages')).toBe(0);
  });

  test('is mailed once, however many follow, until the conversation is opened', async () => {
    await write();
    await write();
    expect(await afterMinutes(15)).toBe(1);
    await write();
    expect(await afterMinutes(15)).toBe(1);
    await markOpened(market.db, { userId: buyer.id, subject: 'conversation/3' }, market.services);
    await write();
    expect(await afterMinutes(15)).toBe(2);
  });

  test('is mailed for each conversation', async () => {
    await write(3);
    await write(4);
    expect(await afterMinutes(15)).toBe(2);
  });

  test('is mailed again if the mail server refused', async () => {
    await write();
    market.outage.mail = true;
    expect(await afterMinutes(15)).toBe(0);
    market.outage.mail = false;
    expect(await afterMinutes(1)).toBe(1);
  });
});

test('a message read in time is not mailed', async () => {
  await write();
  await market.caller(buyer).notifications.read({ upTo: 1 });
  expect(await afterMinutes(15)).toBe(0);
});

test('messages are not mailed to users who don’t want that', async () => {
  await market
    .caller(buyer)
    .notifications.setPreferences({ topic: 'messages', channel: 'mail', isOn: false });
  await write();
  expect(await afterMinutes(15)).toBe(0);
});

describe('at night', () => {
  let service: PushService;
  let token: string;
  beforeEach(async () => {
    service = await startPushService();
    service.connect(market);
    const { device: _, ...subscription } = service.makeSubscription();
    const session = { userId: buyer.id, isRemembered: true, device: '' };
    token = await openSession(market.db, session, market.services.clock());
    await market.caller({ token }).push.subscribe(subscription);
    // From 9:00 in Nairobi to 21:00.
    market.advance(12 * 3600);
    return service.stop;
  });

  test('a message waits until six, for push and mail', async () => {
    await write();
    await market.workThroughPushes();
    expect(await afterMinutes(15)).toBe(0);
    expect(service.delivered).toHaveLength(0);
    market.advance(9 * 3600 - 15 * MINUTE_SECONDS - 1);
    expect(await market.workThroughPushes()).toBe(0);
    market.advance(1);
    expect(await market.workThroughPushes()).toBe(1);
    expect(service.delivered).toHaveLength(1);
    expect(await afterMinutes(0)).toBe(1);
  });

  test('evening notices that failed wait until six too', async () => {
    market.advance(-30 * MINUTE_SECONDS);
    await write();
    market.outage.mail = true;
    service.answerAll({ status: 500 });
    expect(await market.workThroughPushes()).toBe(1);
    expect(await afterMinutes(15)).toBe(0);
    market.outage.mail = false;
    service.answerAll({ status: 201 });
    expect(await afterMinutes(15)).toBe(0);
    await market.workThroughPushes();
    expect(service.delivered).toHaveLength(0);
    market.advance(9 * 3600 - 1);
    expect(await market.workThroughPushes()).toBe(0);
    expect(await afterMinutes(0)).toBe(0);
    market.advance(1);
    await market.workThroughPushes();
    expect(service.delivered).toHaveLength(1);
    expect(await afterMinutes(0)).toBe(1);
  });

  test('users who have opted out by six get none', async () => {
    await write();
    await market
      .caller({ token })
      .notifications.setPreferences({ topic: 'messages', channel: 'push', isOn: false });
    market.advance(9 * 3600);
    expect(await market.workThroughPushes()).toBe(1);
    expect(service.requests()).toBe(0);
    expect(await countRows(market.db, 'outbox_messages', sql`kind = 'noticePush'`)).toBe(0);
  });

  test('money and handover notices are sent at once', async () => {
    const facts = { orderId: 7 };
    const told = { userIds: [buyer.id], subject: 'order/7', link: '/orders/7', facts };
    const now = market.services.clock();
    await notify(market.db, [{ kind: orderNotices.confirmed, ...told }], now);
    await notify(
      market.db,
      [
        { kind: orderNotices.paid, ...told },
        { kind: orderNotices.dispatched, ...told },
      ],
      now,
    );
    expect(await market.workThroughPushes()).toBe(2);
    expect(service.delivered.map(({ message }) => message.text).sort()).toEqual([
      'Order #7 is on its way',
      'Order #7 is paid',
    ]);
  });
});
