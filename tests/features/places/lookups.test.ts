import type { PlacesProvider } from '#places/server/find-places.ts';
import { caller, givenMarket, outcomeOf, refused, services } from '#tests/setup/in-market.ts';

const kakuma = { latitude: 3.7116, longitude: 34.8606 };
const down: PlacesProvider = {
  reverse: () => Promise.reject(new Error('down')),
  search: () => Promise.reject(new Error('down')),
};
givenMarket();

test("anyone may look up a position's name, and the position of a name", async () => {
  const { places } = caller();
  expect(await places.reverse(kakuma)).toMatchObject({
    place: { display_name: 'Kakuma, Turkana West, Turkana', address: { county: 'Turkana' } },
    source: 'gazetteer',
    degraded: false,
  });
  const found = await places.search({ query: ' Eldorett ' });
  expect(found.places.map((place) => place.display_name)).toEqual(['Eldoret, Turbo, Uasin Gishu']);
  expect(await places.search({ query: 'zzzzzz' })).toMatchObject({ places: [] });
});

test('the gazetteer answers when the geocoder fails, and says so', async () => {
  services.geocoder = down;
  const { places } = caller();
  const fromOurs = { source: 'gazetteer', degraded: true };
  expect(await places.reverse(kakuma)).toMatchObject(fromOurs);
  expect(await places.search({ query: 'kakuma' })).toMatchObject(fromOurs);
});

test('the gazetteer answers where the geocoder knows nothing', async () => {
  services.geocoder = { reverse: async () => null, search: async () => [] };
  expect(await caller().places.reverse(kakuma)).toMatchObject({
    source: 'gazetteer',
    degraded: false,
  });
});

test.each([
  ['Arusha, inside the bounds', { latitude: -3.3869, longitude: 36.683 }],
  ['a position north of the bounds', { latitude: 5.01, longitude: 37 }],
  ['a position that is no number', { latitude: Number.NaN, longitude: 37 }],
])('%s is refused', async (_, position) => {
  const asked = caller().places.reverse(position);
  await expect(asked).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test.each(['   ', 'x'.repeat(101), 'a\u0007b'])('%j is not a query', async (query) => {
  const asked = caller().places.search({ query });
  await expect(asked).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('an address has a limit of lookups', async () => {
  const { places } = caller({ clientAddress: '198.51.100.7' });
  const query = 'meru';
  const outcomes: string[] = [];
  // A few at a time: of many at once some would wait too long for their turn.
  while (outcomes.length < 610) {
    const asked = Array.from({ length: 10 }, () => outcomeOf(places.search({ query })));
    outcomes.push(...(await Promise.all(asked)));
  }
  expect(outcomes.filter((outcome) => outcome !== 'accepted')).toHaveLength(10);
  await expect(places.search({ query })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await caller({ clientAddress: '198.51.100.8' }).places.search({ query });
});

test('if the rate limit cannot be counted, the error is that of the lookup', async () => {
  services.rateLimits = {
    ...services.rateLimits,
    consume: () => Promise.reject(new Error('no database')),
  };
  const { places } = caller();
  await refused(places.reverse(kakuma), 'ADDRESS_LOOKUP_FAILED');
  await refused(places.search({ query: 'meru' }), 'PLACE_SEARCH_FAILED');
});
