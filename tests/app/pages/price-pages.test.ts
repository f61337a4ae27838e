import { beforeEach, describe, expect, test } from 'vitest';
import { importReferencePrices } from '#features/prices/server/import-reference-prices.ts';
import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { observeFarms, rollUp } from '#tests/factories/prices.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { pageData, pricePages, renderedHtml } from '#tests/setup/pages.ts';

const read = (html: string) =>
  renderedHtml(html).replaceAll('<!-- -->', '').replaceAll('&#x27;', "'");

describe('price pages', () => {
  let market: Market;
  let open: ReturnType<typeof pricePages>;

  const ask = (daysAgo: number, prices: number[], more = {}) =>
    observeFarms(market, prices, {
      day: daysAfter(dayInNairobi(market.services.clock()), -daysAgo),
      ...more,
    });

  beforeEach(async () => {
    market = await makeMarket();
    open = pricePages(market);
  });

  test('a crop page states its price in words, also in its title, in both languages, with the same figures as table, chart and files', async () => {
    await ask(28, [40, 50, 50, 50, 60]);
    await ask(0, [45, 55, 55, 55, 65]);
    await rollUp(market);
    const { status, html } = await open('/prices/tomato?county=Nyeri');
    expect(status).toBe(200);
    expect(html).toContain('<title>Tomatoes in Nyeri: KES 55 a kg this week · SokoShamba</title>');
    expect(html).toContain(
      '<link rel="canonical" href="https://soko.example/prices/tomato?county=Nyeri" />',
    );
    expect(html).toContain(
      '<meta name="description" content="Tomatoes in Nyeri: KES 55 a kg this week, 10% more than a month ago.',
    );
    for (const text of [
      'Tomatoes in Nyeri: KES 55 a kg this week, 10% more than a month ago.',
      '/api/prices.csv?crop=tomato&amp;county=Nyeri',
    ]) {
      expect(read(html)).toContain(text);
    }
    expect(read(html)).toMatch(/<td[^>]*>55<\/td><td[^>]*>55<\/td><td[^>]*>5<\/td>/);
    expect(read(html)).toContain('<path d="M');
    const answer = await market.caller().market.cropPage({ crop: 'tomato', county: 'Nyeri' });
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

  test('prices of four farms are hidden, and the page says how many farms it takes', async () => {
    await ask(0, [45, 55, 55, 65]);
    await rollUp(market);
    const { html } = await open('/prices/tomato?county=Nyeri');
    expect(html).toContain('<title>Tomatoes in Nyeri: prices by week · SokoShamba</title>');
    expect(read(html)).toContain(
      'no price to show yet. There will be one once five farms sell it.',
    );
    for (const figure of ['KES 45', 'KES 55', 'KES 65']) expect(html).not.toContain(figure);
  });

  test('the overview names crops with their prices, the biggest changes, and the counties', async () => {
    await ask(35, [50, 50, 50, 50, 50]);
    await ask(0, [60, 60, 60, 60, 60]);
    await ask(0, [30, 30, 30, 30, 30], { crop: 'maize' });
    await rollUp(market);
    const { html } = await open('/prices');
    expect(html).toContain('<title>Market prices in Kenya · SokoShamba</title>');
    expect(html).toMatch(/<meta name="description" content="[^"]*Tomatoes KES 60/);
    for (const text of [
      'up 20%',
      'KES 60 a kg, before: KES 50',
      'Tomatoes by county',
      'href="/prices/tomato?county=Nyeri"',
      'href="/prices/maize"',
      '/art/counties.svg#nyeri',
    ]) {
      expect(read(html)).toContain(text);
    }
    expect(read((await open('/prices?crop=maize')).html)).toContain('Maize by county');
  });

  test('a search with one match leads to that crop, one with several lists them, and one with none says so', async () => {
    const found = await open('/prices?search=nyanya');
    expect([found.status, found.headers.get('location')]).toEqual([302, '/prices/tomato']);
    const several = read((await open('/prices?search=potat')).html);
    for (const crop of ['potato', 'sweet-potato'])
      expect(several).toContain(`href="/prices/${crop}"`);
    expect(read((await open('/prices?search=zzzz')).html)).toContain(
      'We know no crop called “zzzz”.',
    );
  });

  test.each(['gold', 'Tomato', '%3Cscript%3E', '0', 'x'.repeat(500)])(
    '/prices/%s is a 404 page that says so',
    async (crop) => {
      const { status, html } = await open(`/prices/${crop}`);
      expect(status).toBe(404);
      expect(read(html)).toContain('There is no such crop here');
      expect(html).toContain('noindex');
      expect(html).not.toContain('<script>');
    },
  );

  test.each(['Atlantis', 'x'.repeat(500), '%3Cscript%3E'])(
    '/prices/tomato?county=%s is a 404 page that says so',
    async (county) => {
      const { status, html } = await open(`/prices/tomato?county=${county}`);
      expect(status).toBe(404);
      expect(read(html)).toContain('There is no county of this name in Kenya');
      expect(read(html)).toContain('href="/prices/tomato"');
      expect(html).toContain('noindex');
      expect(html).not.toContain('<script>');
    },
  );

  test.each(['gold', 'diamonds', '%3Cscript%3E', 'x'.repeat(500)])(
    '/prices?crop=%s is a 404 page that says so',
    async (crop) => {
      const { status, html } = await open(`/prices?crop=${crop}`);
      expect(status).toBe(404);
      expect(read(html)).toMatch(/We know no crop called “[^”]{1,40}”/);
      expect(read(html)).toContain('href="/prices"');
      expect(html).toContain('noindex');
      expect(html).not.toContain('<script>');
    },
  );

  test("a map of an unknown crop suggests similar crops, and one with a crop's name redirects to its id", async () => {
    const near = read((await open('/prices?crop=gold')).html);
    for (const said of [
      'We know no crop called “gold”.',
      'Perhaps you mean one of these:',
      'href="/prices/cape-gooseberry"',
    ]) {
      expect(near).toContain(said);
    }
    const named = await open('/prices?crop=Nyanya');
    expect([named.status, named.headers.get('location')]).toEqual([302, '/prices?crop=tomato']);
  });

  test('a county in another spelling redirects to its own page', async () => {
    const county = await open('/prices/tomato?county=nairobi%20county');
    expect([county.status, county.headers.get('location')]).toEqual([
      302,
      '/prices/tomato?county=Nairobi',
    ]);
  });

  test("the ministry's prices are a separate, attributed line in the chart, its description, the table and the file", async () => {
    const now = market.services.clock();
    const text = [
      'Commodity,Classification,Grade,Sex,Market,Wholesale,Retail,Supply Volume,County,Date',
      'Tomatoes,-,-,-,Daraja Mbili,55.00/Kg,70.00/Kg,1200.00,Kisii,2026-02-24',
      'Tomatoes,-,-,-,Nyamache,61.00/Kg,80.00/Kg,,Kisii,2026-02-25',
      'Tomatoes,-,-,-,Karatina,-,65.00/Kg,,Nyeri,2026-02-25',
      'Tomatoes,-,-,-,Wakulima,4500.00/90 Kg Bag,-,,Nairobi,2026-02-25',
      'Kales/Sukuma Wiki,-,-,-,Daraja Mbili,25.00/Kg,40.00/Kg,,Kisii,2026-02-24',
    ].join('\n');
    const taken = await market.db.transaction((tx) =>
      importReferencePrices(tx, { text, firstLine: 2 }, now),
    );
    expect(taken).toMatchObject({ added: 4, refused: [{ line: 5 }] });
    const kisii = read((await open('/prices/tomato?county=Kisii')).html);
    for (const said of ['Published by KAMIS', '>KAMIS</th>', '>58</td>'])
      expect(kisii).toContain(said);
    // Our own prices are not computed from them.
    expect(kisii).toContain('no price to show yet');
    const file = await (
      await market.request('/api/prices.csv?crop=tomato&county=Kisii&weeks=2')
    ).text();
    expect(file).toContain('KAMIS,58,75,2');
    expect(read((await open('/prices/onion')).html)).not.toContain('KAMIS');
  });

  test('pages are cached until prices are computed again', async () => {
    await market.caller().market.prices({ crop: 'tomato' });
    await ask(0, [55, 55, 55, 55, 55]);
    await rollUp(market);
    await open('/prices/tomato');
    await ask(0, [90, 90, 90, 90, 90, 90, 90, 90]);
    expect((await open('/prices/tomato')).html).toContain('KES 55 a kg this week');
    await rollUp(market);
    await expect
      .poll(async () => (await open('/prices/tomato')).html)
      .toContain('KES 75 a kg this week');
  });
});
