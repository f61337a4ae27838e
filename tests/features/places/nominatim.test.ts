import { prune } from '#app/features.ts';
import { createNominatim } from '#places/server/nominatim.ts';
import { geocoderSlots } from '#places/server/tables.ts';
import { START } from '#tests/setup/market.ts';
import { emptyTestDatabase } from '#tests/setup/test-database.ts';
import { behaviours, nairobi, startNominatimDouble } from './nominatim-double.ts';

const centre = { latitude: -1.2864, longitude: 36.8172 };
const somewhere = (index: number) => ({ latitude: -1.2 - index / 1000, longitude: 36.8 });

let double: Awaited<ReturnType<typeof startNominatimDouble>>;
let db: Awaited<ReturnType<typeof emptyTestDatabase>>['db'];
let now: Date;
let released: number[];

const nominatim = ({ timeoutMilliseconds = 5000 } = {}) =>
  createNominatim(db, {
    url: double.url,
    userAgent: 'SokoShamba/0.1.0 (+https://soko.example)',
    clock: () => now,
    sleep: async (milliseconds) => {
      const end = now.getTime() + milliseconds;
      released.push(end - START.getTime());
      now = new Date(Math.max(now.getTime(), end));
    },
    timeoutMilliseconds,
  });
const advance = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

beforeEach(async () => {
  ({ db } = await emptyTestDatabase());
  double = await startNominatimDouble();
  now = START;
  released = [];
});
afterEach(async () => {
  await double.stop();
});

test("the client asks as the server's policy requires, for Kenya and five places", async () => {
  await nominatim().reverse({ latitude: -1.28642, longitude: 36.81718 });
  await nominatim().search('  Kaka  Mega&countrycodes=ug#');
  const [reverse, search] = double.requests;
  expect(reverse?.url.pathname).toBe('/maps/reverse');
  const form = { format: 'json', addressdetails: '1', 'accept-language': 'en' };
  const sent = (request = reverse) => Object.fromEntries(request?.url.searchParams ?? []);
  expect(sent()).toEqual({ ...form, lat: '-1.2864', lon: '36.8172' });
  expect(reverse?.headers['user-agent']).toBe('SokoShamba/0.1.0 (+https://soko.example)');
  expect(search?.url.pathname).toBe('/maps/search');
  const asked = { q: 'kaka mega&countrycodes=ug#', limit: '5', countrycodes: 'ke' };
  expect(sent(search)).toEqual({ ...form, ...asked });
});

test('the client returns the answer with our own county and sub-county', async () => {
  const { place_id: _, licence: __, address, ...place } = nairobi;
  const { road: ___, ...kept } = address;
  expect(await nominatim().reverse(centre)).toEqual({
    ...place,
    address: { ...kept, county: 'Nairobi', state_district: 'Starehe' },
  });
});

test('the client asks once for each distinct place, however many ask at once, and caches it for 30 days', async () => {
  const provider = nominatim();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => provider.reverse(somewhere(index % 3))),
  );
  expect(double.requests).toHaveLength(3);
  expect(new Set(answers.map((answer) => answer?.display_name))).toEqual(
    new Set([nairobi.display_name]),
  );

  advance(29 * 24 * 3600);
  await provider.reverse(somewhere(0));
  await nominatim().reverse(somewhere(0));
  expect(double.requests).toHaveLength(3);
  advance(2 * 24 * 3600);
  await prune(db, now);
  await provider.reverse(somewhere(0));
  expect(double.requests).toHaveLength(4);
});

test('the client spaces requests at least a second apart, over all processes', async () => {
  const processes = [nominatim(), nominatim(), nominatim()];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, (_, index) => processes[index % 3]?.reverse(somewhere(index))),
  );
  const moments = [0, ...released].sort((a, b) => a - b);
  const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
  const [slot] = await db.select({ nextAt: geocoderSlots.nextAt }).from(geocoderSlots);
  const sent = double.requests.length;
  expect(sent).toBeGreaterThanOrEqual(moments.length);
  expect(((slot?.nextAt.getTime() ?? 0) - START.getTime()) / sent).toBeGreaterThanOrEqual(1000);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(sent);
  expect(new Set(double.requests.map(({ url }) => url.search)).size).toBe(sent);
});

test('the client refuses at once a request that would have to wait longer than three seconds', async () => {
  const stopped = { clock: () => START, sleep: async () => {} };
  const frozen = createNominatim(db, { url: double.url, userAgent: 'x', ...stopped });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => frozen.reverse(somewhere(index))),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(double.requests).toHaveLength(3);
});

const { right: _, without: __, ...failures } = behaviours;
test.each(Object.entries(failures))(
  'the client gives up on a server that is %s, and caches nothing of it',
  async (_, behave) => {
    double.behave(behave);
    const impatient = { timeoutMilliseconds: 1000 };
    await expect(nominatim(impatient).reverse(centre)).rejects.toThrow();
    await expect(nominatim(impatient).search('nairobi')).rejects.toThrow();
    expect(double.requests.every(({ url }) => url.pathname !== '/maps/elsewhere')).toBe(true);
    double.behave(behaviours.right);
    expect((await nominatim().reverse(centre))?.display_name).toBe(nairobi.display_name);
  },
);

test('the client gives up on a server that is down too', async () => {
  await double.stop();
  await expect(nominatim().reverse(centre)).rejects.toThrow();
});

test('the client caches that a position has no address', async () => {
  double.behave(behaviours.without);
  expect(await nominatim().reverse(centre)).toBeNull();
  expect(await nominatim().reverse(centre)).toBeNull();
  expect(double.requests).toHaveLength(1);
});

test('the client leaves out places abroad, and more than five', async () => {
  const arusha = { ...nairobi, lat: '-3.3869', lon: '36.6830' };
  const kampala = { ...nairobi, address: { country_code: 'ug' } };
  double.answer([arusha, kampala, ...Array.from({ length: 9 }, () => nairobi)]);
  expect(await nominatim().search('arusha')).toHaveLength(5);
});

test('the client cleans texts and cuts them to the size of our fields', async () => {
  const display_name = `A\u0000B\r\nSet-Cookie: x\uD800 ${'long '.repeat(200)}`;
  double.answer({ ...nairobi, display_name, type: 5 });
  const place = await nominatim().reverse(centre);
  expect(place?.display_name).toMatch(/^A B Set-Cookie: x/);
  expect(place?.display_name.length).toBeLessThanOrEqual(300);
  expect(place?.type).toBe('place');
});

test('the client does not send a query without letters', async () => {
  expect(await nominatim().search(' ?!… ')).toEqual([]);
  expect(double.requests).toHaveLength(0);
});
