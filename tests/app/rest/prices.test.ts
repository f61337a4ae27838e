import { readCsv } from '#rules/csv.ts';
import { daysAfter } from '#rules/day.ts';
import {
  call,
  givenMarket,
  observeFarms,
  request,
  rollUp,
  rowsOf,
  sql,
} from '#tests/setup/in-market.ts';

type Figures = { median: number; low: number; high: number; farms: number };
type Week = { week: string; asked: Figures | null; paid: (Figures & { orders: number }) | null };

const TODAY = '2026-03-02';
const lastWeek = { day: daysAfter(TODAY, -4) };
const paid = { kind: 'paid' as const };

const PLAIN_SQL = `
  with usual as (
    select * from price_observations where crop = 'tomato' and county = 'Nyeri' and not is_related and is_proven
  ), voices as (
    select kind, date_trunc('week', day)::date as monday, farm_id, percentile_cont(0.5) within group (order by price_per_kg_cents) as price
    from usual group by 1, 2, 3
  ), figures as (
    select kind, monday, count(*)::int as farms, floor(percentile_cont(0.25) within group (order by price) / 500 + 0.5)::int * 5 as low,
      floor(percentile_cont(0.5) within group (order by price) / 500 + 0.5)::int * 5 as median,
      floor(percentile_cont(0.75) within group (order by price) / 500 + 0.5)::int * 5 as high
    from voices group by 1, 2
  ), buyers as (
    select kind, date_trunc('week', day)::date as monday, count(distinct buyer_id)::int as buyers, count(distinct order_id)::int as orders
    from usual group by 1, 2
  )
  select to_char(monday, 'IYYY-"W"IW') as week, kind, median, low, high, farms, orders
  from figures join buyers using (kind, monday)
  where farms >= 5 and (kind = 'asked' or (buyers >= 5 and monday < '${TODAY}')) order by 1, 2`;

givenMarket();

const ask = (query: string, path = '/api/prices') => call(`${path}?${query}`);
const weeksOf = async (query: string) => (await ask(query)).body.weeks as Week[];

test("GET /api/prices: answers a crop's weeks in a county to anyone, the current week last", async () => {
  await observeFarms([40, 45, 50, 55, 60]);
  await observeFarms([30, 35, 40, 45, 50], { ...paid, ...lastWeek });
  await rollUp();
  const asked = { median: 50, low: 45, high: 55, farms: 5 };
  const bought = { median: 40, low: 35, high: 45, farms: 5, orders: 5 };
  expect((await ask('crop=tomato&county=Nyeri&weeks=3')).body).toEqual({
    ...{ success: true, crop: 'tomato', county: 'Nyeri', unit: 'kg' },
    weeks: [
      { week: '2026-W08', asked: null, paid: null },
      { week: '2026-W09', asked: null, paid: bought },
      { week: '2026-W10', asked, paid: null },
    ],
  });
  expect((await ask('crop=tomato&weeks=1')).body).toMatchObject({
    county: null,
    weeks: [{ asked: { median: 50 } }],
  });
  expect(await weeksOf('crop=tomato')).toHaveLength(26);
  expect(await weeksOf('crop=tomato&weeks=104')).toHaveLength(104);
});

test('GET /api/prices matches plain SQL over the observations, and so does the table', async () => {
  for (let ago = 0; ago < 40; ago += 1) {
    const prices = Array.from(
      { length: 3 + (ago % 5) },
      (_, at) => 40 + ((ago * 7 + at * 13) % 17) + at / 3,
    );
    const day = daysAfter(TODAY, -ago);
    await observeFarms(prices, { day });
    await observeFarms(
      prices.map((price) => price - 5),
      {
        ...paid,
        day,
        ...(ago % 6 === 0 && { isRelated: true }),
        ...(ago % 6 === 3 && { isProven: false }),
      },
    );
  }
  await rollUp();
  const rows = await rowsOf(sql.raw(PLAIN_SQL));
  const expected = rows.map(({ orders, ...row }) =>
    row.kind === 'paid' ? { ...row, orders } : row,
  );
  const answered = (await weeksOf('crop=tomato&county=Nyeri')).flatMap(
    ({ week, asked, paid: bought }) => [
      ...(asked ? [{ week, kind: 'asked', ...asked }] : []),
      ...(bought ? [{ week, kind: 'paid', ...bought }] : []),
    ],
  );
  expect(answered.length).toBeGreaterThan(8);
  expect(answered).toEqual(expected);

  const file = await (await request('/api/prices.csv?crop=tomato&county=Nyeri')).text();
  const [head = [], ...lines] = readCsv(file).map(({ cells }) => cells);
  const inTable = lines.flatMap((line) => {
    const cell = (name: string) => line[head.indexOf(name)] ?? '';
    return (['asked', 'paid'] as const).flatMap((kind) => {
      if (cell(`${kind}_median`) === '') return [];
      const names = ['median', 'low', 'high', 'farms', ...(kind === 'paid' ? ['orders'] : [])];
      const figures = names.map((name) => [name, Number(cell(`${kind}_${name}`))]);
      return [{ week: cell('week'), kind, ...Object.fromEntries(figures) }];
    });
  });
  expect(inTable).toEqual(expected);
});

test.each([
  ['crop=unobtainium', 404],
  ['crop=constructor', 404],
  ['crop=TOMATO', 404],
  ['', 400],
  [`crop=${'x'.repeat(41)}`, 400],
  ['crop=to%00mato', 400],
  ['crop=tomato&county=Atlantis', 400],
  ['crop=tomato&weeks=0', 400],
  ['crop=tomato&weeks=105', 400],
  ['crop=tomato&weeks=1e9', 400],
  ['crop=tomato&weeks=2.5', 400],
])('GET /api/prices refuses with a message: %s', async (query, expected) => {
  for (const path of ['/api/prices', '/api/prices.csv']) {
    const { status, body } = await ask(query, path);
    expect([status, body.message]).toEqual([expected, expect.stringMatching(/\w+ \w+/)]);
  }
});

test('GET /api/prices is cached in memory with a validator until a roll-up ends', async () => {
  const path = '/api/prices?crop=tomato&weeks=1';
  const etagOf = async () => (await request(path)).headers.get('etag');
  await expect.poll(etagOf, { timeout: 5000 }).toMatch(/^"/);
  const headers = { 'if-none-match': (await etagOf()) ?? '' };
  expect((await request(path, { headers })).status).toBe(304);
  await observeFarms([50, 50, 50, 50, 50]);
  expect((await request(path, { headers })).status).toBe(304);
  await rollUp();
  await expect
    .poll(async () => (await weeksOf('crop=tomato&weeks=1'))[0]?.asked?.median, { timeout: 5000 })
    .toBe(50);
});

test('GET /api/prices/movers: answers crops whose national price changed, the biggest change first', async () => {
  const before = { day: daysAfter(TODAY, -30) };
  const all = (price: number) => [price, price, price, price, price];
  for (const [crop, then, now] of [
    ['tomato', 50, 60],
    ['kale', 40, 20],
    ['maize', 30, 30],
  ] as const) {
    await observeFarms(all(then), { crop, ...before });
    await observeFarms(all(now), { crop });
  }
  await observeFarms(all(70), { crop: 'onion' });
  await rollUp();
  expect((await call('/api/prices/movers?days=30')).body.movers).toMatchObject([
    { crop: 'kale', now: 20, before: 40, change: -50 },
    { crop: 'tomato', en: 'Tomatoes', sw: 'Nyanya', now: 60, before: 50, change: 20 },
  ]);
  expect((await call('/api/prices/movers')).body.movers).toHaveLength(2);
});

test.each(['6', '366', '1e9', 'x'])(
  'GET /api/prices/movers refuses %s days with a message',
  async (days) => {
    const { status, body } = await call(`/api/prices/movers?days=${days}`);
    expect([status, body.message]).toEqual([400, 'days is a number from 7 to 365']);
  },
);
