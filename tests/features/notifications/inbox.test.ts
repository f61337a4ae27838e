import { openSession } from '#accounts/server/manage-sessions.ts';
import { prune } from '#app/features.ts';
import { messageNotice } from '#messages/rules/message.ts';
import { markOpened, notify } from '#notifications/server/inbox.ts';
import { orderNotices } from '#orders/server/notices.ts';
import {
  advance,
  caller,
  countRows,
  DAY,
  db,
  givenMarket,
  mailbox,
  makeBuyer,
  makeFarm,
  makeOrder,
  makeProduct,
  makeTestBuyer,
  market,
  request,
  runOutbox,
  runPushes,
  services,
  sql,
  type TestBuyer,
} from '#tests/setup/in-market.ts';
import { type PushService, startPushService } from '#tests/setup/servers/push-service.ts';

let buyer: TestBuyer;
givenMarket();
beforeEach(async () => {
  buyer = await makeTestBuyer();
});
const inboxOf = (person: { token: string }, language: 'en' | 'sw' = 'en') =>
  caller({ token: person.token, language }).notifications.list({});
const tellOf = <Facts extends object>(notice: Parameters<typeof notify<Facts>>[1][number]) =>
  notify(db, [notice], services.clock());
const tell = (userIds: number[], orderId = 7) =>
  tellOf({
    kind: orderNotices.confirmed,
    userIds,
    subject: `order/${orderId}`,
    link: `/orders/${orderId}`,
    facts: { orderId },
  });
const MINUTE_SECONDS = 60;
const write = (conversation = 3) =>
  tellOf({
    kind: messageNotice,
    userIds: [buyer.id],
    subject: `conversation/${conversation}`,
    link: `/messages/${conversation}`,
    facts: { product: 'Sukuma wiki' },
  });
async function afterMinutes(minutes: number) {
  advance(minutes * MINUTE_SECONDS);
  await runOutbox();
  return mailbox.length;
}

test('the inbox says in the reader’s language what happened, with a link to it', async () => {
  await tell([buyer.id]);
  const expected = {
    id: 1,
    kind: 'orderConfirmed',
    topic: 'orders',
    href: '/orders/7',
    isRead: false,
    createdAt: services.clock(),
    text: 'Oda #7 imekubaliwa',
    detail: null,
  };
  expect(await inboxOf(buyer, 'sw')).toEqual({
    notifications: [expected],
    unread: 1,
    nextCursor: null,
  });
});

test('the inbox pages by cursor, newest first, and counts up to a hundred', async () => {
  for (let order = 1; order <= 125; order += 1) await tell([buyer.id], order);
  const { list } = caller(buyer).notifications;
  const ids: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof list>> = await list({
      limit: 40,
      ...(cursor && { cursor }),
    });
    expect(page.unread).toBe(100);
    ids.push(...page.notifications.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(ids).toEqual(Array.from({ length: 125 }, (_, at) => 125 - at));
});

test('the inbox is read up to the last one seen, only by its own reader', async () => {
  const other = await makeTestBuyer();
  await tell([buyer.id, other.id]);
  await tell([buyer.id], 8);
  const caller = market.caller(buyer);
  expect(await caller.notifications.read({ upTo: 2 })).toEqual({ unread: 1 });
  expect(await market.caller(other).notifications.unread()).toEqual({ unread: 1 });
  expect((await inboxOf(buyer)).notifications.map(({ isRead }) => isRead)).toEqual([false, true]);
});

test('the inbox is part of the data export, and deleted with the account', async () => {
  const { token, ...person } = await makeBuyer();
  const caller = market.caller({ token });
  await tell([person.id, buyer.id]);
  await caller.notifications.setPreferences({ topic: 'offers', channel: 'push', isOn: false });
  const data = await caller.auth.exportData();
  expect(data.notices).toMatchObject([
    { kind: 'orderConfirmed', subject: 'order/7', facts: { orderId: 7 }, readAt: null },
  ]);
  expect(data.noticePreferences).toEqual([{ topic: 'offers', channel: 'push', isOn: false }]);
  expect(data.pushDevices).toEqual([]);
  await caller.auth.deleteAccount({ password: person.password });
  expect(await countRows('notices')).toBe(1);
  expect(await countRows('notice_preferences')).toBe(0);
});

test('the inbox is deleted after 90 days', async () => {
  await tell([buyer.id]);
  advance(90 * DAY - 1);
  await prune(db, services.clock());
  expect(await countRows('notices')).toBe(1);
  advance(2);
  await prune(db, services.clock());
  expect(await countRows('notices')).toBe(0);
});

test('the inbox is deleted although another feature cannot delete its rows', async () => {
  await tell([buyer.id]);
  advance(91 * DAY);
  await db.execute(sql`alter table geocoder_cache rename to geocoder_gone`);
  try {
    await expect(prune(db, services.clock())).rejects.toThrow('geocoder_cache');
  } finally {
    await db.execute(sql`alter table geocoder_gone rename to geocoder_cache`);
  }
  expect(await countRows('notices')).toBe(0);
});

test('the inbox is available over REST', async () => {
  await tell([buyer.id]);
  const { token } = buyer;
  const answer = await request('/api/notifications?limit=5', { token });
  expect(await answer.json()).toMatchObject({ notifications: [{ id: 1 }], unread: 1 });
  const read = await request('/api/notifications/read', { token, body: { upTo: 1 } });
  expect(await read.json()).toEqual({ success: true, unread: 0 });
});

test("an order notifies each side of the other's steps in one entry, and opening it marks them as read", async () => {
  const farm = await makeFarm();
  const product = await makeProduct(farm, { quantity: 10 });
  const { id } = await makeOrder(buyer, [{ productId: product.id, quantity: 1 }]);
  const href = `/farmer/dashboard?tab=orders&order=${id}`;
  expect((await inboxOf(farm)).notifications).toMatchObject([
    { kind: 'orderPending', text: `New order #${id}`, href },
  ]);
  const farmer = caller(farm);
  await farmer.farmer.orders.get({ orderId: id });
  expect(await farmer.notifications.unread()).toEqual({ unread: 0 });
  await farmer.farmer.orders.confirm({ orderId: id });
  await farmer.farmer.orders.dispatch({ orderId: id });
  expect((await inboxOf(buyer)).notifications).toMatchObject([
    {
      text: `Order #${id} is ready to collect`,
      detail: expect.stringMatching(/^.+ · 1 .+ · KES\u00a0[\d,]+$/),
    },
  ]);
});

test('an order is mailed only to users who want that', async () => {
  const farm = await makeFarm();
  const { id: productId } = await makeProduct(farm, { quantity: 10 });
  const { notifications } = caller(farm);
  for (const isOn of [false, true]) {
    await notifications.setPreferences({ topic: 'orders', channel: 'mail', isOn });
    await makeOrder(buyer, [{ productId, quantity: 1 }]);
    await runOutbox();
  }
  expect(mailbox.map(({ subject }) => subject)).toEqual(['New order #2']);
});

test('an unread message is mailed after 15 minutes, with a link to it', async () => {
  await write();
  expect(await afterMinutes(14)).toBe(0);
  expect(await afterMinutes(1)).toBe(1);
  const [mail] = mailbox;
  expect(mail).toMatchObject({ to: buyer.email, subject: 'New message about Sukuma wiki' });
  expect(mail?.text).toContain('http://localhost:3000/messages/3');
  expect(await afterMinutes(60)).toBe(1);
  expect(await countRows('outbox_messages')).toBe(0);
});

test('an unread message is mailed once for each conversation, however many follow, until that is opened', async () => {
  await write();
  await write();
  await write(4);
  expect(await afterMinutes(15)).toBe(2);
  await write();
  expect(await afterMinutes(15)).toBe(2);
  await markOpened(db, { userId: buyer.id, subject: 'conversation/3' }, services);
  await write();
  expect(await afterMinutes(15)).toBe(3);
});

test('an unread message is mailed again if the mail server refused', async () => {
  await write();
  market.outage.mail = true;
  expect(await afterMinutes(15)).toBe(0);
  market.outage.mail = false;
  expect(await afterMinutes(1)).toBe(1);
});

test('a message that was read in time, or whose reader wants no mails of it, is not mailed', async () => {
  const { notifications } = caller(buyer);
  await write();
  await notifications.read({ upTo: 1 });
  expect(await afterMinutes(15)).toBe(0);
  await notifications.setPreferences({ topic: 'messages', channel: 'mail', isOn: false });
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
    token = await openSession(db, session, services.clock());
    await caller({ token }).push.subscribe(subscription);
    advance(12 * 3600);
    return service.stop;
  });

  test('a message waits until six, for push and mail', async () => {
    await write();
    await runPushes();
    expect(await afterMinutes(15)).toBe(0);
    expect(service.delivered).toHaveLength(0);
    advance(9 * 3600 - 15 * MINUTE_SECONDS - 1);
    expect(await runPushes()).toBe(0);
    advance(1);
    expect(await runPushes()).toBe(1);
    expect(service.delivered).toHaveLength(1);
    expect(await afterMinutes(0)).toBe(1);
  });

  test('evening notices that failed wait until six too', async () => {
    advance(-30 * MINUTE_SECONDS);
    await write();
    market.outage.mail = true;
    service.answerAll({ status: 500 });
    expect(await runPushes()).toBe(1);
    expect(await afterMinutes(15)).toBe(0);
    market.outage.mail = false;
    service.answerAll({ status: 201 });
    expect(await afterMinutes(15)).toBe(0);
    await runPushes();
    expect(service.delivered).toHaveLength(0);
    advance(9 * 3600 - 1);
    expect(await runPushes()).toBe(0);
    expect(await afterMinutes(0)).toBe(0);
    advance(1);
    await runPushes();
    expect(service.delivered).toHaveLength(1);
    expect(await afterMinutes(0)).toBe(1);
  });

  test('users who have opted out by six get none', async () => {
    await write();
    await market
      .caller({ token })
      .notifications.setPreferences({ topic: 'messages', channel: 'push', isOn: false });
    advance(9 * 3600);
    expect(await runPushes()).toBe(1);
    expect(service.requests()).toBe(0);
    expect(await countRows('outbox_messages', sql`kind = 'noticePush'`)).toBe(0);
  });

  test('money and handover notices are sent at once', async () => {
    const facts = { orderId: 7 };
    const told = { userIds: [buyer.id], subject: 'order/7', link: '/orders/7', facts };
    const now = services.clock();
    for (const kind of [orderNotices.confirmed, orderNotices.paid, orderNotices.dispatched])
      await notify(db, [{ kind, ...told }], now);
    expect(await runPushes()).toBe(2);
    expect(service.delivered.map(({ message }) => message.text).sort()).toEqual([
      'Order #7 is on its way',
      'Order #7 is paid',
    ]);
  });
});
