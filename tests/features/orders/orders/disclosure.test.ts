import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openSession } from '#features/accounts/server/sessions/open-session.ts';
import { users } from '#features/accounts/server/tables/users.ts';
import { farms } from '#features/farms/server/tables.ts';
import { CONTACT_SHOWN_SECONDS } from '#features/orders/rules/limits.ts';
import { resolveDispute } from '#features/orders/server/order-steps.ts';
import { runOrderClock } from '#features/orders/server/run-order-clock.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { PASSWORD } from '#tests/factories/people.ts';
import { makeProduct } from '#tests/factories/products.ts';
import {
  changeOrder,
  codeOf,
  makeOrder,
  makeTestBuyer,
  nearPlace,
} from '#tests/factories/trade.ts';
import { everyAnswer } from '#tests/setup/answers/every-answer.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';
import { dumpDatabase, rowsOf } from '#tests/setup/rows.ts';

const DAY = 24 * 3600;
const delivery = {
  fulfilment: 'delivery',
  deliveryAddress: 'Kilimo Road 7',
  ...nearPlace,
} as const;

describe('F71: the parties of an order see how to reach each other', () => {
  let market: Market;
  let buyer: { id: number; token: string };
  let farm: { id: number; token: string };
  let productId: number;
  beforeEach(async () => {
    market = await makeMarket();
    buyer = await makeTestBuyer(market);
    farm = await makeFarm(market);
    productId = (await makeProduct(market, farm, { quantity: 100, price: 50 })).id;
  });

  /** Sessions end while the clock is moved by days. */
  const freshToken = ({ id: userId }: { id: number }) =>
    openSession(market.db, { userId, isRemembered: false, device: '' }, market.services.clock());
  const asBuyer = async () => market.caller({ token: await freshToken(buyer) }).buyer.orders;
  const asFarmer = async () => market.caller({ token: await freshToken(farm) }).farmer.orders;
  const place = (form: Parameters<typeof makeOrder>[3] = delivery) =>
    makeOrder(market, buyer, [{ productId, quantity: 1 }], form).then(({ id }) => id);
  const confirmed = async (form?: Parameters<typeof makeOrder>[3]) => {
    const orderId = await place(form);
    await (await asFarmer()).confirm({ orderId });
    return orderId;
  };
  const moveEverything = async () => {
    await market.db
      .update(users)
      .set({ phoneNumber: '+254799000001' })
      .where(eq(users.id, buyer.id));
    await market.db
      .update(users)
      .set({ phoneNumber: '+254799000002' })
      .where(eq(users.id, farm.id));
    const elsewhere = {
      name: 'Mpya',
      latitude: -0.5,
      longitude: 37.1,
      subcounty: 'Mathira',
      addressDescription: 'Elsewhere',
    };
    await market.db.update(farms).set(elsewhere).where(eq(farms.userId, farm.id));
  };
  const hidden = { buyerPhone: null, deliveryAddress: null, dropOff: null };
  const shown = {
    buyerPhone: '+254722000111',
    deliveryAddress: 'Kilimo Road 7',
    dropOff: nearPlace,
  };

  test('as they were when the order was confirmed, whatever they change later', async () => {
    const [delivered, collected] = [
      await confirmed(),
      await confirmed({ fulfilment: 'collection' }),
    ];
    await moveEverything();
    expect(await (await asFarmer()).get({ orderId: delivered })).toMatchObject(shown);
    expect(await (await asBuyer()).get({ orderId: collected })).toMatchObject({
      farmPhone: '+254112345678',
      farmName: 'Kilima Farm',
      farmPlace: {
        latitude: -0.4169,
        longitude: 36.951,
        subcounty: 'Nyeri Town',
        addressDescription: 'Behind the tea factory',
      },
    });
    // Orders confirmed from now on have the new ones.
    expect(
      await (await asBuyer()).get({ orderId: await confirmed({ fulfilment: 'collection' }) }),
    ).toMatchObject({
      farmPhone: '+254799000002',
      farmName: 'Mpya',
    });
  });

  /** The steps that end an order. */
  const ends: Record<string, (orderId: number) => Promise<unknown>> = {
    'the buyer cancels': async (orderId) => (await asBuyer()).cancel({ orderId }),
    'the farmer cancels': async (orderId) => (await asFarmer()).cancel({ orderId, reason: 'Hail' }),
    'the farmer completes': async (orderId) => {
      await (await asFarmer()).dispatch({ orderId });
      await (await asFarmer()).complete({ orderId, handoverCode: codeOf(orderId) });
    },
    'the buyer has it': async (orderId) => {
      await (await asFarmer()).dispatch({ orderId });
      await (await asBuyer()).received({ orderId });
    },
    'the clock cancels': async (orderId) => {
      await changeOrder(market, orderId, {
        paymentMethod: 'M-Pesa',
        confirmedAt: secondsAfter(market.services.clock(), -DAY),
      });
      await runOrderClock(market.db, market.services);
    },
  };

  test.each(Object.entries(ends))(
    'until 30 days after its end, when %s, and on no path after',
    { tags: ['long'] },
    async (_, end) => {
      const [orderId, collected] = [
        await confirmed(),
        await confirmed({ fulfilment: 'collection' }),
      ];
      await end(orderId);
      await end(collected);
      expect(CONTACT_SHOWN_SECONDS).toBe(30 * DAY);
      market.advance(CONTACT_SHOWN_SECONDS - 1);
      // A refund that is written down, or a review, is not the order's end.
      await changeOrder(market, orderId, { updatedAt: market.services.clock() });
      expect(await (await asFarmer()).get({ orderId })).toMatchObject(shown);
      expect(await (await asBuyer()).get({ orderId: collected })).toMatchObject({
        farmPhone: '+254112345678',
        farmPlace: { latitude: -0.4169 },
      });
      market.advance(1);
      expect(await (await asFarmer()).get({ orderId })).toMatchObject({
        ...hidden,
        deliveryArea: expect.any(String),
      });
      expect(await (await asBuyer()).get({ orderId: collected })).toMatchObject({
        farmPhone: null,
        farmPlace: null,
      });
      market.advance(700 * DAY);
      await moveEverything();
      const answers = await everyAnswer(market, {
        buyer: await freshToken(buyer),
        farmer: await freshToken(farm),
      });
      expect(answers.farmer).not.toMatch(/722000111|799000001|Kilimo Road|36\.915/);
      expect(answers.buyer).not.toMatch(/112345678|799000002|36\.951|37\.1|tea factory|Elsewhere/);
      report(
        'F71',
        `${answers.count} answers read 730 days after the end: no phone, address or place of the other side`,
      );
    },
  );

  test('again while what had ended is disputed, and 30 days after its second end', {
    tags: ['long'],
  }, async () => {
    const orderId = await confirmed();
    await changeOrder(market, orderId, {
      paymentMethod: 'M-Pesa',
      paymentStatus: 'paid',
      paidAt: market.services.clock(),
    });
    await (await asFarmer()).dispatch({ orderId });
    market.advance(2 * DAY);
    await runOrderClock(market.db, market.services);
    await (await asBuyer()).dispute({ orderId, reason: 'Half of it was rotten' });
    market.advance(40 * DAY);
    expect(await (await asFarmer()).get({ orderId })).toMatchObject({
      status: 'disputed',
      ...shown,
    });
    const now = market.services.clock();
    await market.db.transaction((tx) =>
      resolveDispute(tx, {
        orderId,
        to: 'cancelled',
        reason: 'The photos show it',
        now,
        priceRecords: market.services.priceRecords,
      }),
    );
    market.advance(CONTACT_SHOWN_SECONDS - 1);
    expect(await (await asFarmer()).get({ orderId })).toMatchObject({
      status: 'cancelled',
      ...shown,
    });
    market.advance(1);
    expect(await (await asFarmer()).get({ orderId })).toMatchObject({
      status: 'cancelled',
      ...hidden,
    });
  });

  test('not before it is confirmed: the farmer reads the town or ward alone', async () => {
    const orderId = await place();
    const area = expect.stringMatching(/^[^,]+, .*Nyeri$/);
    const unconfirmed = { ...hidden, deliveryAddress: area, deliveryArea: area };
    expect(await (await asFarmer()).get({ orderId })).toMatchObject(unconfirmed);
    expect(await (await asBuyer()).get({ orderId })).toMatchObject({
      farmPhone: null,
      farmPlace: null,
    });
    await (await asFarmer()).reject({ orderId, reason: 'Sold out' });
    expect(await (await asFarmer()).get({ orderId })).toMatchObject(unconfirmed);
  });

  test('an account that is deleted takes its part of the copy along', {
    tags: ['long'],
  }, async () => {
    const orderId = await confirmed();
    await (await asBuyer()).cancel({ orderId });
    const passwordHash = await market.services.passwords.hash(PASSWORD, 'test');
    await market.db.update(users).set({ passwordHash });
    await market.workThroughOutbox();
    await market
      .caller({ token: await freshToken(farm) })
      .auth.deleteAccount({ password: PASSWORD });
    expect(await (await asBuyer()).get({ orderId })).toMatchObject({
      farmName: null,
      farmPhone: null,
      farmPlace: null,
    });
    const [copy] = await rowsOf(market.db, sql`select * from order_contacts`);
    const { order_id, buyer_phone_number, ...farmsPart } = copy ?? {};
    expect([order_id, buyer_phone_number]).toEqual([orderId, '+254722000111']);
    expect(new Set(Object.values(farmsPart))).toEqual(new Set([null]));
    await market
      .caller({ token: await freshToken(buyer) })
      .auth.deleteAccount({ password: PASSWORD });
    expect(await dumpDatabase(market.db)).not.toMatch(/722000111|112345678/);
  });
});
