import {
  givenMarket,
  makeStanding,
  runAt,
  runTuesday,
  type Standing,
} from '#tests/setup/in-market.ts';

describe('a standing order for Tuesdays and Fridays', () => {
  let standing: Standing;
  givenMarket();
  beforeEach(async () => {
    standing = await makeStanding();
  });
  const wishedDays = async () => (await standing.orders()).map(({ wishedDay }) => wishedDay).sort();

  test('is proposed on the evening before, and ordered at five in the morning', async () => {
    await runAt('2026-03-02 17:59');
    expect(await standing.notices()).toEqual([]);
    await runAt('2026-03-02 18:00');
    expect((await standing.read()).next).toMatchObject({
      day: '2026-03-03',
      isProposed: true,
      changeableUntil: new Date('2026-03-03T02:00:00Z'),
      total: 250,
    });
    const [proposal] = await standing.notices();
    expect(proposal?.text).toBe(
      'We will order 5 kg Sukuma wiki for Tuesday 3/3, KES 250. You can change it until 5 am.',
    );
    await runAt('2026-03-03 04:59');
    expect(await standing.orders()).toEqual([]);
    await runAt('2026-03-03 05:00');
    const [order, ...more] = await standing.orders();
    expect(more).toEqual([]);
    expect(order).toMatchObject({ status: 'pending', total: 250, wishedDay: '2026-03-03' });
    expect(await standing.read()).toMatchObject({
      next: { day: '2026-03-06', isProposed: false },
      last: { day: '2026-03-03', status: 'placed', orderIds: [order?.id], notes: [] },
    });
  });

  test('is ordered on its four days of two weeks, each once, however often the clock runs (D138)', async () => {
    for (let day = 2; day <= 15; day += 1) {
      const date = `2026-03-${String(day).padStart(2, '0')}`;
      for (const time of ['05:00', '05:01', '11:00', '18:00', '18:01', '23:00'])
        await runAt(`${date} ${time}`);
    }
    expect(await wishedDays()).toEqual(['2026-03-03', '2026-03-06', '2026-03-10', '2026-03-13']);
    expect((await standing.read()).next).toMatchObject({ day: '2026-03-17', isProposed: false });
  });

  test("leaves the buyer's own cart as it is", async () => {
    const { buyer } = await standing.asBuyer();
    const line = { productId: standing.kale.id, quantity: 7 };
    await buyer.cart.put({ lines: [line] });
    await runTuesday();
    const { cart } = (await standing.asBuyer()).buyer;
    expect((await cart.get()).lines).toMatchObject([{ ...line, available: 95 }]);
  });

  test('skips one day, also before it is proposed, and twice is once', async () => {
    const { buyer } = await standing.asBuyer();
    const skip = () => buyer.standingOrders.skip({ id: standing.id, day: '2026-03-03' });
    await skip();
    await skip();
    expect(await standing.read()).toMatchObject({
      next: { day: '2026-03-06' },
      last: { day: '2026-03-03', status: 'skipped' },
    });
    for (const moment of ['2026-03-02 18:00', '2026-03-03 05:00', '2026-03-05 18:00'])
      await runAt(moment);
    const later = (await standing.asBuyer()).buyer.standingOrders;
    await later.skip({ id: standing.id, day: '2026-03-06' });
    for (const moment of ['2026-03-06 05:00', '2026-03-09 18:00', '2026-03-10 05:00'])
      await runAt(moment);
    expect(await wishedDays()).toEqual(['2026-03-10']);
  });

  test('is not ordered while it is paused, and goes on with the next day', async () => {
    await runAt('2026-03-02 18:00');
    const { buyer } = await standing.asBuyer();
    await buyer.standingOrders.pause({ id: standing.id });
    await buyer.standingOrders.pause({ id: standing.id });
    expect(await standing.read()).toMatchObject({ isPaused: true, next: null });
    for (const moment of ['2026-03-03 05:00', '2026-03-05 18:00', '2026-03-06 05:00'])
      await runAt(moment);
    await (await standing.asBuyer()).buyer.standingOrders.resume({ id: standing.id });
    expect((await standing.read()).next).toMatchObject({ day: '2026-03-10' });
    await runAt('2026-03-09 18:00');
    await runAt('2026-03-10 05:00');
    expect(await wishedDays()).toEqual(['2026-03-10']);
  });

  test('a day that was paused and resumed on its evening stays skipped', async () => {
    await runAt('2026-03-02 18:00');
    const { buyer } = await standing.asBuyer();
    await buyer.standingOrders.pause({ id: standing.id });
    await buyer.standingOrders.resume({ id: standing.id });
    await runAt('2026-03-02 18:01');
    await runAt('2026-03-03 05:00');
    expect(await standing.orders()).toEqual([]);
    expect((await standing.read()).next).toMatchObject({ day: '2026-03-06' });
  });

  test('ends for good, and its orders stay', async () => {
    await runTuesday();
    const { buyer } = await standing.asBuyer();
    const end = () => buyer.standingOrders.end({ id: standing.id });
    expect(await end()).toEqual({ standingOrders: [], nextCursor: null });
    expect(await end()).toEqual({ standingOrders: [], nextCursor: null });
    await runAt('2026-03-05 18:00');
    await runAt('2026-03-06 05:00');
    expect(await wishedDays()).toEqual(['2026-03-03']);
  });
});
