import fc from 'fast-check';
import { countyAt } from '#places/server/county-at.ts';
import { gazetteer } from '#places/server/find-places.ts';
import { KENYA_BOUNDS } from '#rules/limits.ts';

const search = async (query: string) =>
  (await gazetteer.search(query)).map((place) => `${place.type}: ${place.display_name}`);
const nameAt = async (latitude: number, longitude: number) =>
  (await gazetteer.reverse({ latitude, longitude }))?.display_name;

test.each([
  ['Kakuma, Turkana West, Turkana', 3.7116, 34.8606],
  ['Starehe, Nairobi', -1.2864, 36.8172],
  ['Nyeri', -0.4169, 36.951],
  ['Korr/Ngurunit, Laisamis, Marsabit', 2, 37],
])('the name of a position: %s', async (name, latitude, longitude) => {
  expect(await nameAt(latitude, longitude)).toBe(name);
});

test("the name of a position has Nominatim's format", async () => {
  expect(await gazetteer.reverse({ latitude: 3.7116, longitude: 34.8606 })).toEqual({
    display_name: 'Kakuma, Turkana West, Turkana',
    lat: '3.7116',
    lon: '34.8606',
    type: 'town',
    address: {
      county: 'Turkana',
      state_district: 'Turkana West',
      town: 'Kakuma',
      country: 'Kenya',
      country_code: 'ke',
    },
    boundingbox: ['3.6816', '3.7416', '34.8306', '34.8906'],
  });
});

test('the name of a position ends in its county everywhere in Kenya', async () => {
  const { south, north, west, east } = KENYA_BOUNDS;
  const inBounds = fc.record({
    latitude: fc.double({ min: south, max: north, noNaN: true }),
    longitude: fc.double({ min: west, max: east, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(inBounds, async (position) => {
      const place = await gazetteer.reverse(position);
      const county = countyAt(position);
      expect(place?.address.county ?? null).toBe(county);
      if (place) expect(place.display_name).toMatch(new RegExp(`^.+, ${county}$`));
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['Eldorett', 'town: Eldoret, Turbo, Uasin Gishu'],
  ['MURANG’A', "county: Murang'a"],
  ['Kakuma, turkana', 'town: Kakuma, Turkana West, Turkana'],
  ['Machacos', 'county: Machakos'],
  ['elgyo marakwet', 'county: Elgeyo-Marakwet'],
  ['Nairobi County', 'county: Nairobi'],
  ['Kitale town', 'town: Kitale, Saboti, Trans Nzoia'],
  ['kangemi', 'ward: Kangemi, Westlands, Nairobi'],
  ['Fedha', 'locality: Fedha, Embakasi, Nairobi'],
  ['Kahawa Wendani', 'locality: Kahawa Wendani, Ruiru, Kiambu'],
])('searching for a name: %s finds %s first', async (query, first) => {
  expect((await search(query))[0]).toBe(first);
});

test('searching for a name of equally good matches the more important place comes first', async () => {
  const kinds = (await gazetteer.search('Kiambu')).slice(0, 3).map((place) => place.type);
  expect(kinds).toEqual(['county', 'town', 'constituency']);
});

test('a repeated name is distinguished by its county', async () => {
  const names = await search('Township');
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBe(5);
});

test.each(['', '!!!', 'zzzzzzzz', "'; drop table users"])(
  'searching for a name: %j finds nothing',
  async (query) => {
    expect(await search(query)).toEqual([]);
  },
);

test('searching for a name: whatever is typed, at most five results come, each with its county', async () => {
  const typed = fc.oneof(
    fc.string({ maxLength: 100 }),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom('a', 'ma', 'kisi', 'central'),
  );
  await fc.assert(
    fc.asyncProperty(typed, async (query) => {
      const places = await gazetteer.search(query);
      expect(places.length).toBeLessThanOrEqual(5);
      for (const place of places) {
        const name = place.display_name.replace(/ County$/, '');
        expect(name.endsWith(place.address.county)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});
