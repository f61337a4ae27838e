import type { AskForLot } from '#lots/rules/lot-input.ts';
import { approximatePlace, distanceMetres } from '#rules/geo.ts';
import {
  advance,
  makeLot as askForLot,
  byMpesa,
  callerOf,
  codeOf,
  DAY,
  givenMarket,
  makeLotFarm,
  makeTestBuyer,
  moneyOf,
  nearPlace,
  now,
  outcomeOf,
  reopenMpesa,
  runLotsAt,
  setUser,
} from '#tests/setup/in-market.ts';

const PRICE = 3001;
const farmPlace = { latitude: -0.4169, longitude: 36.951 };
const hours = { fromHour: 6, untilHour: 9 };
const farPoint = { name: 'Far market', latitude: -0.6, longitude: 36.915, ...hours };
const points = [{ name: 'Njoro market', ...nearPlace, ...hours }, farPoint];

const makeLot = (overrides: Partial<AskForLot> = {}) => askForLot({ points, ...overrides });
type Lot = Awaited<ReturnType<typeof makeLot>>;

async function makeOffered() {
  const lot = await makeLot();
  const own = { lotId: lot.lotId };
  const [near = 0, far = 0] = (await lot.read()).points.map(({ id }) => id);
  const [one, two, carrier] = [await makeLotFarm(), await makeLotFarm(), await makeLotFarm()];
  await one.lots.give({ ...own, quantity: 200, pointId: near });
  await two.lots.give({ ...own, quantity: 300, pointId: far });
  const offer = (price = PRICE, pointIds = [near, far]) =>
    carrier.lots.offerRide({ ...own, pointIds, price });
  await offer();
  return { lot, own, one, two, carrier, near, far, offer };
}
const rideOf = async (lot: Lot) => {
  const [ride] = (await lot.read()).rides;
  if (!ride) throw new Error('Nobody offers transport');
  return ride;
};
const takeRide = async (lot: Lot, rideId: number) =>
  lot.caller.buyer.lots.takeRide({ lotId: lot.lotId, rideId });
const noticesOf = async (caller: Awaited<ReturnType<typeof callerOf>>) =>
  (await caller.notifications.list({})).notifications.map(({ text }) => text);

givenMarket();

test('the price of a ride is shared by kilos and kilometres, and seen by the buyer, and in part by each farm', async () => {
  const { lot, own, one, two, carrier, near } = await makeOffered();
  const { shares, rides } = await lot.read();
  const [ride] = rides;
  expect(ride).toMatchObject({ farmId: carrier.farm.id, price: PRICE, orderId: null });
  const weights = shares.map(({ quantity, pointId }) => {
    const point = approximatePlace(pointId === near ? nearPlace : farPoint);
    return quantity * Math.max(1000, distanceMetres(approximatePlace(farmPlace), point));
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  for (const [at, { id }] of shares.entries()) {
    const amount = ride?.parts.find(({ shareId }) => shareId === id)?.amount;
    expect(amount).toBeCloseTo((PRICE * (weights[at] ?? 0)) / sum, 1);
  }
  for (const { lots } of [one, two]) {
    const seen = await lots.get(own);
    expect(seen.rides).toEqual([
      { ...ride, parts: ride?.parts.filter(({ shareId }) => shareId === seen.shares[0]?.id) },
    ]);
  }
  expect((await carrier.lots.get(own)).rides).toEqual([{ ...ride, parts: [] }]);
  expect((await noticesOf(lot.caller))[0]).toContain('offers transport to Nakuru for KES 3,001');
});

test('strangers see no ride', async () => {
  const { own } = await makeOffered();
  const stranger = await makeLotFarm();
  expect((await stranger.lots.get(own)).rides).toEqual([]);
  const buyer = await callerOf(await makeTestBuyer());
  expect((await buyer.market.lots.get(own)).rides).toEqual([]);
  expect(await outcomeOf(buyer.buyer.lots.get(own))).toBe('LOT_NOT_FOUND');
});

test('an offer can be changed and withdrawn until the buyer agrees, who takes it as it was shown', async () => {
  const { lot, own, carrier, near, offer } = await makeOffered();
  const shown = await rideOf(lot);
  await offer(2500, [near]);
  const told = (await noticesOf(lot.caller)).filter((text) => text.includes('transport'));
  expect(told).toHaveLength(1);
  expect(await rideOf(lot)).toMatchObject({ price: 2500, parts: [{ amount: 2500 }] });
  await lot.close();
  expect(await outcomeOf(takeRide(lot, (await rideOf(lot)).id))).toBe('LOT_STEP_NOT_ALLOWED');
  await lot.take();
  expect(await outcomeOf(takeRide(lot, shown.id))).toBe('LOT_STEP_NOT_ALLOWED');
  expect(await carrier.lots.withdrawRide(own)).toMatchObject({ rides: [] });
  expect((await lot.read()).rides).toEqual([]);
  await offer();
  await takeRide(lot, (await rideOf(lot)).id);
  await carrier.lots.withdrawRide(own);
  expect(await outcomeOf(offer(9000))).toBe('LOT_STEP_NOT_ALLOWED');
  expect(await rideOf(lot)).toMatchObject({ price: PRICE });
});

test('agreeing makes one accepted order of the carrier, however often it is pressed', async () => {
  const { lot, carrier } = await makeOffered();
  await lot.close();
  const { id } = await rideOf(lot);
  await lot.take();
  await Promise.all([1, 2, 3].map(() => takeRide(lot, id)));
  await takeRide(lot, id);
  const { orders } = await lot.orders.list({});
  expect(orders).toHaveLength(3);
  const { orderId } = await rideOf(lot);
  const order = await lot.orders.get({ orderId: orderId ?? 0 });
  expect(order).toMatchObject({ status: 'confirmed', total: PRICE, farmId: carrier.farm.id });
  expect(order.lines.map(({ name, productId }) => [name, productId])).toEqual([
    [`Transport, LOT ${lot.lotId}: Njoro market, Far market to Nakuru`, null],
  ]);
  expect((await noticesOf(carrier.caller)).join()).toContain(`#${orderId}`);
});

test('a carrier whose order was cancelled can offer again', async () => {
  const { lot, own, carrier, offer } = await makeOffered();
  await lot.close();
  await lot.take();
  await takeRide(lot, (await rideOf(lot)).id);
  const { orderId } = await rideOf(lot);
  await lot.orders.cancel({ orderId: orderId ?? 0, reason: 'Another carrier' });
  expect((await carrier.lots.get(own)).rides).toEqual([]);
  await offer(2000);
  expect(await rideOf(lot)).toMatchObject({ price: 2000, orderId: null });
});

test('agreeing again a day later changes nothing', async () => {
  const { lot, carrier } = await makeOffered();
  await lot.close();
  const { id } = await rideOf(lot);
  await lot.take();
  await takeRide(lot, id);
  await carrier.caller.farmer.orders.dispatch({ orderId: (await rideOf(lot)).orderId ?? 0 });
  advance(DAY);
  await takeRide(lot, id);
  expect((await lot.orders.list({})).orders).toHaveLength(3);
});

test('a ride that was paid by M-Pesa and handed over pays out its price', async () => {
  await reopenMpesa({});
  const { lot, own, carrier } = await makeOffered();
  await lot.close();
  const { id } = await rideOf(lot);
  await lot.caller.buyer.lots.take({ ...own, paymentMethod: 'M-Pesa' });
  await takeRide(lot, id);
  const { orderId } = await rideOf(lot);
  if (orderId === null) throw new Error('The ride has no order');
  await byMpesa(orderId, 'paid');
  const { orders } = carrier.caller.farmer;
  await orders.dispatch({ orderId });
  await orders.complete({ orderId, handoverCode: codeOf(orderId) });
  expect((await moneyOf(orderId)).payout).toMatchObject({ cents: PRICE * 100 });
});

test('a ride that was offered for another lot is not taken for this one', async () => {
  const [{ lot }, other] = [await makeOffered(), await makeOffered()];
  await lot.close();
  await lot.take();
  const { id } = await rideOf(other.lot);
  expect(await outcomeOf(takeRide(lot, id))).toBe('LOT_STEP_NOT_ALLOWED');
  expect((await lot.orders.list({})).orders).toHaveLength(2);
});

test('a ride can be offered after the taking, but neither offered nor taken after the day of the lot', async () => {
  const { lot, offer } = await makeOffered();
  await lot.close();
  await lot.take();
  await offer(2000);
  const { id } = await rideOf(lot);
  await runLotsAt('2026-03-04T21:00:00Z');
  const buyer = await callerOf(lot.buyer);
  const taking = buyer.buyer.lots.takeRide({ lotId: lot.lotId, rideId: id });
  expect(await outcomeOf(taking)).toBe('LOT_STEP_NOT_ALLOWED');
  expect(await outcomeOf(offer(1900))).toBe('LOT_STEP_NOT_ALLOWED');
});

test('the offer of a carrier that was suspended since is neither seen nor taken', async () => {
  const { lot, carrier } = await makeOffered();
  await lot.close();
  await lot.take();
  const { id } = await rideOf(lot);
  await setUser(carrier.farm.id, { suspendedAt: now() });
  expect((await lot.read()).rides).toEqual([]);
  expect(await outcomeOf(takeRide(lot, id))).toBe('LOT_STEP_NOT_ALLOWED');
  expect((await lot.orders.list({})).orders).toHaveLength(2);
});

test.each([
  ['for an unknown point', { pointIds: [9999] }, 'LOT_POINT_UNKNOWN'],
  ['for no point', { pointIds: [] }, 'LOT_POINT_UNKNOWN'],
  ['below what M-Pesa pays out', { price: 9 }, 'INVALID_INPUT'],
  ['in cents', { price: 100.5 }, 'INVALID_INPUT'],
])('a ride %s is refused', async (_, offer, code) => {
  const { lotId, read } = await makeLot();
  const pointIds = (await read()).points.map(({ id }) => id);
  const { lots } = await makeLotFarm();
  const offering = lots.offerRide({ lotId, pointIds, price: PRICE, ...offer });
  expect(await outcomeOf(offering)).toBe(code);
});

test('a ride from far away or for a lot that was let go is refused, and nobody carries for themselves', async () => {
  const { lots } = await makeLotFarm();
  const outcomeFor = async ({ lotId, read }: Lot) => {
    const pointIds = (await read()).points.map(({ id }) => id);
    return outcomeOf(lots.offerRide({ lotId, pointIds, price: PRICE }));
  };
  const mombasa = { name: 'Mombasa', latitude: -4.05, longitude: 39.66, ...hours };
  expect(await outcomeFor(await makeLot({ points: [mombasa] }))).toBe('LOT_TOO_FAR');
  const ended = await makeLot();
  await ended.letGo();
  expect(await outcomeFor(ended)).toBe('LOT_STEP_NOT_ALLOWED');
  const { lot, carrier } = await makeOffered();
  await lot.close();
  await lot.take();
  for (const { id } of [lot.buyer, carrier.farm]) await setUser(id, { nationalId: 'X1' });
  expect(await outcomeOf(takeRide(lot, (await rideOf(lot)).id))).toBe('OWN_FARM');
});
