import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#accounts/server/tables/users.ts';
import { LOT_SHARES_MAX, LOTS_OF_BUYER_MAX } from '#lots/rules/lot.ts';
import { lotPoints, lotShares } from '#lots/server/tables.ts';
import { priceObservations } from '#prices/server/tables.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import * as lotsOf from '#tests/factories/lots.ts';
import type { callerOf } from '#tests/factories/standing.ts';
import {
  booksOf,
  givenMarket,
  makeTestBuyer,
  market,
  outcomeOf,
  START,
  setUser,
} from '#tests/setup/in-market.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

const makeLot = (overrides = {}) => lotsOf.makeLot(market, overrides);
const makeLotFarm = (quantity?: number) => lotsOf.makeLotFarm(market, quantity);
const runClock = () => lotsOf.runLots(market);
const goOn = (seconds: number) => {
  market.advance(seconds);
  return runClock();
};
const HOUR = 3600;
const FARMS = isOnPostgres ? 60 : 12;
const reserved = async ({ product }: { product: { id: number } }) => {
  const { held, isBalanced, reserved: ordered } = await booksOf(product.id);
  expect(isBalanced).toBe(true);
  return { held, ordered };
};
const noticesOf = async ({ caller }: { caller: Awaited<ReturnType<typeof callerOf>> }) =>
  (await caller.notifications.list({})).notifications.map(({ text }) => text);

const erase = (userId: number) =>
  market.db.transaction(async (tx) => {
    for (const { erase } of market.services.personalData)
      await erase?.(tx, userId, market.services);
  });

describe('a lot', () => {
  givenMarket();

  test('is filled by farms, taken as one checkout, and becomes one accepted order for each farm at its price', async () => {
    const lot = await makeLot();
    const [one, two] = [await makeLotFarm(), await makeLotFarm()];
    await one.lots.give({ lotId: lot.lotId, quantity: 200 });
    await two.lots.give({ lotId: lot.lotId, quantity: 300.5 });
    expect(await reserved(one)).toEqual({ held: 200, ordered: 0 });
    expect((await lot.orders.list({})).orders).toEqual([]);
    await lot.close();
    const { shares, status, given } = await lot.take();
    expect({ status, given }).toEqual({ status: 'taken', given: 500.5 });
    const { orders } = await lot.orders.list({});
    expect(orders.map((order) => [order.status, order.total]).sort()).toEqual([
      ['confirmed', 300.5 * 42],
      ['confirmed', 200 * 42],
    ]);
    expect(shares.map((share) => share.orderId).sort()).toEqual(orders.map(({ id }) => id).sort());
    expect(await reserved(one)).toEqual({ held: 0, ordered: 200 });
    for (const paymentMethod of ['M-Pesa', 'Cash on delivery'] as const) {
      const again = { lotId: lot.lotId, paymentMethod };
      expect(await lot.caller.buyer.lots.take(again)).toMatchObject({ status: 'taken' });
    }
    expect((await lot.orders.list({})).orders).toHaveLength(2);
    expect((await noticesOf(one)).join()).toContain('Bring 200 kg of Maize to Njoro market');
  });

  test('that its buyer lets go, or is silent about for a day, reserves nothing', async () => {
    const farm = await makeLotFarm();
    for (const end of ['letGo', 'lapsed'] as const) {
      const lot = await makeLot({ closesAt: '2026-03-02T08:00:00Z', day: '2026-03-06' });
      await farm.lots.give({ lotId: lot.lotId, quantity: 400 });
      if (end === 'letGo') await lot.letGo();
      else await lotsOf.runLotsAt(market, '2026-03-02T08:00:00Z').then(() => goOn(24 * HOUR));
      expect(await lot.read()).toMatchObject({ status: end, given: 0 });
      expect(await reserved(farm)).toEqual({ held: 0, ordered: 0 });
      expect(await outcomeOf(lot.take())).toBe('LOT_STEP_NOT_ALLOWED');
    }
  });

  test('of a suspended or deleted buyer reserves nothing', async () => {
    const [farm, other] = [await makeLotFarm(), await makeLotFarm()];
    const [suspended, deleted] = [await makeLot(), await makeLot()];
    await farm.lots.give({ lotId: suspended.lotId, quantity: 100 });
    await other.lots.give({ lotId: deleted.lotId, quantity: 100 });
    await setUser(suspended.buyer.id, { suspendedAt: market.services.clock() });
    await runClock();
    await erase(deleted.buyer.id);
    await market.db.delete(users).where(eq(users.id, deleted.buyer.id));
    for (const one of [farm, other]) expect(await reserved(one)).toEqual({ held: 0, ordered: 0 });
  });

  test('closes when it is full, and takes part of it from the least quantity on', async () => {
    const lot = await makeLot({ quantity: 300, leastQuantity: 250 });
    const [one, two] = [await makeLotFarm(), await makeLotFarm()];
    await one.lots.give({ lotId: lot.lotId, quantity: 200 });
    await lot.close();
    expect(await outcomeOf(lot.take())).toBe('LOT_BELOW_LEAST');
    expect(await lot.extend('2026-03-04T08:00:00Z')).toMatchObject({ status: 'open' });
    expect(await outcomeOf(lot.extend('2026-03-04T09:00:00Z'))).toBe('LOT_STEP_NOT_ALLOWED');
    await two.lots.give({ lotId: lot.lotId, quantity: 100 });
    expect(await lot.read()).toMatchObject({ status: 'closed', left: 0 });
    expect((await noticesOf(lot))[0]).toContain('the farms give 300 of 300 kg of Maize');
    expect(await outcomeOf(one.lots.takeBack({ lotId: lot.lotId }))).toBe('LOT_CLOSED');
    await lot.take();
  });

  test('can be taken when its shares add up to the least quantity in hundredths', async () => {
    const least = { quantity: 10, leastQuantity: 0.8, smallestShare: 0.1, price: 1000 };
    const lot = await makeLot(least);
    for (const quantity of [0.7, 0.1])
      await (await makeLotFarm()).lots.give({ lotId: lot.lotId, quantity });
    await lot.close();
    expect(await lot.take()).toMatchObject({ status: 'taken', given: 0.8 });
  });

  test('tells farms that have its crop or group within reach, each once', async () => {
    const [near, far] = [await makeLotFarm(), await makeLotFarm()];
    const place = { latitude: -4.05, longitude: 39.66 };
    await makeLot({ points: [{ name: 'Mombasa', ...place, fromHour: 6, untilHour: 9 }] });
    await makeLot();
    await runClock();
    await runClock();
    for (const farm of [near, far])
      expect((await noticesOf(farm)).filter((text) => text.startsWith('Lot'))).toEqual([
        expect.stringContaining(
          'a buyer asks for 1,000 kg of Maize at KES 42/kg, Nakuru, Wednesday',
        ),
      ]);
  });

  test('that repeats asks the farms of the week before a day earlier than the others', async () => {
    const lot = await makeLot({ repeatsWeekly: true });
    const [one, other] = [await makeLotFarm(), await makeLotFarm()];
    await runClock();
    await one.lots.give({ lotId: lot.lotId, quantity: 400 });
    await lot.close();
    await lot.take();
    await runClock();
    await runClock();
    const countTold = async (farm: typeof one) =>
      (await noticesOf(farm)).filter((text) => text.includes('asks for')).length;
    const before = [await countTold(one), await countTold(other)];
    await runClock();
    expect((await one.lots.list()).lots).toHaveLength(2);
    expect([await countTold(one), await countTold(other)]).toEqual([2, 1]);
    expect(before).toEqual([2, 1]);
    await goOn(25 * HOUR);
    expect([await countTold(one), await countTold(other)]).toEqual([2, 2]);
  });

  test.each([
    ['a day in the past', { day: '2026-03-01' }, 'LOT_DAY_WRONG'],
    ['a closing in the past', { closesAt: '2026-03-02T05:59:59Z' }, 'LOT_DAY_WRONG'],
    ['a closing after its day', { closesAt: '2026-03-04T21:00:00Z' }, 'LOT_DAY_WRONG'],
    ['a price of one cent', { price: 0.01 }, 'INVALID_INPUT'],
    ['10 million kilos', { quantity: 10_000_000 }, 'INVALID_INPUT'],
    ['an unknown crop', { crop: 'plutonium' }, 'INVALID_INPUT'],
    ['a least quantity above the whole', { leastQuantity: 1001 }, 'INVALID_INPUT'],
    ['no collection point', { points: [] }, 'INVALID_INPUT'],
    ['shares too small for its size', { smallestShare: 6 }, 'INVALID_INPUT'],
    ['a share whose payout M-Pesa refuses', { smallestShare: 0.2 }, 'INVALID_INPUT'],
  ])('with %s is refused', async (_, overrides, code) => {
    expect(await outcomeOf(makeLot(overrides))).toBe(code);
  });

  test('stores no exact position, because a collection point may be a home', async () => {
    const home = { latitude: -0.33456, longitude: 35.94321, fromHour: 6, untilHour: 9 };
    await makeLot({ points: [{ name: 'At home', ...home }] });
    const stored = await market.db.select().from(lotPoints);
    expect(stored).toMatchObject([{ latitude: -0.33, longitude: 35.94 }]);
  });

  test('of an unproven buyer, and one too many, are refused', async () => {
    const unproven = market.caller(await makeTestBuyer()).buyer.lots;
    expect(await outcomeOf(unproven.ask(lotsOf.lotForm()))).toBe('LOT_NEEDS_PROOF');
    const { buyer, letGo } = await makeLot();
    const { lots } = market.caller(buyer).buyer;
    for (let count = 1; count < LOTS_OF_BUYER_MAX; count += 1) await lots.ask(lotsOf.lotForm());
    expect(await outcomeOf(lots.ask(lotsOf.lotForm()))).toBe('TOO_MANY_LOTS');
    await letGo();
    expect(await outcomeOf(lots.ask(lotsOf.lotForm()))).toBe('TOO_MANY_LOTS');
  });
});

describe('a share', () => {
  givenMarket();

  test('can be changed and taken back until the lot closes, and is one however often it is given', async () => {
    const lot = await makeLot();
    const one = await makeLotFarm();
    const own = { lotId: lot.lotId };
    await Promise.all([1, 2, 3].map(() => one.lots.give({ ...own, quantity: 200 })));
    expect(await lot.read()).toMatchObject({ given: 200, left: 800 });
    await one.lots.give({ ...own, quantity: 400 });
    expect(await reserved(one)).toEqual({ held: 400, ordered: 0 });
    expect(await one.lots.takeBack(own)).toMatchObject({ given: 0, shares: [] });
    expect(await reserved(one)).toEqual({ held: 0, ordered: 0 });
    await one.lots.give({ ...own, quantity: 60 });
    await lot.close();
    expect(await outcomeOf(one.lots.give({ ...own, quantity: 70 }))).toBe('LOT_CLOSED');
  });

  test.each([
    ['of 0', { quantity: 0 }, 'INVALID_INPUT'],
    ['of more than is left', { quantity: 1001 }, 'LOT_LEFT'],
    ['of more than the farm has', { quantity: 401 }, 'OUT_OF_STOCK'],
    ['below the smallest', { quantity: 49.99 }, 'SHARE_TOO_SMALL'],
    ['for a point that the lot lacks', { quantity: 100, pointId: 9999 }, 'LOT_POINT_UNKNOWN'],
    ["of another farm's product", { quantity: 100, productId: 9999 }, 'SHARE_CROP_WRONG'],
    ['of no lot', { quantity: 100, lotId: 9999 }, 'LOT_NOT_FOUND'],
  ])('%s is refused', async (_, given, code) => {
    const { lotId } = await makeLot();
    const farm = await makeLotFarm();
    expect(await outcomeOf(farm.lots.give({ lotId, ...given }))).toBe(code);
    expect(await reserved(farm)).toEqual({ held: 0, ordered: 0 });
  });

  test("is an asked price of the farm's crop", async () => {
    const lot = await makeLot();
    const { product, lots } = await makeLotFarm();
    await lots.give({ lotId: lot.lotId, quantity: 100 });
    const { productId, pricePerKgCents } = priceObservations;
    const asked = and(eq(productId, product.id), eq(pricePerKgCents, 4200));
    expect(await market.db.$count(priceObservations, asked)).toBe(1);
  });

  test('of a suspended farm, of another crop, and after the hour of closing, is refused', async () => {
    const { lotId } = await makeLot({ crop: 'tomato' });
    const { lots, farm } = await makeLotFarm();
    expect(await outcomeOf(lots.give({ lotId, quantity: 100 }))).toBe('SHARE_CROP_WRONG');
    const other = await makeLot();
    market.advance(30 * HOUR);
    expect(await outcomeOf(lots.give({ lotId: other.lotId, quantity: 100 }))).toBe('LOT_CLOSED');
    await setUser(farm.id, { suspendedAt: market.services.clock() });
    expect(await outcomeOf(lots.give({ lotId: other.lotId, quantity: 100 }))).not.toBe('given');
  });

  test('of a crop of the same group is listed for the farm and reserved', async () => {
    const { lotId } = await makeLot({ crop: 'wheat', unit: 'bags' });
    const { lots, caller } = await makeLotFarm();
    const {
      shares: [share],
    } = await lots.give({ lotId, quantity: 50 });
    const { products } = await caller.farmer.products.list({});
    const listed = products.find(({ crop }) => crop === 'wheat');
    expect(listed).toMatchObject({ id: share?.productId, quantity: 0, unit: 'bags', price: 42 });
    expect(await booksOf(share?.productId ?? 0)).toMatchObject({ held: 50, isBalanced: true });
  });

  test('of a farm that was suspended since is not ordered, and its stock is free again', async () => {
    const lot = await makeLot();
    const [one, two] = [await makeLotFarm(), await makeLotFarm()];
    for (const { lots } of [one, two]) await lots.give({ lotId: lot.lotId, quantity: 300 });
    await setUser(one.farm.id, { suspendedAt: market.services.clock() });
    await lot.close();
    expect(await lot.take()).toMatchObject({ given: 300 });
    expect(await reserved(one)).toEqual({ held: 0, ordered: 0 });
    expect(await reserved(two)).toEqual({ held: 0, ordered: 300 });
  });

  test('waits in line, and is asked for an hour when another falls out before or after the taking', async () => {
    const lot = await makeLot({ quantity: 400 });
    const [one, two, three] = [await makeLotFarm(), await makeLotFarm(), await makeLotFarm()];
    const own = { lotId: lot.lotId };
    await one.lots.give({ ...own, quantity: 350 });
    for (const { lots } of [two, three]) {
      expect(await outcomeOf(lots.give({ ...own, quantity: 200 }))).toBe('LOT_LEFT');
      await lots.give({ ...own, quantity: 200, waits: true });
    }
    await lot.close();
    await lot.take();
    const orderId = (await lot.read()).shares[0]?.orderId ?? 0;
    await one.caller.farmer.orders.cancel({ orderId, reason: 'Rain' });
    await runClock();
    // The rest of 200 is left for the second in line.
    const asked = { shares: [{ status: 'asked', quantity: 200 }] };
    expect(await two.lots.get(own)).toMatchObject({ ...asked, left: 0 });
    expect(await three.lots.get(own)).toMatchObject(asked);
    await two.lots.give({ ...own, quantity: 150 });
    await runClock();
    expect(await reserved(two)).toEqual({ held: 0, ordered: 150 });
    await goOn(HOUR);
    expect(await outcomeOf(three.lots.give({ ...own, quantity: 200 }))).toBe('LOT_CLOSED');
    expect(await reserved(three)).toEqual({ held: 0, ordered: 0 });
    expect(await lot.read()).toMatchObject({ given: 150, left: 250 });
  });

  test('is seen by its farm, however many shares clerks have proposed', async () => {
    const lot = await makeLot();
    const { lotId } = lot;
    const [{ id: pointId = 0 } = {}] = (await lot.read()).points;
    const one = await makeLotFarm();
    const proposed = { lotId, pointId, quantity: 50, unit: 'kg', status: 'proposed' } as const;
    const times = { createdAt: START, changedAt: START };
    for (let count = 0; count < LOT_SHARES_MAX; count += 1) {
      const { id: farmerId } = await makeFarm(market, { name: 'A farm' });
      await market.db.insert(lotShares).values({ ...proposed, farmerId, ...times });
    }
    const given = await one.lots.give({ lotId, quantity: 100 });
    expect(given).toMatchObject({ shares: [{ farmId: one.farm.id, status: 'given' }] });
  });

  test.each(['the day is over', 'the buyer is deleted'])(
    'that was given late and is not ordered when %s reserves nothing',
    async (end) => {
      const lot = await makeLot({ quantity: 400 });
      const own = { lotId: lot.lotId };
      const [one, two, three] = [await makeLotFarm(), await makeLotFarm(), await makeLotFarm()];
      await one.lots.give({ ...own, quantity: 350 });
      for (const { lots } of [two, three]) await lots.give({ ...own, quantity: 400, waits: true });
      await lot.close();
      await lot.take();
      const orderId = (await lot.read()).shares[0]?.orderId ?? 0;
      await lotsOf.runLotsAt(market, '2026-03-04T20:30:00Z');
      await one.caller.farmer.orders.cancel({ orderId, reason: 'Rain' });
      await runClock();
      await two.lots.give({ ...own, quantity: 400 });
      expect(await reserved(two)).toEqual({ held: 400, ordered: 0 });
      if (end === 'the day is over') {
        market.advance(HOUR);
        await runClock();
        expect(await lot.read()).toMatchObject({ shares: [] });
      } else await erase(lot.buyer.id);
      expect(await reserved(two)).toEqual({ held: 0, ordered: 0 });
      expect((await noticesOf(two))[0]).toContain('ended without an order');
    },
  );

  test(`of ${FARMS} farms at once never exceeds the lot, and shares, orders and money add up`, {
    timeout: 180_000,
  }, async () => {
    const size = FARMS * 84;
    const lot = await makeLot({ quantity: size, leastQuantity: size, smallestShare: 100 });
    const own = { lotId: lot.lotId };
    const farms = [];
    for (let count = 0; count < FARMS; count += 1) farms.push(await makeLotFarm());
    const insist = async (give: () => Promise<unknown>): Promise<string> => {
      const outcome = await outcomeOf(give());
      // On a busy machine a request may wait too long for a connection, and is retried.
      return outcome === 'UNAVAILABLE' ? insist(give) : outcome;
    };
    const outcomes = await Promise.all(
      farms.map(({ lots }) => insist(() => lots.give({ ...own, quantity: 100 }))),
    );
    const won = Math.floor(size / 100);
    expect(outcomes.filter((outcome) => outcome === 'LOT_LEFT')).toHaveLength(FARMS - won);
    expect(await lot.read()).toMatchObject({ given: won * 100, left: size - won * 100 });
    const late = farms[outcomes.indexOf('LOT_LEFT')];
    await late?.lots.give({ ...own, quantity: size - won * 100 });
    const { shares, given } = await lot.take();
    expect(given).toBe(size);
    let [ordered, total] = [0, 0];
    for (const farm of farms) ordered += (await reserved(farm)).ordered;
    for (const { orderId, quantity } of shares) {
      const order = await lot.orders.get({ orderId: orderId ?? 0 });
      expect([order.status, order.total]).toEqual(['confirmed', quantity * 42]);
      total += order.total;
    }
    expect([ordered, total]).toEqual([size, size * 42]);
  });
});
