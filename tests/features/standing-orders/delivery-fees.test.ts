import { beforeEach, describe, expect, test } from 'vitest';
import {
  changeProduct,
  givenMarket,
  makeFarm,
  makeProduct,
  makeStanding,
  nearPlace,
  runAt,
  setFarm,
  startStanding,
} from '#tests/setup/in-market.ts';

const delivered = { fulfilment: 'delivery' as const, deliveryAddress: 'Kilimo Road', ...nearPlace };
const PROPOSED = 350;
const dearer = 'The delivery of Sukuma wiki now costs KES 150.00, more than we told you.';

describe('the delivery fee of a proposed day', () => {
  let standing: Awaited<ReturnType<typeof makeStanding>>;
  givenMarket();
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

  test('is paid if the buyer allows it', async () => {
    await propose();
    await raise();
    await change({ deliveryFee: 150 });
    await place();
    expect(await totals()).toEqual([400]);
  });

  test.each([
    ['for less', 15_001, { deliveryFee: 150 }],
    ['by another change of the day', 15_000, { quantity: 6 }],
  ])('is not paid if it is allowed only %s', async (_, fee, allowed) => {
    await propose();
    await raise(fee);
    await change(allowed);
    await place();
    expect(await totals()).toEqual([]);
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
