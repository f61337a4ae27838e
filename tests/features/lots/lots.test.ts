import { users } from '#accounts/server/tables/users.ts';
import { LOTS_OF_BUYER_MAX } from '#lots/rules/lot.ts';
import { lotPoints } from '#lots/server/tables.ts';
import { UNUSED_PHOTO_SECONDS } from '#photos/rules/photo.ts';
import { sweepPhotos } from '#photos/server/feature.ts';
import {
  advance,
  caller,
  callerOf,
  countRows,
  db,
  eq,
  givenMarket,
  HOUR,
  lotForm,
  makeJpeg,
  makeLot,
  makeLotFarm,
  makeProvenBuyer,
  makeTestBuyer,
  now,
  outcomeOf,
  photoPart,
  runLots,
  runLotsAt,
  sendForm,
  services,
  setUser,
} from '#tests/setup/in-market.ts';
import { erase, goOn, noticesOf, reserved } from './lots-in-market.ts';

givenMarket();

test('a lot is filled by farms, taken as one checkout, and becomes one accepted order for each farm at its price', async () => {
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

test('a lot that its buyer lets go, or is silent about for a day, reserves nothing', async () => {
  const farm = await makeLotFarm();
  for (const end of ['letGo', 'lapsed'] as const) {
    const lot = await makeLot({ closesAt: '2026-03-02T08:00:00Z', day: '2026-03-06' });
    await farm.lots.give({ lotId: lot.lotId, quantity: 400 });
    if (end === 'letGo') await lot.letGo();
    else await runLotsAt('2026-03-02T08:00:00Z').then(() => goOn(24 * HOUR));
    expect(await lot.read()).toMatchObject({ status: end, given: 0 });
    expect(await reserved(farm)).toEqual({ held: 0, ordered: 0 });
    expect(await outcomeOf(lot.take())).toBe('LOT_STEP_NOT_ALLOWED');
  }
});

test('a lot whose buyer is silent lapses at the end of its day, and cannot be extended then', async () => {
  const [lot, farm] = [await makeLot({ closesAt: '2026-03-04T15:00:00Z' }), await makeLotFarm()];
  await farm.lots.give({ lotId: lot.lotId, quantity: 400 });
  await runLotsAt('2026-03-04T15:00:00Z');
  expect(await lot.read()).toMatchObject({
    status: 'closed',
    decideBy: new Date('2026-03-04T21:00:00Z'),
  });
  await runLotsAt('2026-03-04T21:00:00Z');
  expect(await lot.read()).toMatchObject({ status: 'lapsed' });
  expect(await outcomeOf(lot.extend('2026-03-05T09:00:00Z'))).toBe('LOT_DAY_WRONG');
  expect(await reserved(farm)).toEqual({ held: 0, ordered: 0 });
  expect((await noticesOf(farm))[0]).toContain('ended without an order');
});

test('a lot that was taken can be neither extended nor let go', async () => {
  const [lot, farm] = [await makeLot(), await makeLotFarm()];
  await farm.lots.give({ lotId: lot.lotId, quantity: 400 });
  await lot.close();
  await lot.take();
  expect(await outcomeOf(lot.letGo())).toBe('LOT_STEP_NOT_ALLOWED');
  expect(await outcomeOf(lot.extend('2026-03-04T08:00:00Z'))).toBe('LOT_STEP_NOT_ALLOWED');
  expect(await outcomeOf(farm.lots.takeBack({ lotId: lot.lotId }))).toBe('LOT_CLOSED');
  expect(await reserved(farm)).toEqual({ held: 0, ordered: 400 });
});

test('a lot of a suspended or deleted buyer reserves nothing', async () => {
  const [farm, other] = [await makeLotFarm(), await makeLotFarm()];
  const [suspended, deleted] = [await makeLot(), await makeLot()];
  await farm.lots.give({ lotId: suspended.lotId, quantity: 100 });
  await other.lots.give({ lotId: deleted.lotId, quantity: 100 });
  await setUser(suspended.buyer.id, { suspendedAt: now() });
  await runLots();
  await erase(deleted.buyer.id);
  await db.delete(users).where(eq(users.id, deleted.buyer.id));
  for (const one of [farm, other]) expect(await reserved(one)).toEqual({ held: 0, ordered: 0 });
});

test('a lot closes when it is full, and takes part of it from the least quantity on', async () => {
  const lot = await makeLot({ quantity: 300, leastQuantity: 250 });
  const [one, two] = [await makeLotFarm(), await makeLotFarm()];
  await one.lots.give({ lotId: lot.lotId, quantity: 200 });
  await lot.close();
  expect(await outcomeOf(lot.take())).toBe('LOT_BELOW_LEAST');
  expect(await lot.extend('2026-03-04T08:00:00Z')).toMatchObject({ status: 'open' });
  expect(await outcomeOf(lot.extend('2026-03-04T09:00:00Z'))).toBe('LOT_STEP_NOT_ALLOWED');
  await two.lots.give({ lotId: lot.lotId, quantity: 100 });
  expect(await lot.read()).toMatchObject({ status: 'closed', left: 0 });
  expect((await noticesOf(lot))[0]).toContain('closed with 300 of 300 kg of Maize');
  expect(await outcomeOf(one.lots.takeBack({ lotId: lot.lotId }))).toBe('LOT_CLOSED');
  await lot.take();
  const { orders } = await one.caller.farmer.orders.list({});
  expect(orders[0]?.deliveryAddress).toBe('Njoro market, 6:00-9:00');
  expect(await lot.orders.get({ orderId: orders[0]?.id ?? 0 })).toMatchObject({
    note: `LOT ${lot.lotId}`,
    ...{ deliveryAddress: 'Njoro market, 6:00-9:00', farmPlace: null },
  });
});

test('a lot can be taken when its shares add up to the least quantity in hundredths', async () => {
  const least = { quantity: 10, leastQuantity: 0.8, smallestShare: 0.1, price: 1000 };
  const lot = await makeLot(least);
  for (const quantity of [0.7, 0.1])
    await (await makeLotFarm()).lots.give({ lotId: lot.lotId, quantity });
  await lot.close();
  expect(await lot.take()).toMatchObject({ status: 'taken', given: 0.8 });
});

test('a lot tells farms that have its crop or group within reach, each once', async () => {
  const [near, far] = [await makeLotFarm(), await makeLotFarm()];
  const place = { latitude: -4.05, longitude: 39.66 };
  await makeLot({ points: [{ name: 'Mombasa', ...place, fromHour: 6, untilHour: 9 }] });
  await makeLot();
  await runLots();
  await runLots();
  for (const farm of [near, far])
    expect((await noticesOf(farm)).filter((text) => text.startsWith('Lot'))).toEqual([
      expect.stringContaining('a buyer asks for 1,000 kg of Maize at KES 42/kg, Nakuru, Wednesday'),
    ]);
});

test('a lot that repeats asks the farms of the week before a day earlier than the others', async () => {
  const lot = await makeLot({ repeatsWeekly: true });
  const [one, other] = [await makeLotFarm(), await makeLotFarm()];
  await runLots();
  await one.lots.give({ lotId: lot.lotId, quantity: 400 });
  await lot.close();
  await lot.take();
  await runLots();
  await runLots();
  const countTold = async (farm: typeof one) =>
    (await noticesOf(farm)).filter((text) => text.includes('asks for')).length;
  const before = [await countTold(one), await countTold(other)];
  await runLots();
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
])('a lot with %s is refused', async (_, overrides, code) => {
  expect(await outcomeOf(makeLot(overrides))).toBe(code);
});

test('a lot stores no exact position, because a collection point may be a home', async () => {
  const home = { latitude: -0.33456, longitude: 35.94321, fromHour: 6, untilHour: 9 };
  await makeLot({ points: [{ name: 'At home', ...home }] });
  const stored = await db.select().from(lotPoints);
  expect(stored).toMatchObject([{ latitude: -0.33, longitude: 35.94 }]);
});

test('a lot of an unproven buyer, and one too many, are refused', async () => {
  const unproven = caller(await makeTestBuyer()).buyer.lots;
  expect(await outcomeOf(unproven.ask(lotForm()))).toBe('LOT_NEEDS_PROOF');
  const { buyer, letGo } = await makeLot();
  const { lots } = caller(buyer).buyer;
  for (let count = 1; count < LOTS_OF_BUYER_MAX; count += 1) await lots.ask(lotForm());
  expect(await outcomeOf(lots.ask(lotForm()))).toBe('TOO_MANY_LOTS');
  await letGo();
  expect(await outcomeOf(lots.ask(lotForm()))).toBe('TOO_MANY_LOTS');
});

async function makeBuyer() {
  const buyer = await makeProvenBuyer();
  const { lots } = (await callerOf(buyer)).buyer;
  const upload = async () => {
    const part = photoPart(await makeJpeg({ width: 400, height: 300 }));
    const { status, body } = await sendForm('/api/buyer/photos', [part], buyer);
    expect(status).toBe(201);
    return (body.photos as { id: number }[])[0]?.id ?? 0;
  };
  return { buyer, lots, upload };
}
const sweep = async () => {
  advance(UNUSED_PHOTO_SECONDS + 1);
  await sweepPhotos(db, { parts: [] }, services);
  return countRows('photos');
};

test('the photo of a lot is shown to farms, can be used once and only by its owner, and is deleted a day after the lot ended', async () => {
  const [{ lots, upload }, other] = [await makeBuyer(), await makeBuyer()];
  const photoId = await upload();
  expect(await outcomeOf(other.lots.ask(lotForm({ photoId })))).toBe('PHOTO_NOT_FOUND');
  const form = { photoId, day: '2026-03-09', closesAt: '2026-03-08T12:00:00Z' };
  const { id: lotId, photo } = await lots.ask(lotForm(form));
  expect(photo).toMatchObject({ id: photoId, widthPixels: 400 });
  expect(await outcomeOf(lots.ask(lotForm(form)))).toBe('PHOTO_NOT_FOUND');
  const farm = await makeLotFarm();
  expect((await farm.lots.list()).lots).toMatchObject([{ id: lotId, photo }]);
  expect(await sweep()).toBe(1);
  await lots.letGo({ lotId });
  expect(await sweep()).toBe(0);
});

test("the photo of a lot is copied to next week's lot", async () => {
  const { lots, upload } = await makeBuyer();
  const photoId = await upload();
  const { id: lotId } = await lots.ask(lotForm({ photoId, repeatsWeekly: true }));
  const farm = await makeLotFarm();
  await farm.lots.give({ lotId, quantity: 400 });
  await runLotsAt('2026-03-03T12:00:00Z');
  await lots.take({ lotId, paymentMethod: 'Cash on delivery' });
  await runLots();
  await goOn(HOUR);
  const [next, first] = (await lots.list()).lots;
  expect(next?.photo?.url).toBe(first?.photo?.url);
  expect(next?.photo?.id).not.toBe(photoId);
});
