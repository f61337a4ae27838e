import {
  advance,
  changeProduct,
  givenMarket,
  makeFarm,
  makeProduct,
  makeStanding,
  nearPlace,
  refused,
  runAt,
  runTuesday,
  setFarm,
  startStanding,
} from '#tests/setup/in-market.ts';

type Standing = Awaited<ReturnType<typeof makeStanding>>;

givenMarket();

const orderedOf = async (standing: Standing) =>
  (await standing.orders()).flatMap(({ farmId, lines }) =>
    lines.map((line) => ({ ...line, farmId })),
  );
const change = async (standing: Standing, given: object, version = 0) => {
  const { buyer } = await standing.asBuyer();
  const lineId = (await standing.read()).lines[0]?.id ?? 0;
  return buyer.standingOrders.change({
    id: standing.id,
    day: '2026-03-03',
    version,
    lines: [{ lineId, quantity: 5, ...given }],
  });
};

test('a proposed day is ordered with the first of two changes, for that day only', async () => {
  const standing = await makeStanding();
  await runAt('2026-03-02 18:00');
  await change(standing, { quantity: 7.5 });
  await refused(change(standing, { quantity: 9 }), 'STANDING_ORDER_CHANGED');
  expect((await standing.read()).next).toMatchObject({ version: 1, total: 375 });
  await runAt('2026-03-03 05:00');
  await runAt('2026-03-05 18:00');
  await runAt('2026-03-06 05:00');
  expect((await orderedOf(standing)).map(({ quantity }) => quantity).sort()).toEqual([5, 7.5]);
});

test('a proposed day is not ordered if its only line is left out', async () => {
  const standing = await makeStanding();
  await runAt('2026-03-02 18:00');
  await change(standing, { quantity: 0 });
  await runAt('2026-03-03 05:00');
  expect(await standing.orders()).toEqual([]);
  expect((await standing.read()).last?.notes[0]?.en).toBe('Nothing was left to order.');
});

test('a proposed day cannot be changed from five in the morning on', async () => {
  const standing = await makeStanding();
  await runAt('2026-03-02 18:00');
  advance(11 * 3600);
  await refused(change(standing, { quantity: 9 }), 'STANDING_TOO_LATE');
  const { buyer } = await standing.asBuyer();
  const skipping = buyer.standingOrders.skip({ id: standing.id, day: '2026-03-03' });
  await refused(skipping, 'STANDING_TOO_LATE');
  await runAt('2026-03-03 05:00');
  expect(await orderedOf(standing)).toMatchObject([{ quantity: 5 }]);
});

describe('a proposed day with a missing product (D139)', () => {
  const withTwoFarms = async (whenMissing: 'leaveOut' | 'nearest' | 'ask', given = {}) => {
    const standing = await makeStanding({ whenMissing, ...given });
    await changeProduct(standing.kale.id, { quantity: 0 });
    const far = await makeFarm({ latitude: -0.43, longitude: 36.955 });
    const near = await makeFarm({ latitude: -0.4169, longitude: 36.92 });
    const farKale = await makeProduct(far, { quantity: 100, price: 55 });
    const nearKale = await makeProduct(near, { quantity: 100, price: 58 });
    return { standing, near, nearKale, farKale };
  };
  const delivered = { fulfilment: 'delivery', deliveryAddress: 'Kilimo Road', ...nearPlace };

  test('takes it from the nearest farm that delivers, under the highest price', async () => {
    const { standing, near, nearKale } = await withTwoFarms('nearest', delivered);
    await runTuesday();
    expect(await orderedOf(standing)).toMatchObject([
      { farmId: near.id, productId: nearKale.id, quantity: 5, price: 58 },
    ]);
    expect((await standing.read()).last?.notes[0]?.en).toBe(
      'Sukuma wiki comes from another farm, for KES 58.',
    );
  });

  test('takes no product of another farm above the highest price, in another unit, or with too little', async () => {
    const { standing, nearKale, farKale } = await withTwoFarms('nearest', delivered);
    await changeProduct(nearKale.id, { priceCents: 6001 });
    await changeProduct(farKale.id, { quantity: 4 });
    const other = await makeFarm();
    await makeProduct(other, { quantity: 100, price: 10, unit: 'bunches' });
    await runTuesday();
    expect(await standing.orders()).toEqual([]);
  });

  test('is taken from the other farm if the buyer says so, and left out otherwise', async () => {
    const { standing, near, nearKale } = await withTwoFarms('ask', delivered);
    await runAt('2026-03-02 18:00');
    expect((await standing.read()).next?.lines).toMatchObject([
      { problem: 'gone', ordered: null, alternative: { productId: nearKale.id, price: 58 } },
    ]);
    await change(standing, { productId: nearKale.id });
    await runAt('2026-03-03 05:00');
    await runAt('2026-03-05 18:00');
    await runAt('2026-03-06 05:00');
    expect(await orderedOf(standing)).toMatchObject([{ farmId: near.id, price: 58 }]);
  });

  test('that is only too expensive is ordered at a price that the buyer allows for the day', async () => {
    const standing = await makeStanding({ whenMissing: 'ask' });
    await changeProduct(standing.kale.id, { priceCents: 7000 });
    await runAt('2026-03-02 18:00');
    await change(standing, { ceiling: 70 });
    await runAt('2026-03-03 05:00');
    expect(await orderedOf(standing)).toMatchObject([{ price: 70 }]);
    expect((await standing.read()).lines).toMatchObject([{ ceiling: 60 }]);
  });

  test('leaves out the line and orders the rest', async () => {
    const { standing: seed, farKale, nearKale } = await withTwoFarms('leaveOut');
    const lines = [
      { productId: farKale.id, quantity: 1, ceiling: 60 },
      { productId: nearKale.id, quantity: 2, ceiling: 60 },
    ];
    await startStanding(seed.buyer, { weekdays: [2], lines });
    await changeProduct(farKale.id, { quantity: 0 });
    await runTuesday();
    expect(await orderedOf(seed)).toMatchObject([{ productId: nearKale.id, quantity: 2 }]);
    const notices = await seed.notices();
    expect(notices.map(({ text }) => text)).toContain(
      'Your standing order for Tuesday 3/3 was placed. Sukuma wiki is no longer for sale.',
    );
  });
});

const delivered = { fulfilment: 'delivery' as const, deliveryAddress: 'Kilimo Road', ...nearPlace };
const PROPOSED = 350;
const dearer = 'The delivery of Sukuma wiki now costs KES 150, more than before.';

describe('the delivery fee of a proposed day', () => {
  let standing: Awaited<ReturnType<typeof makeStanding>>;
  beforeEach(async () => {
    standing = await makeStanding(delivered, { farm: { deliveryFeeCents: 10_000 } });
  });
  const raise = async (deliveryFeeCents = 15_000) => {
    await setFarm(standing.farm.id, { deliveryFeeCents });
  };
  const propose = () => runAt('2026-03-02 18:00');
  const place = () => runAt('2026-03-03 05:00');
  const totals = async () => (await standing.orders()).map(({ total }) => total);

  test('may not rise until five: nothing is ordered, the buyer is told why, and others go on (D139)', async () => {
    const other = await makeStanding(delivered);
    await propose();
    await raise();
    expect((await standing.read()).next).toMatchObject({
      total: 0,
      lines: [{ problem: 'dearerDelivery', deliveryFee: 150, ordered: null }],
    });
    await place();
    expect(await totals()).toEqual([]);
    const [notice] = await standing.notices();
    expect(notice?.text).toContain(`Nothing was left to order. ${dearer}`);
    expect(await other.orders()).toHaveLength(1);
  });

  test('may fall, and a price may rise to its highest', async () => {
    await propose();
    await raise(5000);
    await changeProduct(standing.kale.id, { priceCents: 6000 });
    await place();
    expect(await totals()).toEqual([PROPOSED]);
  });

  test('does not matter if the buyer collects', async () => {
    standing = await makeStanding();
    await propose();
    await raise();
    await place();
    expect(await totals()).toEqual([250]);
  });

  const change = async (given: object) => {
    const { buyer } = await standing.asBuyer();
    const lineId = (await standing.read()).lines[0]?.id ?? 0;
    const lines = [{ lineId, quantity: 5, ...given }];
    return buyer.standingOrders.change({ id: standing.id, day: '2026-03-03', version: 0, lines });
  };

  test.each([
    ['is paid if the buyer allows it', 15_000, { deliveryFee: 150 }, [400]],
    ['is not paid if less is allowed', 15_001, { deliveryFee: 150 }, []],
    ['is not allowed by another change of the day', 15_000, { quantity: 6 }, []],
  ])('%s', async (_, fee, allowed, ordered) => {
    await propose();
    await raise(fee);
    await change(allowed);
    await place();
    expect(await totals()).toEqual(ordered);
  });

  test('of one of two farms leaves out only the lines of that farm', async () => {
    const eggFarm = await makeFarm({ deliveryFeeCents: 2000 });
    const eggs = await makeProduct(eggFarm, { name: 'Eggs', quantity: 50, price: 15 });
    const { id } = await startStanding(standing.buyer, {
      ...delivered,
      lines: [
        { productId: standing.kale.id, quantity: 5, ceiling: 60 },
        { productId: eggs.id, quantity: 10, ceiling: 20 },
      ],
    });
    await propose();
    await raise();
    await place();
    expect(await totals()).toEqual([170]);
    const { buyer } = await standing.asBuyer();
    const { standingOrders } = await buyer.standingOrders.list();
    const { last } = standingOrders.find((one) => one.id === id) ?? {};
    expect(last?.notes.map(({ en }) => en)).toEqual([dearer]);
  });

  describe('of a farm that takes the place of another one overnight', () => {
    const offerFor = async (deliveryFeeCents: number) => {
      await changeProduct(standing.kale.id, { quantity: 0 });
      const near = await makeFarm({ ...nearPlace, deliveryFeeCents });
      await makeProduct(near, { quantity: 100, price: 40 });
    };
    beforeEach(async () => {
      standing = await makeStanding({ ...delivered, whenMissing: 'nearest' });
    });

    test.each([
      ['was not told, so that nothing is ordered there', [9000], []],
      ['is no matter if there is none', [9000, 0], [200]],
    ])('%s', async (_, fees, ordered) => {
      await propose();
      for (const fee of fees) await offerFor(fee);
      await place();
      expect(await totals()).toEqual(ordered);
    });

    test('was told if it was proposed', async () => {
      await offerFor(9000);
      await propose();
      await place();
      expect(await totals()).toEqual([290]);
    });
  });
});
