import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { prune } from '#app/features.ts';
import { suspendAccount } from '#features/accounts/server/suspend-account.ts';
import { setQuantity } from '#features/products/server/set-quantities.ts';
import {
  ASKED_EVENTS_PER_MINUTE,
  EVENTS_KEPT_SECONDS,
  SUBJECTS_KEPT_SECONDS,
  WEBHOOKS_MAX,
} from '#features/webhooks/rules/limits.ts';
import { webhookEvents, webhookSubjects, webhooks } from '#features/webhooks/server/tables.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeBuyer, PASSWORD } from '#tests/factories/people.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { codeOf, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { makeWebhook, sendDue } from '#tests/factories/webhooks.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { type Receiver, startReceiver, withStatus } from '#tests/setup/servers/receiver.ts';

let market: Market;
let receiver: Receiver;
let farm: Awaited<ReturnType<typeof makeFarm>>;
let productId: number;
beforeEach(async () => {
  market = await makeMarket();
  receiver = await startReceiver();
  receiver.allowIn(market);
  farm = await makeFarm(market);
  productId = (await makeProduct(market, farm, { quantity: 500 })).id;
});
afterEach(() => receiver.close());

const hooksOf = ({ token }: { token: string }) => market.caller({ token }).webhooks;
const count = (quantity: number) =>
  setQuantity(market.db, { farmerId: farm.id, productId, quantity }, market.services);

describe('a new webhook', () => {
  let buyer: Awaited<ReturnType<typeof makeBuyer>>;
  beforeEach(async () => {
    buyer = await makeBuyer(market);
  });
  const create = (url: string, password = PASSWORD) => hooksOf(buyer).create({ url, password });

  test('shows its secret once, which is stored nowhere', async () => {
    const { secret } = await create('https://shop.example/hook');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const rows = JSON.stringify(await market.db.select().from(webhooks));
    expect(rows).not.toContain(secret.slice('whsec_'.length));
    const listed = await hooksOf(buyer).list();
    expect(listed).toMatchObject([{ url: 'https://shop.example/hook', pausedAt: null }]);
    expect(JSON.stringify(listed)).not.toContain('secret_');
  });

  test('and a new secret take the password', async () => {
    expect(await outcomeOf(create('https://shop.example/', 'not the password'))).toBe(
      'PASSWORD_WRONG',
    );
    const { id } = await create('https://shop.example/');
    const rotate = hooksOf(buyer).rotate({ webhookId: id, password: 'not the password' });
    expect(await outcomeOf(rotate)).toBe('PASSWORD_WRONG');
  });

  test('is refused if the account is suspended in the meantime', async () => {
    vi.spyOn(market.services.passwords, 'isRight').mockImplementationOnce(async () => {
      await market.db.transaction((tx) => suspendAccount(tx, buyer.email, market.services.clock()));
      return true;
    });
    expect(await outcomeOf(create('https://shop.example/'))).toBe('NOT_LOGGED_IN');
    expect(await market.db.$count(webhooks)).toBe(0);
  });

  test('is refused for an address inside the network', async () => {
    expect(await outcomeOf(create('https://127.0.0.1/'))).toBe('WEBHOOK_URL_REFUSED');
    expect(await market.db.$count(webhooks)).toBe(0);
  });

  test('is refused above the most, also for two requests at once', async () => {
    for (let made = 1; made < WEBHOOKS_MAX; made += 1) await create('https://shop.example/');
    const outcomes = await Promise.all(
      [1, 2].map(() => outcomeOf(create('https://shop.example/'))),
    );
    expect(outcomes).toContain('TOO_MANY_WEBHOOKS');
    expect(await market.db.$count(webhooks)).toBe(WEBHOOKS_MAX);
  });
});

describe('a webhook', () => {
  test('of another person can be neither read nor changed', async () => {
    const { id: webhookId } = await makeWebhook(market, farm, `${receiver.origin}/`);
    await count(10);
    await sendDue(market);
    const [event] = await market.db.select().from(webhookEvents);
    const stranger = hooksOf(await makeFarm(market));
    expect(await stranger.list()).toEqual([]);
    expect(await stranger.deliveries({ webhookId })).toEqual([]);
    for (const call of [
      () => stranger.test({ webhookId }),
      () => stranger.pause({ webhookId }),
      () => stranger.resume({ webhookId }),
      () => stranger.sendAgain({ eventId: event?.id ?? 0 }),
    ])
      expect(await outcomeOf(call())).toBe('NOT_FOUND');
    await stranger.remove({ webhookId });
    expect(await market.db.select().from(webhookEvents)).toEqual([event]);
    expect(await market.db.$count(webhooks)).toBe(1);
  });

  test('gets a test event each time that it is asked for', async () => {
    const { id: webhookId } = await makeWebhook(market, farm, `${receiver.origin}/`);
    for (const sequence of [1, 2]) {
      await hooksOf(farm).test({ webhookId });
      await sendDue(market);
      market.advance(1);
      const [{ event } = {}] = receiver.received.slice(-1);
      expect(event).toMatchObject({ type: 'webhook.test', sequence, data: { webhookId } });
    }
  });

  test('shows its deliveries, and sends one again with the same id and body', async () => {
    const { id: webhookId } = await makeWebhook(market, farm, `${receiver.origin}/`);
    receiver.answerWith(withStatus(202));
    await count(10);
    await sendDue(market);
    const [shown] = await hooksOf(farm).deliveries({ webhookId });
    expect(shown).toMatchObject({
      type: 'product.stock',
      subject: `product/${productId}`,
      state: 'delivered',
      attempts: 1,
      lastStatus: 202,
    });
    await hooksOf(farm).sendAgain({ eventId: shown?.id ?? 0 });
    // The second click.
    await hooksOf(farm).sendAgain({ eventId: shown?.id ?? 0 });
    await sendDue(market);
    await sendDue(market);
    const [first, second, ...others] = receiver.received;
    expect(others).toEqual([]);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  test('that is paused is sent nothing and records nothing; what waited goes out when it is switched on', async () => {
    const { id: webhookId } = await makeWebhook(market, farm, `${receiver.origin}/`);
    await count(10);
    await hooksOf(farm).pause({ webhookId });
    await hooksOf(farm).pause({ webhookId });
    await sendDue(market);
    expect(receiver.received).toEqual([]);
    expect(await outcomeOf(hooksOf(farm).test({ webhookId }))).toBe('WEBHOOK_PAUSED');
    await hooksOf(farm).resume({ webhookId });
    await sendDue(market);
    expect(receiver.sequencesOf(`product/${productId}`)).toEqual([1]);
  });

  test('that is not paused stays as it is when it is switched on, which counts for nothing', async () => {
    const { id: webhookId } = await makeWebhook(market, farm, `${receiver.origin}/`);
    for (let asked = 0; asked <= ASKED_EVENTS_PER_MINUTE; asked += 1)
      await hooksOf(farm).resume({ webhookId });
    expect(await outcomeOf(hooksOf(farm).test({ webhookId }))).toBe('accepted');
  });

  test('is gone with its events when it is deleted', async () => {
    const { id: webhookId } = await makeWebhook(market, farm, `${receiver.origin}/`);
    await count(10);
    await hooksOf(farm).remove({ webhookId });
    await hooksOf(farm).remove({ webhookId });
    await sendDue(market);
    expect(receiver.received).toEqual([]);
    expect(await market.db.$count(webhookEvents)).toBe(0);
  });
});

describe('webhooks of an account', () => {
  test('are exported without secrets, and deleted with it, also from the webhooks of others', async () => {
    const buyer = await makeTestBuyer(market, { firstName: 'Nyambura' });
    const order = await makeOrder(market, buyer, [{ productId, quantity: 2 }]);
    await makeWebhook(market, farm, `${receiver.origin}/farm`);
    await makeWebhook(market, buyer, `${receiver.origin}/buyer`);
    const selling = market.caller(farm).farmer.orders;
    await selling.confirm({ orderId: order.id });
    await selling.dispatch({ orderId: order.id });
    await selling.complete({ orderId: order.id, handoverCode: codeOf(order.id) });
    for (let turn = 0; turn < 3; turn += 1) await sendDue(market);
    const holdsName = async () =>
      JSON.stringify(await market.db.select().from(webhookEvents)).includes('Nyambura');
    expect(await holdsName()).toBe(true);
    const data = await market.caller(buyer).auth.exportData();
    expect(data).toMatchObject({
      webhooks: [{ url: `${receiver.origin}/buyer` }],
      webhookEvents: [{ subject: `order/${order.id}`, state: 'delivered' }],
    });
    expect(JSON.stringify(data)).not.toMatch(/whsec_|secretNumber/);
    const { personalData } = market.services;
    await market.db.transaction(async (tx) => {
      for (const part of personalData) await part.erase?.(tx, buyer.id, market.services);
    });
    expect(await holdsName()).toBe(false);
    // The deletion also clears the hash. The farmer's sequence numbers continue.
    const told = await market.db.select().from(webhookSubjects);
    expect(told.filter(({ subject }) => subject === `order/${order.id}`)).not.toEqual([]);
    for (const { subject, dataHash } of told)
      expect(dataHash === '').toBe(subject === `order/${order.id}`);
  });

  test('keep their events for a week', async () => {
    await makeWebhook(market, farm, `${receiver.origin}/`);
    await count(10);
    await sendDue(market);
    market.advance(EVENTS_KEPT_SECONDS);
    await prune(market.db, market.services.clock());
    expect(await market.db.$count(webhookEvents)).toBe(1);
    market.advance(1);
    await prune(market.db, market.services.clock());
    expect(await market.db.$count(webhookEvents)).toBe(0);
    // The numbers go on.
    expect(await market.db.$count(webhookSubjects)).toBe(1);
    await count(11);
    await sendDue(market);
    expect(receiver.sequencesOf(`product/${productId}`)).toEqual([1, 2]);
  });

  test('begin the numbers of a subject anew after a year without an event', async () => {
    await makeWebhook(market, farm, `${receiver.origin}/`);
    await count(10);
    await sendDue(market);
    market.advance(SUBJECTS_KEPT_SECONDS);
    await prune(market.db, market.services.clock());
    expect(await market.db.$count(webhookSubjects)).toBe(1);
    market.advance(1);
    await prune(market.db, market.services.clock());
    expect(await market.db.$count(webhookSubjects)).toBe(0);
    await count(11);
    await sendDue(market);
    expect(receiver.sequencesOf(`product/${productId}`)).toEqual([1, 1]);
  });
});
