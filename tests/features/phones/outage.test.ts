import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { smsCauses } from '#features/notifications/server/sms-causes.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { givePhone, phoneOf } from '#tests/setup/phones.ts';
import { rowsOf } from '#tests/setup/rows.ts';
import { type OpenSms, openSms } from '#tests/setup/sms.ts';

const phoneNumber = '+254712345678';

let market: Market;
let sms: OpenSms;
let farm: { id: number; token: string };
let buyer: { id: number; token: string };
let phone: ReturnType<typeof phoneOf>;
let kale: { id: number };
beforeEach(async () => {
  market = await makeMarket();
  sms = await openSms(market);
  farm = await makeFarm(market);
  await givePhone(market, farm, { phoneNumber });
  buyer = await makeTestBuyer(market);
  await givePhone(market, buyer, { phoneNumber: '+254711000222' });
  kale = await makeProduct(market, farm, { name: 'Nyanya', quantity: 100 });
  phone = phoneOf(market, sms, phoneNumber);
});

const order = async () =>
  (await makeOrder(market, buyer, [{ productId: kale.id, quantity: 1 }])).id;
const statuses = async () =>
  (await rowsOf(market.db, sql`select status from sms_messages order by id`)).map(
    ({ status }) => status,
  );

describe('the SMS service', () => {
  test("E98: after an hour's outage what is still relevant is sent once, the most important first", async () => {
    await market
      .caller({ token: buyer.token })
      .conversations.start({ productId: kale.id, text: 'Bado zipo?' });
    const [kept, gone] = [await order(), await order()];
    await sms.whileDown(async () => {
      for (let minute = 0; minute < 60; minute++) {
        await market.workThroughSms();
        market.advance(60);
      }
    });
    expect(sms.messages).toEqual([]);
    await market.caller({ token: buyer.token }).buyer.orders.cancel({ orderId: gone });
    market.advance(60);
    await phone.settle();
    await phone.settle();
    const told = sms.inbox(phoneNumber).toReversed();
    expect(told).toHaveLength(3);
    expect(told[0]).toContain(`Oda ${kept}:`);
    expect(told.filter((text) => text.includes('ujumbe mpya'))).toHaveLength(1);
    expect(told.filter((text) => text.includes(`Oda ${gone} `))).toHaveLength(1);
  });

  test('may report late, twice, out of order or never: a delivered SMS stays delivered', async () => {
    sms.behaviour.reports = 'none';
    await order();
    await phone.settle();
    expect(await statuses()).toEqual(['sent']);
    const [message] = sms.messages;
    if (!message) throw new Error('No SMS was sent');
    market.advance(3600);
    for (const status of ['Success', 'Success', 'Failed', 'Buffered']) sms.report(message, status);
    await phone.settle();
    expect(await statuses()).toEqual(['delivered']);
  });

  test('a report that arrives before the answer is not lost', async () => {
    await order();
    await phone.settle();
    market.advance(60);
    await phone.settle();
    expect(await statuses()).toEqual(['delivered']);
  });

  test('E98: a notice that was lost is sent by another channel, once', async () => {
    sms.behaviour.reports = 'none';
    await market
      .caller({ token: buyer.token })
      .conversations.start({ productId: kale.id, text: 'Bado zipo?' });
    await phone.settle();
    const mails = market.mailbox.length;
    const [message] = sms.messages;
    if (!message) throw new Error('No SMS was sent');
    sms.report(message, 'Failed', 'AbsentSubscriber');
    sms.report(message, 'Failed', 'AbsentSubscriber');
    await phone.settle();
    market.advance(60);
    await phone.settle();
    expect(await statuses()).toEqual(['failed']);
    expect(market.mailbox.length - mails).toBe(1);
  });

  test.each(['Success', 'none'] as const)(
    'E98: an answer about money that was lost is sent once more, with reports: %s',
    async (reports) => {
      Object.assign(sms.behaviour, { send: 'takenSilently', reports });
      await phone.write('PESA');
      for (let round = 0; round < 3; round++) {
        market.advance(600);
        await phone.settle();
      }
      expect(sms.messages).toHaveLength(1);
      expect(await statuses()).toEqual([reports === 'Success' ? 'delivered' : 'failed']);
    },
  );

  test('E98: a notice accepted without an answer is not sent again when its delivery is reported', async () => {
    sms.behaviour.send = 'takenSilently';
    await order();
    await phone.settle();
    market.advance(60);
    await phone.settle();
    sms.behaviour.send = 'right';
    market.advance(600);
    await phone.settle();
    expect(sms.messages).toHaveLength(1);
    expect(await statuses()).toEqual(['delivered']);
  });

  test('E98: a notice without any report is sent once more, and then marked as failed', async () => {
    Object.assign(sms.behaviour, { send: 'untaken' });
    await order();
    await phone.settle();
    expect(await statuses()).toEqual(['waiting']);
    sms.behaviour.send = 'takenSilently';
    sms.behaviour.reports = 'none';
    for (let round = 0; round < 3; round++) {
      market.advance(600);
      await phone.settle();
    }
    expect(sms.messages).toHaveLength(1);
    expect(await statuses()).toEqual(['failed']);
  });

  test('a person gets a limited number a day, and STOP ends them', async () => {
    for (let i = 0; i < 12; i++) await order();
    await phone.settle();
    expect(sms.messages).toHaveLength(smsCauses.order.perRecipient);
    expect(await phone.write('ACHA')).toContain('ANZA');
    market.advance(24 * 3600);
    const before = sms.messages.length;
    await makeProduct(market, farm, { name: 'Sukuma', quantity: 5 });
    expect(
      await rowsOf(
        market.db,
        sql`select count(*)::int as n from sms_messages where status = 'waiting'`,
      ),
    ).toEqual([{ n: 0 }]);
    expect(sms.messages).toHaveLength(before);
  });
});
