import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { notify } from '#features/notifications/server/notify.ts';
import { orderNotices } from '#features/orders/rules/notices.ts';
import { createWebPush } from '#platform/server/adapters/web-push.ts';
import { makeTalk } from '#tests/factories/conversations.ts';
import { changeProduct } from '#tests/factories/products.ts';
import { makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';
import { type PushService, startPushService } from '#tests/setup/servers/push-service.ts';
import { TEST_VAPID_KEYS } from '#tests/setup/vapid-keys.ts';

/** The limit of all push services. */
const PAYLOAD_MAX_BYTES = 4096;

describe('push notifications of a browser', () => {
  let market: Market;
  let service: PushService;
  let buyer: Awaited<ReturnType<typeof makeTestBuyer>>;
  let stranger: Awaited<ReturnType<typeof makeTestBuyer>>;
  beforeEach(async () => {
    market = await makeMarket();
    service = await startPushService();
    service.connect(market);
    buyer = await makeTestBuyer(market);
    stranger = await makeTestBuyer(market);
  });
  afterEach(() => service.stop());
  const pushOf = ({ token }: { token: string }) => market.caller({ token }).push;
  const tell = (userId: number) =>
    notify(
      market.db,
      [
        {
          kind: orderNotices.paid,
          userIds: [userId],
          subject: 'order/7',
          link: '/orders/7',
          facts: { orderId: 7 },
        },
      ],
      market.services.clock(),
    );

  test('cannot be ended by somebody who only knows the endpoint', async () => {
    const { device, ...subscription } = service.makeSubscription();
    await pushOf(buyer).subscribe(subscription);
    const { keys } = service.makeSubscription();
    expect(await outcomeOf(pushOf(stranger).subscribe({ ...subscription, keys }))).toBe(
      'PUSH_ENDPOINT_REFUSED',
    );
    await pushOf(stranger).unsubscribe({ endpoint: subscription.endpoint });
    await tell(buyer.id);
    await market.workThroughPushes();
    expect(service.delivered.map((delivery) => delivery.device)).toEqual([device]);
  });

  test("go to the browser's current user, and pending ones of the previous user to nobody", async () => {
    const { device: _, ...subscription } = service.makeSubscription();
    await pushOf(buyer).subscribe(subscription);
    await tell(buyer.id);
    await pushOf(stranger).subscribe(subscription);
    await market.workThroughPushes();
    expect([
      service.requests(),
      await countRows(market.db, 'outbox_messages', sql`kind = 'noticePush'`),
    ]).toEqual([0, 0]);
    expect(await pushOf(buyer).devices()).toEqual({ devices: [] });
    await tell(stranger.id);
    await market.workThroughPushes();
    expect(service.delivered).toHaveLength(1);
  });

  test('on a locked screen name the subject, but neither sender nor text', async () => {
    const talk = await makeTalk(market);
    const { device: _, ...subscription } = service.makeSubscription();
    await pushOf(talk.buyer).subscribe(subscription);
    await talk.asFarmer.conversations.send({
      conversationId: talk.conversationId,
      text: 'Come to the SECRET gate',
    });
    await market.workThroughPushes();
    const [delivery] = service.delivered;
    expect(delivery?.message).toMatchObject({ href: `/messages/${talk.conversationId}` });
    expect(JSON.stringify(delivery?.message)).not.toMatch(/SECRET|Kilima|Achieng/);
  });

  test("fit into a message, however long the product's name", async () => {
    const talk = await makeTalk(market);
    const { device: _, ...subscription } = service.makeSubscription();
    await pushOf(talk.buyer).subscribe(subscription);
    const beans = '🫘'.repeat(3000);
    await changeProduct(market, talk.kale.id, { name: beans });
    await market.db.execute(sql`update conversations set product_name = ${beans}`);
    await talk.asFarmer.conversations.send({ conversationId: talk.conversationId, text: 'Yes' });
    await market.workThroughPushes();
    expect(service.delivered).toHaveLength(1);
    expect(service.delivered[0]?.bytes).toBeLessThan(PAYLOAD_MAX_BYTES);
  });

  test('do not follow a redirect', async () => {
    let heard = 0;
    const inside = createServer((_, response) => {
      heard += 1;
      response.writeHead(200).end();
    });
    const asked = createServer((_, response) => {
      const { port } = inside.address() as AddressInfo;
      response.writeHead(307, { location: `http://127.0.0.1:${port}/latest/meta-data` }).end();
    });
    for (const server of [inside, asked])
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const origin = `http://127.0.0.1:${(asked.address() as AddressInfo).port}`;
    const webPush = createWebPush({
      keys: TEST_VAPID_KEYS,
      subject: 'mailto:help@test.example',
      ownServices: [origin],
    });
    const { p256dh, auth } = service.makeSubscription().keys;
    const message = { payload: '{}', ttlSeconds: 60, urgency: 'normal', topic: 'x' } as const;
    expect(
      await webPush.send({ endpoint: `${origin}/send/1`, p256dh, auth }, message),
    ).toMatchObject({ kind: 'refused' });
    expect(heard).toBe(0);
    for (const server of [inside, asked]) {
      server.closeAllConnections();
      server.close();
    }
  });
});
