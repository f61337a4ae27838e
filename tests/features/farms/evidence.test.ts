import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FarmerSignup } from '#features/farms/rules/farm.ts';
import { farms } from '#features/farms/server/tables.ts';
import { counties } from '#platform/rules/geo/counties.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { farmerSignup, makeFarmer } from '#tests/factories/people.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { listCards } from '#tests/setup/answers/list-cards.ts';
import { atTheSameMoment } from '#tests/setup/database/at-the-same-moment.ts';
import { type Market, makeMarket, START } from '#tests/setup/market.ts';
import { operatorOf } from '#tests/setup/operator.ts';
import { report, tally } from '#tests/setup/report.ts';

describe('B66 a farm is where its pin is, and its badge says what is known', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });

  const profileOf = ({ token }: { token: string }) => market.caller({ token }).farmer.profile();
  const inKenya = farmerSignup().location;
  type Location = FarmerSignup['location'];

  let made = 0;
  /** A farmer whose phone measured just this; by default digits that no other farm has. */
  function signUp({ fix = {}, ...location }: Partial<Location> & { fix?: object } = {}) {
    made += 1;
    const { latitude, longitude } = { ...inKenya, ...location };
    const measured = {
      latitude,
      longitude: longitude + made / 1e6,
      accuracy: 8,
      takenAt: START.toISOString(),
    };
    return makeFarmer(market, {
      email: `farmer${made}@shamba.example`,
      location: { ...inKenya, ...location, gpsFix: { ...measured, ...fix } },
    });
  }

  function moveTo({ token }: { token: string }, position: Position) {
    const gpsFix = { ...position, accuracy: 8, takenAt: market.services.clock().toISOString() };
    const place = { county: '', subcounty: '', addressDescription: '' };
    return market.caller({ token }).farmer.moveFarm({ position, gpsFix, ...place });
  }
  type Position = { latitude: number; longitude: number };

  describe('B66 the county', () => {
    test('B66: a pin in Nyeri is listed under Nyeri, whichever of the 47 counties was typed', async () => {
      const farm = await makeFarm(market);
      await makeProduct(market, farm);
      const seen: string[] = [];
      for (const county of counties) {
        await market.db.update(farms).set({ county }).where(eq(farms.userId, farm.id));
        const { products: listed } = await listCards(market, { county });
        for (const product of listed) seen.push(product.county);
      }
      report(
        'B66',
        `47 counties typed for a pin in Nyeri, products found by the typed county: ${tally(seen)}`,
      );
      expect(seen).toEqual(['Nyeri']);
    });

    test('B66: signing up and editing keep what was typed in the profile; buyers read the county of the pin everywhere', async () => {
      const farmer = await signUp({ county: 'Mombasa' });
      expect(await profileOf(farmer)).toMatchObject({ county: 'Mombasa', pinCounty: 'Nyeri' });
      const { id: productId } = await makeProduct(market, farmer);
      const buyer = await makeTestBuyer(market);
      const asBuyer = market.caller(buyer).buyer;
      const cart = await asBuyer.cart.put({ lines: [{ productId, quantity: 1 }] });
      const { farms: quoted } = await asBuyer.orders.quote({});
      const order = await makeOrder(market, buyer, [{ productId, quantity: 1 }]);
      const place = { latitude: -0.42, longitude: 36.95 };
      const facets = await market.caller().market.facets({});
      const answers = [
        await market.caller().market.product({ productId }),
        (await listCards(market, { county: 'Nyeri' })).products[0],
        (await listCards(market, { ...place, sort: 'nearest' })).products[0],
        cart.farms[0],
        quoted[0],
        await asBuyer.orders.get({ orderId: order.id }),
      ];
      expect(answers.map((answer) => answer?.county)).toEqual(answers.map(() => 'Nyeri'));
      expect(facets.counties).toEqual([{ county: 'Nyeri', number: 1 }]);
    });

    test('B66: a county is asked about when it is farther than 10 km from the pin, and never refused', async () => {
      const check = (county: 'Mombasa' | 'Nyeri' | 'Kirinyaga', position = inKenya) =>
        market.caller().places.checkCounty({
          latitude: position.latitude,
          longitude: position.longitude,
          county,
        });
      expect(await check('Mombasa')).toEqual({ pinCounty: 'Nyeri', isFar: true });
      expect(await check('Nyeri')).toEqual({ pinCounty: 'Nyeri', isFar: false });
      // Karatina lies in Nyeri, five kilometres from Kirinyaga.
      expect(
        await check('Kirinyaga', { ...inKenya, latitude: -0.4833, longitude: 37.1333 }),
      ).toMatchObject({ isFar: false });
    });
  });

  describe('B66 what was measured', () => {
    test('B66: an honest phone keeps its badge, which says how exact it was', async () => {
      const farmer = await signUp({ fix: { accuracy: 7.6 } });
      expect(await profileOf(farmer)).toMatchObject({
        isVerified: true,
        verifiedAccuracyMetres: 7,
      });
      const { id: productId } = await makeProduct(market, farmer);
      expect(await market.caller().market.product({ productId })).toMatchObject({
        isFarmVerified: true,
        farmAccuracyMetres: 7,
        farmVisitedAt: null,
      });
    });

    test.each([0, 1e-9, 0.49])(
      'B66: an accuracy of %s m is none that a phone has',
      async (accuracy) => {
        expect(await profileOf(await signUp({ fix: { accuracy } }))).toMatchObject({
          isVerified: false,
          verifiedAccuracyMetres: null,
        });
      },
    );

    test('B66: two farms may have one fix to the last digit; a third, and none of the three has a badge', async () => {
      const same = { latitude: -0.4170123, longitude: 36.9511234 };
      const [first, second] = [await signUp({ fix: same }), await signUp({ fix: same })];
      expect([(await profileOf(first)).isVerified, (await profileOf(second)).isVerified]).toEqual([
        true,
        true,
      ]);
      const third = await signUp({ fix: same });
      const all = [await profileOf(first), await profileOf(second), await profileOf(third)];
      report(
        'B66',
        `3 farms with one fix: ${all.filter(({ isVerified }) => isVerified).length} with a badge`,
      );
      expect(all.map(({ isVerified }) => isVerified)).toEqual([false, false, false]);
      market.advance(60);
      const elsewhere = { latitude: -0.417, longitude: 36.9512 };
      expect(await moveTo(first, elsewhere)).toMatchObject({ isVerified: true });
    });

    test('B66: eight farms that move to one fix at the same moment: no badge', async () => {
      const farmers = await Promise.all(Array.from({ length: 8 }, () => makeFarm(market)));
      const fix = { latitude: -0.4170123, longitude: 36.9511234 };
      await atTheSameMoment(
        market.db,
        farmers.map((farmer) => () => moveTo(farmer, fix)),
      );
      const profiles = await Promise.all(farmers.map(profileOf));
      const verified = profiles.filter(({ isVerified }) => isVerified).length;
      report('B66', `8 farms moved to one fix at once: ${verified} with a badge`);
      expect(verified).toBe(0);
    });

    test('B66: a farm that moved faster than an airliner has no badge; at a car its badge stays', async () => {
      const farmer = await signUp();
      const lodwar = { latitude: 3.1191, longitude: 35.5973 };
      const moveAfter = (seconds: number) => {
        market.advance(seconds);
        return moveTo(farmer, lodwar);
      };
      expect(await moveAfter(600)).toMatchObject({ ...lodwar, isVerified: false });
      expect(await moveAfter(60)).toMatchObject({ isVerified: true });
    });
  });

  describe('B66 visited', () => {
    const run = (...words: string[]) => operatorOf(market).run(...words);

    test('B66: the operator writes down a visit; buyers see when, the log keeps who, when and why', async () => {
      const email = 'wanjiru@shamba.example';
      const farm = await makeFarm(market, { email });
      const { id: productId } = await makeProduct(market, farm);
      expect(await run('visited', email)).toEqual({ isDone: false, text: '--reason is missing.' });
      const isDone = async (...words: string[]) => (await run(...words)).isDone;
      expect(await isDone('unvisited', email, '--reason', 'A slip')).toBe(false);
      expect(await isDone('visited', 'nobody@shamba.example', '--reason', 'x')).toBe(false);
      expect(await isDone('visited', email, '--reason', 'Met her at the gate')).toBe(true);
      expect(await market.caller().market.product({ productId })).toMatchObject({
        isFarmVerified: false,
        farmVisitedAt: START,
      });
      expect(await profileOf(farm)).toMatchObject({ isVisited: true, visitedAt: START });
      expect((await run('log')).text).toMatch(/juma.*visited.*Met her at the gate/);
      expect(await isDone('unvisited', email, '--reason', 'Sold the farm')).toBe(true);
      expect(await profileOf(farm)).toMatchObject({ isVisited: false });
    });

    test('B66: a farm that is moved was not visited', async () => {
      const farmer = await signUp();
      await market.db.update(farms).set({ visitedAt: sql`now()` });
      const { latitude, longitude } = inKenya;
      expect(await moveTo(farmer, { latitude, longitude })).toMatchObject({ isVisited: false });
    });
  });
});
