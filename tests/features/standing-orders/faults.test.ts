import { users } from '#accounts/server/tables/users.ts';
import { countedNetworks } from '#orders/server/place-order.ts';
import { STANDING_ORDERS_MAX } from '#standing-orders/rules.ts';
import { standingOrderDays } from '#standing-orders/server/tables.ts';
import {
  callerOf,
  changeProduct,
  db,
  eq,
  expectBooks,
  givenMarket,
  logged,
  makeProvenBuyer,
  makeStanding,
  makeTestBuyer,
  market,
  nearPlace,
  now,
  orderForm,
  outcomeOf,
  runAt,
  runTuesday,
  type Standing,
  setFarm,
  setUser,
  startStanding,
} from '#tests/setup/in-market.ts';

const OTHER_UNIT = 'Sukuma wiki is now sold in another unit or weight.';

givenMarket();

describe('a standing order with one product is not placed and says why (D139)', () => {
  let standing: Standing;
  beforeEach(async () => {
    standing = await makeStanding();
  });
  const expectNothing = async (why: string) => {
    await runTuesday();
    expect(await standing.orders()).toEqual([]);
    const { last } = await standing.read();
    expect(last).toMatchObject({ status: 'failed', orderIds: [] });
    expect(last?.notes.map(({ en }) => en)).toEqual([`Nothing was left to order. ${why}`]);
    const [notice] = await standing.notices();
    expect(notice?.text).toBe(
      `Your standing order for Tuesday 3/3 was not placed. Nothing was left to order. ${why}`,
    );
  };

  test.each<[string, () => Promise<unknown>, string]>([
    [
      'its product is hidden',
      () => changeProduct(standing.kale.id, { hiddenAt: now() }),
      'Sukuma wiki is no longer for sale.',
    ],
    [
      "its farmer's account was deleted",
      () => db.delete(users).where(eq(users.id, standing.farm.id)),
      'Sukuma wiki is no longer for sale.',
    ],
    [
      'it costs one cent more than the highest price',
      () => changeProduct(standing.kale.id, { priceCents: 6001 }),
      'Sukuma wiki costs KES 60.01, above your KES 60.',
    ],
    [
      'too little is left',
      () => changeProduct(standing.kale.id, { quantity: 4.99 }),
      'Only 4.99 kg of Sukuma wiki left.',
    ],
    [
      'it is sold in another unit',
      () => changeProduct(standing.kale.id, { unit: 'bags' }),
      OTHER_UNIT,
    ],
  ])('if %s', async (_, change, why) => {
    await change();
    await expectNothing(why);
  });

  test('if one unit of it weighs less', async () => {
    const goods = { unit: 'bags' as const, netWeightKg: 20 };
    standing = await makeStanding({}, { goods });
    await changeProduct(standing.kale.id, { netWeightKg: 10 });
    await expectNothing(OTHER_UNIT);
  });

  test.each([{ unit: 'kg' as const }, { netWeightKg: 50 }])(
    'if its price was written for another unit: %j',
    async (line) => {
      const goods = { unit: 'bags' as const, netWeightKg: 20 };
      standing = await makeStanding({}, { goods, line });
      await expectNothing(OTHER_UNIT);
    },
  );

  test('if the farmer turns out to be the buyer', async () => {
    await setUser(standing.farm.id, { nationalId: '12345678' });
    await setUser(standing.buyer.id, { nationalId: '12345678' });
    await expectNothing("Sukuma wiki looks like your own farm's.");
  });
});

test('a standing order keeps the rules of a checkout, and stock stays balanced', async () => {
  const place = { deliveryAddress: 'Kilimo Road', ...nearPlace };
  const standing = await makeStanding({ fulfilment: 'delivery', ...place });
  await setFarm(standing.farm.id, { minimumOrderCents: 50_000 });
  await runTuesday();
  expect(await standing.orders()).toEqual([]);
  const { last } = await standing.read();
  const en = 'The farm delivers orders from KES 500. Yours is KES 250.';
  const sw = 'Shamba hufikisha oda kuanzia KES 500. Yako ni KES 250.';
  expect(last?.notes).toEqual([{ en, sw }]);
  await expectBooks({ onHand: 100, reserved: 0 }, standing.kale.id);
});

test('a standing order of a suspended account is not placed', async () => {
  const standing = await makeStanding();
  await setUser(standing.buyer.id, { suspendedAt: now() });
  await runTuesday();
  await setUser(standing.buyer.id, { suspendedAt: null });
  expect(await standing.orders()).toEqual([]);
  expect((await standing.read()).last?.notes[0]?.en).toContain('This account is suspended.');
});

test('a standing order of a deleted buyer is gone, and the others are placed', async () => {
  const standing = await makeStanding();
  const other = await makeStanding();
  await runAt('2026-03-02 18:00');
  await db.delete(users).where(eq(users.id, standing.buyer.id));
  await runAt('2026-03-03 05:00');
  expect(await other.orders()).toHaveLength(1);
  expect(logged.join('')).not.toContain('could not be placed');
});

test('a standing order of an unproven buyer counts for the networks of its start, and waits until noon for room there (D154)', async () => {
  const { services } = market;
  const standing = await makeStanding();
  const lines = [{ productId: standing.kale.id, quantity: 5, ceiling: 60 }];
  const start = async (clientAddress: string) => {
    const buyer = await makeTestBuyer();
    await startStanding(buyer, { lines }, clientAddress);
    return async () => (await (await callerOf(buyer)).buyer.orders.list({})).orders;
  };
  const [crowded, quiet] = [await start('198.51.100.9'), await start('203.0.113.9')];
  const [network = ''] = countedNetworks('198.51.100.9', services);
  const rule = { name: 'unprovenCheckoutOfAddress', points: 60, seconds: 3600 };
  const fill = async () => {
    for (let point = 0; point < rule.points; point += 1)
      await services.rateLimits.tryConsume(rule, network);
  };
  await fill();
  await runTuesday();
  expect([await crowded(), await quiet()]).toMatchObject([[], [{}]]);
  await services.rateLimits.clear(db, [rule], network);
  await runAt('2026-03-03 05:01');
  expect(await crowded()).toHaveLength(1);
  await fill();
  for (const moment of ['2026-03-05 18:00', '2026-03-06 05:00', '2026-03-06 12:00'])
    await runAt(moment);
  expect(await quiet()).toHaveLength(2);
  expect(await crowded()).toHaveLength(1);
  const days = await db.select().from(standingOrderDays);
  expect(days.filter(({ status }) => status === 'failed').map(({ notes }) => notes)).toEqual([
    [{ en: expect.stringContaining('from your internet connection'), sw: expect.any(String) }],
  ]);
});

test('a standing order that is older gets the last crate', async () => {
  const older = await makeStanding();
  const younger = await makeProvenBuyer();
  const lines = [{ productId: older.kale.id, quantity: 5, ceiling: 60 }];
  await startStanding(younger, { lines });
  await changeProduct(older.kale.id, { quantity: 7 });
  await runTuesday();
  expect(await older.orders()).toHaveLength(1);
  const { buyer } = await callerOf(younger);
  expect((await buyer.orders.list({})).orders).toEqual([]);
});

describe('a standing order whose day has passed without the server', () => {
  test('is not placed after a proposal, says so once, and goes on', async () => {
    const standing = await makeStanding();
    await runAt('2026-03-02 18:00');
    await runAt('2026-03-03 12:00');
    await runAt('2026-03-03 12:01');
    expect(await standing.orders()).toEqual([]);
    const notices = await standing.notices();
    expect(notices.map(({ text }) => text)).toEqual([
      'Your standing order for Tuesday 3/3 was not placed. SokoShamba was not available that morning.',
      expect.stringContaining('for Tuesday 3/3'),
    ]);
    expect((await standing.read()).next).toMatchObject({ day: '2026-03-06' });
    await runAt('2026-03-25 09:00');
    await runAt('2026-03-25 09:01');
    expect(await standing.notices()).toHaveLength(3);
    expect((await standing.read()).next).toMatchObject({ day: '2026-03-27' });
  });

  test('is placed until noon of its day, and not again when the clock goes back', async () => {
    const standing = await makeStanding();
    for (const moment of ['2026-03-03 11:59', '2026-03-02 18:00', '2026-03-03 05:00'])
      await runAt(moment);
    expect(await standing.orders()).toHaveLength(1);
  });
});

test('a standing order is refused for bad input, one too many, and products that are not for sale', async () => {
  const standing = await makeStanding();
  const { buyer } = await standing.asBuyer();
  const line = { productId: standing.kale.id, quantity: 5, ceiling: 60 };
  const create = (given: object) =>
    outcomeOf(
      buyer.standingOrders.create({ ...orderForm(), weekdays: [2], lines: [line], ...given }),
    );
  for (const given of [
    { weekdays: [] },
    { weekdays: [8] },
    { lines: [] },
    { lines: [line, line] },
    { lines: [{ ...line, quantity: 0 }] },
    { lines: [{ ...line, ceiling: 0 }] },
    { fulfilment: 'delivery' },
  ])
    expect([given, await create(given)]).toEqual([given, 'INVALID_INPUT']);
  expect(await create({ lines: [{ ...line, productId: 999_999 }] })).toBe('PRODUCT_NOT_FOUND');
  for (let count = 1; count < STANDING_ORDERS_MAX; count += 1)
    expect(await create({})).toBe('accepted');
  expect(await create({})).toBe('TOO_MANY_STANDING_ORDERS');
});
