import { beforeEach, describe, expect, test } from 'vitest';
import type { PlacesProvider } from '#features/places/server/geocoder.ts';
import { makeMarket } from '#tests/setup/market.ts';

const kakuma = { latitude: 3.7116, longitude: 34.8606 };
const down: PlacesProvider = {
  reverse: () => Promise.reject(new Error('down')),
  search: () => Promise.reject(new Error('down')),
};

describe('looking places up', () => {
  let market: Awaited<ReturnType<typeof makeMarket>>;
  beforeEach(async () => {
    market = await makeMarket();
  });

  test("anyone may look up a position's name, and the position of a name", async () => {
    const { places } = market.caller();
    expect(await places.reverse(kakuma)).toMatchObject({
      place: { display_name: 'Kakuma, Turkana West, Turkana', address: { county: 'Turkana' } },
      source: 'gazetteer',
      degraded: false,
    });
    const found = await places.search({ query: ' Eldorett ' });
    expect(found.places.map((place) => place.display_name)).toEqual([
      'Eldoret, Turbo, Uasin Gishu',
    ]);
    expect(await places.search({ query: 'zzzzzz' })).toMatchObject({ places: [] });
  });

  test('the gazetteer answers when the geocoder fails, and says so', async () => {
    market.services.geocoder = down;
    const { places } = market.caller();
    expect(await places.reverse(kakuma)).toMatchObject({ source: 'gazetteer', degraded: true });
    expect(await places.search({ query: 'kakuma' })).toMatchObject({
      source: 'gazetteer',
      degraded: true,
    });
  });

  test('the gazetteer answers where the geocoder knows nothing', async () => {
    market.services.geocoder = { reverse: async () => null, search: async () => [] };
    expect(await market.caller().places.reverse(kakuma)).toMatchObject({
      source: 'gazetteer',
      degraded: false,
    });
  });

  test.each([
    ['Arusha, inside the bounds', -3.3869, 36.683],
    ['Kampala', 0.3476, 32.5825],
    ['north of the bounds', 5.01, 37],
  ])('%s is outside Kenya', async (_, latitude, longitude) => {
    await expect(market.caller().places.reverse({ latitude, longitude })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  test.each([
    [{ latitude: Number.NaN, longitude: 37 }],
    [{ latitude: '1', longitude: 37 }],
    [{ latitude: 1 }],
    [{ latitude: 1, longitude: Number.POSITIVE_INFINITY }],
    [null],
  ])('%j is not a position', async (input) => {
    await expect(market.caller().places.reverse(input as never)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  test.each(['', '   ', 'x'.repeat(101), 'a\u0000b', 'a\nb'])(
    '%j is not a query',
    async (query) => {
      await expect(market.caller().places.search({ query })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    },
  );

  test('an address has a limit of lookups', async () => {
    const { places } = market.caller({ clientAddress: '198.51.100.7' });
    const outcomes: PromiseSettledResult<unknown>[] = [];
    // A few at a time: of many at once some would wait too long for their turn.
    while (outcomes.length < 610) {
      outcomes.push(
        ...(await Promise.allSettled(
          Array.from({ length: 10 }, () => places.search({ query: 'meru' })),
        )),
      );
    }
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(10);
    await expect(places.search({ query: 'meru' })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    await expect(
      market.caller({ clientAddress: '198.51.100.8' }).places.search({ query: 'meru' }),
    ).resolves.toBeDefined();
  });

  test('if the rate limit cannot be counted, the error is that of the lookup', async () => {
    market.services.rateLimits = {
      ...market.services.rateLimits,
      consume: () => Promise.reject(new Error('no database')),
    };
    const { places } = market.caller();
    await expect(places.reverse(kakuma)).rejects.toMatchObject({
      message: 'ADDRESS_LOOKUP_FAILED',
    });
    await expect(places.search({ query: 'meru' })).rejects.toMatchObject({
      message: 'PLACE_SEARCH_FAILED',
    });
  });
});
