import { asc } from 'drizzle-orm';
import { referencePrices } from '#prices/server/tables.ts';
import {
  advance,
  db,
  givenMarket,
  observeFarms,
  operate,
  refusalText,
} from '#tests/setup/in-market.ts';

const HEAD = 'Commodity,Classification,Grade,Sex,Market,Wholesale,Retail,Supply Volume,County,Date';
const line = (
  change: Partial<
    Record<'commodity' | 'market' | 'wholesale' | 'retail' | 'county' | 'date', string>
  > = {},
) => {
  const { commodity, market, wholesale, retail, county, date } = {
    ...{ commodity: 'Tomatoes', market: 'Wakulima', wholesale: '55.00/Kg', retail: '70.00/Kg' },
    ...{ county: 'Nairobi', date: '2026-03-01', ...change },
  };
  return `${commodity},-,-,-,${market},${wholesale},${retail},1200,${county},${date}`;
};

givenMarket();
const take = (text: string, firstLine = 2) => operate('importPrices', { firstLine, text });
const rows = () => db.select().from(referencePrices).orderBy(asc(referencePrices.id));

test("the ministry's market prices are stored once: the same file again changes nothing", async () => {
  const file = [
    HEAD,
    line(),
    line({ market: 'Kongowea', county: 'MOMBASA COUNTY', wholesale: '-' }),
  ].join('\n');
  expect(await take(file)).toBe('2 new, 0 known already, 0 refused');
  const before = await rows();
  expect(before).toMatchObject([
    {
      ...{ source: 'KAMIS', crop: 'tomato', market: 'Wakulima', county: 'Nairobi' },
      ...{ day: '2026-03-01', wholesaleCents: 5500, retailCents: 7000 },
    },
    { market: 'Kongowea', county: 'Mombasa', wholesaleCents: null, retailCents: 7000 },
  ]);
  advance(3600);
  expect(await take(file)).toBe('0 new, 2 known already, 0 refused');
  expect(await rows()).toEqual(before);
});

test("the ministry's market prices may have their columns in any order and case", async () => {
  const file =
    'DATE;county;Retail Price;WHOLESALE PRICE;market;Commodity\r\n01/03/2026;Kisii;1,250.50/kg;-;Daraja Mbili;Nyanya\r\n';
  expect(await take(file)).toContain('1 new');
  expect(await rows()).toMatchObject([
    { crop: 'tomato', county: 'Kisii', day: '2026-03-01', retailCents: 125_050 },
  ]);
});

test("the ministry's market prices are refused line by line, with the line number and the reason, and the rest is stored", async () => {
  const bad: [Parameters<typeof line>[0], string][] = [
    [{ retail: '4500.00/90 Kg Bag' }, '"4500.00/90 Kg Bag" is no price of a kilogram'],
    [{ retail: '70.00' }, '"70.00" is no price of a kilogram'],
    [{ retail: '0.00/Kg' }, '"0.00/Kg" is an impossible price'],
    [{ retail: '-5.00/Kg' }, '"-5.00/Kg" is no price'],
    [{ wholesale: '-', retail: '-' }, 'it has no price'],
    [{ county: 'Atlantis' }, 'no county is called "Atlantis"'],
    [{ date: '2026-02-30' }, '"2026-02-30" is no date'],
    [{ date: '2026-03-03' }, '2026-03-03 is yet to come'],
    [{ commodity: 'Unobtainium' }, 'no crop is called "Unobtainium"'],
    [{ market: '' }, 'the market is missing'],
    [{ market: 'x'.repeat(200) }, 'its market is too long'],
  ];
  const text = await take(
    [HEAD, line(), ...bad.map(([change]) => line(change)), line({ market: 'Gikomba' })].join('\n'),
    1002,
  );
  const expected = bad.map(([, reason], at) => `line ${1003 + at}: ${reason}`);
  expect(text.trim().split('\n')).toEqual([
    `2 new, 0 known already, ${bad.length} refused`,
    ...expected,
  ]);
  expect(await rows()).toHaveLength(2);
});

test("the ministry's market prices of another table are refused as a whole", async () => {
  expect(await refusalText(take('Product,Price\nTomatoes,55'))).toBe(
    'Wrong file: no column commodity, market, wholesale, retail, county, date.',
  );
  await refusalText(take(''));
  expect(await rows()).toEqual([]);
});

test("the ministry's market prices: our own prices are rebuilt on the operator's command", async () => {
  await observeFarms([50, 50, 50, 50, 50]);
  const said = 'Prices recomputed: 2 cells of 1 series.';
  expect(await operate('rebuildPrices', {})).toBe(said);
});
