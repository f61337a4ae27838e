import { createMemoryHistory } from '@tanstack/react-router';
import { createAppRouter } from '#app/web/router.tsx';
import { importReferencePrices } from '#prices/server/import-reference-prices.ts';
import { dayInNairobi, daysAfter } from '#rules/day.ts';
import {
  caller,
  db,
  givenMarket,
  now,
  observeFarms,
  pricePages,
  request,
  rollUp,
} from '#tests/setup/in-market.ts';
import { pageData, renderedHtml } from '#tests/setup/pages.ts';

const read = (html: string) =>
  renderedHtml(html).replaceAll('<!-- -->', '').replaceAll('&#x27;', "'");

let open: ReturnType<typeof pricePages>;

const ask = (daysAgo: number, prices: number[], more = {}) =>
  observeFarms(prices, {
    day: daysAfter(dayInNairobi(now()), -daysAgo),
    ...more,
  });

givenMarket();
beforeEach(async () => {
  open = pricePages();
});

test('a crop page states its price in words, title, table and chart, in both languages', async () => {
  await ask(28, [40, 50, 50, 50, 60]);
  await ask(0, [45, 55, 55, 55, 65]);
  await rollUp();
  const { html } = await open('/prices/tomato?county=Nyeri');
  const said = 'Tomatoes in Nyeri: KES 55 per kg this week, 10% more than a month ago.';
  for (const tag of [
    '<title>Tomatoes in Nyeri: KES 55 per kg this week · SokoShamba</title>',
    '<link rel="canonical" href="https://soko.example/prices/tomato?county=Nyeri" />',
    `<meta name="description" content="${said}`,
  ])
    expect(html).toContain(tag);
  for (const text of [said, '/api/prices.csv?crop=tomato&amp;county=Nyeri', '<path d="M'])
    expect(read(html)).toContain(text);
  expect(read(html)).toMatch(/<td[^>]*>55<\/td><td[^>]*>55<\/td><td[^>]*>5<\/td>/);
  const answer = await caller().market.cropPage({ crop: 'tomato', county: 'Nyeri' });
  expect(pageData(html)).toEqual({
    cropPage: {
      question: { crop: 'tomato', county: 'Nyeri' },
      page: JSON.parse(JSON.stringify(answer)),
    },
  });
  expect((await open('/prices/tomato?county=Nyeri&language=sw')).html).toContain(
    '<title>Nyanya, Nyeri: KES 55 kwa kilo wiki hii',
  );
});

test('price pages: prices of four farms are hidden, and the page says how many farms it takes', async () => {
  await ask(0, [45, 55, 55, 65]);
  await rollUp();
  const { html } = await open('/prices/tomato?county=Nyeri');
  expect(html).toContain('<title>Tomatoes in Nyeri: prices by week · SokoShamba</title>');
  expect(read(html)).toContain('Five farms have to sell it.');
  expect(html).not.toMatch(/KES [456]5/);
});

test('a search leads to its one match, lists several, or says that there is none', async () => {
  const found = await open('/prices?search=nyanya');
  expect([found.status, found.headers.get('location')]).toEqual([302, '/prices/tomato']);
  const several = read((await open('/prices?search=potat')).html);
  for (const crop of ['potato', 'sweet-potato'])
    expect(several).toContain(`href="/prices/${crop}"`);
  expect(read((await open('/prices?search=zzzz')).html)).toContain(
    'We do not know the crop “zzzz”.',
  );
});

const XSS = '%3Cscript%3E';
const LONG = 'x'.repeat(500);
const NO_COUNTY = 'We could not find this county';
test.each([
  ['/gold', 'We could not find this crop', '/prices'],
  ['/Tomato', 'We could not find this crop', '/prices'],
  [`/${XSS}`, 'We could not find this crop', '/prices'],
  ['/tomato?county=Atlantis', NO_COUNTY, '/prices/tomato'],
  [`/tomato?county=${XSS}`, NO_COUNTY, '/prices/tomato'],
  [`?crop=${XSS}`, /We do not know the crop “[^”]{1,40}”/, '/prices'],
  [`?crop=${LONG}`, /We do not know the crop “[^”]{1,40}”/, '/prices'],
])('price pages: /prices%s is a 404 page that says so', async (path, said, link) => {
  const { status, html } = await open(`/prices${path}`);
  expect(status).toBe(404);
  expect(read(html)).toMatch(said);
  expect(read(html)).toContain(`href="${link}"`);
  expect(html).toContain('noindex');
  expect(html).not.toContain('<script>');
});

test.each(['nonsense', '%2541', 'a%2Bb', 'a%2Fb', '%3Cscript%3E'])(
  'the page of /prices/%s is rendered for the crop that the browser reads of the address (D157)',
  async (written) => {
    const path = `/prices/${written}`;
    const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
    await router.load();
    const question = router.state.matches.at(-1)?.params;
    expect(pageData((await open(path)).html)).toEqual({ cropPage: { question, page: null } });
  },
);

test('a map of an unknown crop suggests similar crops', async () => {
  const near = read((await open('/prices?crop=gold')).html);
  for (const said of [
    'We do not know the crop “gold”.',
    'One of these?',
    'href="/prices/cape-gooseberry"',
  ])
    expect(near).toContain(said);
});

test.each([
  ['?crop=Nyanya', '?crop=tomato'],
  ['/tomato?county=nairobi%20county', '/tomato?county=Nairobi'],
])('price pages: /prices%s redirects to /prices%s', async (path, to) => {
  const { status, headers } = await open(`/prices${path}`);
  expect([status, headers.get('location')]).toEqual([302, `/prices${to}`]);
});

test("the ministry's prices are a separate, attributed line in chart, table and file", async () => {
  const text = [
    'Commodity,Classification,Grade,Sex,Market,Wholesale,Retail,Supply Volume,County,Date',
    'Tomatoes,-,-,-,Daraja Mbili,55.00/Kg,70.00/Kg,1200.00,Kisii,2026-02-24',
    'Tomatoes,-,-,-,Nyamache,61.00/Kg,80.00/Kg,,Kisii,2026-02-25',
  ].join('\n');
  await db.transaction((tx) => importReferencePrices(tx, { text, firstLine: 2 }, now()));
  const kisii = read((await open('/prices/tomato?county=Kisii')).html);
  for (const said of ['Published by KAMIS', '>KAMIS</th>', '>58</td>', 'no price yet'])
    expect(kisii).toContain(said);
  const path = '/api/prices.csv?crop=tomato&county=Kisii&weeks=2';
  expect(await (await request(path)).text()).toContain('KAMIS,58,75,2');
  expect(read((await open('/prices/onion')).html)).not.toContain('KAMIS');
});

test('price pages: pages are cached until prices are computed again', async () => {
  await caller().market.prices({ crop: 'tomato' });
  await ask(0, [55, 55, 55, 55, 55]);
  await rollUp();
  await open('/prices/tomato');
  await ask(0, [90, 90, 90, 90, 90, 90, 90, 90]);
  expect((await open('/prices/tomato')).html).toContain('KES 55 per kg this week');
  await rollUp();
  await expect
    .poll(async () => (await open('/prices/tomato')).html)
    .toContain('KES 75 per kg this week');
});
