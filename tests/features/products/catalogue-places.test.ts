import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FindProducts } from '#features/products/rules/find-products.ts';
import { distanceMetres } from '#platform/rules/geo/geo.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeBuyer } from '#tests/factories/people.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { listCards } from '#tests/setup/answers/list-cards.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

const nairobi = { latitude: -1.2864, longitude: 36.8172 };
const METRES_PER_DEGREE = 111_195;

const rounded = ({ latitude, longitude }: typeof nairobi) => ({
  latitude: Math.round(latitude * 100) / 100,
  longitude: Math.round(longitude * 100) / 100,
});

describe('finding products nearby', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });
  const find = async (filter: FindProducts) => (await listCards(market, filter)).products;
  const offerAt = async (name: string, position: typeof nairobi, coverageRadiusMetres = 5000) =>
    makeProduct(market, await makeFarm(market, { ...position, coverageRadiusMetres }), { name });

  test('nearest first, with the distance in whole km in a straight line', async () => {
    await offerAt('Mombasa', { latitude: -4.04, longitude: 39.66 });
    await offerAt('Thika', { latitude: -1.03, longitude: 37.07 });
    await offerAt('Westlands', { latitude: -1.27, longitude: 36.81 });
    const offers = await find({ ...nairobi, sort: 'nearest' });
    expect(offers.map(({ name, distanceKm }) => [name, distanceKm])).toEqual([
      ['Westlands', 2],
      ['Thika', 40],
      ['Mombasa', 440],
    ]);
    expect(
      (await find({})).map(({ distanceKm, deliversToMe }) => [distanceKm, deliversToMe]),
    ).toEqual(Array(3).fill([null, null]));
  });

  test('within a maximum distance', async () => {
    await offerAt('Thika', { latitude: -1.03, longitude: 37.07 });
    expect(await find({ ...nairobi, maxDistanceKm: 39 })).toHaveLength(0);
    expect(await find({ ...nairobi, maxDistanceKm: 41, sort: 'price' })).toHaveLength(1);
  });

  test("delivers to me: the farm's circle, drawn around its rounded position, contains mine", async () => {
    const farm = { latitude: -1.2, longitude: 36.8 };
    await offerAt('near', farm, 9000);
    const at = (metres: number) => ({
      latitude: farm.latitude - metres / METRES_PER_DEGREE,
      longitude: farm.longitude,
    });
    for (const sort of ['newest', 'price', 'nearest'] as const) {
      expect(await find({ ...at(8990), deliversToMe: true, sort })).toMatchObject([
        { name: 'near', deliversToMe: true, distanceKm: 9 },
      ]);
      expect(await find({ ...at(9010), deliversToMe: true, sort })).toEqual([]);
    }
    expect(await find({ ...at(9010) })).toMatchObject([{ deliversToMe: false }]);
  });

  test('the largest circle reaches to its edge', async () => {
    await offerAt('far', { latitude: 0.5, longitude: 35.3 }, 25_000);
    const at = (metres: number) => ({
      latitude: 0.5,
      longitude: 35.3 + metres / METRES_PER_DEGREE / Math.cos((0.5 * Math.PI) / 180),
    });
    expect(await find({ ...at(24_990), deliversToMe: true })).toHaveLength(1);
    expect(await find({ ...at(25_010), deliversToMe: true })).toHaveLength(0);
  });

  test('any farms, any position: the results are the farms whose circle contains it, by distance', async () => {
    const position = fc.record({
      latitude: fc.double({ min: -1.6, max: -1, noNaN: true }),
      longitude: fc.double({ min: 36.5, max: 37.1, noNaN: true }),
    });
    const radius = fc.integer({ min: 2, max: 250 }).map((hundreds) => hundreds * 100);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(position, radius), { minLength: 1, maxLength: 6 }),
        position,
        async (farms, me) => {
          market = await makeMarket();
          for (const [index, [place, radiusMetres]] of farms.entries())
            await offerAt(String(index), place, radiusMetres);
          const measured = farms.map(([place, radiusMetres], index) => ({
            name: String(index),
            metres: distanceMetres(rounded(place), me),
            radiusMetres,
          }));
          const expected = measured
            .filter(({ metres, radiusMetres }) => metres <= radiusMetres)
            .map(({ name }) => name);
          const delivered = await find({ ...me, deliversToMe: true });
          expect(delivered.map(({ name }) => name).sort()).toEqual(expected.sort());
          const nearest = (await find({ ...me, sort: 'nearest' })).map(
            ({ name }) => measured[Number(name)]?.metres ?? Number.NaN,
          );
          expect(nearest).toEqual(nearest.toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 20 },
    );
  });

  describe('F46: public data', () => {
    const secret = { latitude: -0.416_912_34, longitude: 36.951_234_56 };
    const contact = { email: 'secret-farmer@shamba.example', ...secret };

    test("a farm's phone, email, address and exact position are in no public answer", async () => {
      const farm = await makeFarm(market, contact);
      const { id: productId } = await makeProduct(market, farm, {
        capturedAt: { ...secret, accuracy: 5 },
      });
      const anyone = market.caller();
      const buyer = await makeBuyer(market);
      const answers = JSON.stringify([
        await anyone.market.products({ ...nairobi, sort: 'nearest' }),
        await anyone.market.products({}),
        await anyone.market.product({ productId, ...nairobi }),
        await anyone.market.facets({}),
        await market.caller(buyer).buyer.products({ ...nairobi, deliversToMe: false }),
      ]);
      expect(answers).toContain('"isPhotographedOnFarm":true');
      expect(answers).not.toMatch(
        /\+?254\d|secret-farmer|0\.4169|36\.951|Behind the tea factory|latitude|passwordHash/,
      );
    });

    test('two farms at one rounded position are at the same distance from everywhere', async () => {
      await offerAt('a', { latitude: -0.4169, longitude: 36.951 });
      await offerAt('b', { latitude: -0.4231, longitude: 36.9454 });
      await fc.assert(
        fc.asyncProperty(
          fc.double({ min: -4, max: 4, noNaN: true }),
          fc.double({ min: 35, max: 41, noNaN: true }),
          async (latitude, longitude) => {
            const [one, other] = await find({ latitude, longitude, sort: 'nearest' });
            expect([one?.distanceKm, one?.deliversToMe]).toEqual([
              other?.distanceKm,
              other?.deliversToMe,
            ]);
          },
        ),
        { numRuns: 20 },
      );
    });
  });
});
