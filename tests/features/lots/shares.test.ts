import { LOT_SHARES_MAX } from '#lots/rules/lot.ts';
import { lotShares } from '#lots/server/tables.ts';
import { priceObservations } from '#prices/server/tables.ts';
import {
  advance,
  and,
  booksOf,
  db,
  eq,
  givenMarket,
  HOUR,
  isOnPostgres,
  makeFarm,
  makeLot,
  makeLotFarm,
  now,
  outcomeOf,
  runLots,
  runLotsAt,
  START,
  setUser,
} from '#tests/setup/in-market.ts';
import { erase, goOn, noticesOf, reserved } from './lots-in-market.ts';

const FARMS = isOnPostgres ? 60 : 12;

givenMarket();

test('a share can be changed and taken back until the lot closes, and is one however often it is given', async () => {
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
])('a share: %s is refused', async (_, given, code) => {
  const { lotId } = await makeLot();
  const farm = await makeLotFarm();
  expect(await outcomeOf(farm.lots.give({ lotId, ...given }))).toBe(code);
  expect(await reserved(farm)).toEqual({ held: 0, ordered: 0 });
});

test("a share of another farm's product or at another lot's point is refused", async () => {
  const [{ lotId }, other] = [await makeLot(), await makeLot()];
  const [one, two] = [await makeLotFarm(), await makeLotFarm()];
  const [{ id: pointId = 0 } = {}] = (await other.read()).points;
  const give = { lotId, quantity: 100 };
  expect(await outcomeOf(one.lots.give({ ...give, productId: two.product.id }))).toBe(
    'SHARE_CROP_WRONG',
  );
  expect(await outcomeOf(one.lots.give({ ...give, pointId }))).toBe('LOT_POINT_UNKNOWN');
  for (const farm of [one, two]) expect(await reserved(farm)).toEqual({ held: 0, ordered: 0 });
});

test("a share is an asked price of the farm's crop", async () => {
  const lot = await makeLot();
  const { product, lots } = await makeLotFarm();
  await lots.give({ lotId: lot.lotId, quantity: 100 });
  const { productId, pricePerKgCents } = priceObservations;
  const asked = and(eq(productId, product.id), eq(pricePerKgCents, 4200));
  expect(await db.$count(priceObservations, asked)).toBe(1);
});

test('a share of a suspended farm, of another crop, and after the hour of closing, is refused', async () => {
  const { lotId } = await makeLot({ crop: 'tomato' });
  const { lots, farm } = await makeLotFarm();
  expect(await outcomeOf(lots.give({ lotId, quantity: 100 }))).toBe('SHARE_CROP_WRONG');
  const other = await makeLot();
  advance(30 * HOUR);
  expect(await outcomeOf(lots.give({ lotId: other.lotId, quantity: 100 }))).toBe('LOT_CLOSED');
  await setUser(farm.id, { suspendedAt: now() });
  expect(await outcomeOf(lots.give({ lotId: other.lotId, quantity: 100 }))).toBe('NOT_LOGGED_IN');
});

test('a share of a crop of the same group is listed for the farm and reserved', async () => {
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

test('a share of a farm that was suspended since is not ordered, and its stock is free again', async () => {
  const lot = await makeLot();
  const [one, two] = [await makeLotFarm(), await makeLotFarm()];
  for (const { lots } of [one, two]) await lots.give({ lotId: lot.lotId, quantity: 300 });
  await setUser(one.farm.id, { suspendedAt: now() });
  await lot.close();
  expect(await lot.take()).toMatchObject({ given: 300 });
  expect(await reserved(one)).toEqual({ held: 0, ordered: 0 });
  expect(await reserved(two)).toEqual({ held: 0, ordered: 300 });
});

test('a share that comes after a lot is full may only wait in line', async () => {
  const lot = await makeLot({ quantity: 400 });
  const [one, late] = [await makeLotFarm(), await makeLotFarm()];
  const own = { lotId: lot.lotId };
  await one.lots.give({ ...own, quantity: 400 });
  expect(await lot.read()).toMatchObject({ status: 'closed' });
  expect(await outcomeOf(late.lots.give({ ...own, quantity: 100 }))).toBe('LOT_CLOSED');
  const waiting = await late.lots.give({ ...own, quantity: 100, waits: true });
  expect(waiting.shares).toMatchObject([{ status: 'waiting', quantity: 100 }]);
  expect(await reserved(late)).toEqual({ held: 0, ordered: 0 });
});

test('a share waits in line, and is asked for an hour when another falls out before or after the taking', async () => {
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
  await runLots();
  // The rest of 200 is left for the second in line.
  const asked = { shares: [{ status: 'asked', quantity: 200 }] };
  expect(await two.lots.get(own)).toMatchObject({ ...asked, left: 0 });
  expect(await three.lots.get(own)).toMatchObject(asked);
  await two.lots.give({ ...own, quantity: 150 });
  await runLots();
  expect(await reserved(two)).toEqual({ held: 0, ordered: 150 });
  await goOn(HOUR);
  expect(await outcomeOf(three.lots.give({ ...own, quantity: 200 }))).toBe('LOT_CLOSED');
  expect(await reserved(three)).toEqual({ held: 0, ordered: 0 });
  expect(await lot.read()).toMatchObject({ given: 150, left: 250 });
});

test('a share is seen by its farm, however many shares clerks have proposed', async () => {
  const lot = await makeLot();
  const { lotId } = lot;
  const [{ id: pointId = 0 } = {}] = (await lot.read()).points;
  const one = await makeLotFarm();
  const proposed = { lotId, pointId, quantity: 50, unit: 'kg', status: 'proposed' } as const;
  const times = { createdAt: START, changedAt: START };
  for (let count = 0; count < LOT_SHARES_MAX; count += 1) {
    const { id: farmerId } = await makeFarm({ name: 'A farm' });
    await db.insert(lotShares).values({ ...proposed, farmerId, ...times });
  }
  const given = await one.lots.give({ lotId, quantity: 100 });
  expect(given).toMatchObject({ shares: [{ farmId: one.farm.id, status: 'given' }] });
});

test.each(['the day is over', 'the buyer is deleted'])(
  'a share that was given late and is not ordered when %s reserves nothing',
  async (end) => {
    const lot = await makeLot({ quantity: 400 });
    const own = { lotId: lot.lotId };
    const [one, two, three] = [await makeLotFarm(), await makeLotFarm(), await makeLotFarm()];
    await one.lots.give({ ...own, quantity: 350 });
    for (const { lots } of [two, three]) await lots.give({ ...own, quantity: 400, waits: true });
    await lot.close();
    await lot.take();
    const orderId = (await lot.read()).shares[0]?.orderId ?? 0;
    await runLotsAt('2026-03-04T20:30:00Z');
    await one.caller.farmer.orders.cancel({ orderId, reason: 'Rain' });
    await runLots();
    await two.lots.give({ ...own, quantity: 400 });
    expect(await reserved(two)).toEqual({ held: 400, ordered: 0 });
    if (end === 'the day is over') {
      advance(HOUR);
      await runLots();
      expect(await lot.read()).toMatchObject({ shares: [] });
    } else await erase(lot.buyer.id);
    expect(await reserved(two)).toEqual({ held: 0, ordered: 0 });
    expect((await noticesOf(two))[0]).toContain('ended without an order');
  },
);

test(`a share of ${FARMS} farms at once never exceeds the lot, and shares, orders and money add up`, {
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
