import { countyNamed, readSearch } from '#products/server/read-search.ts';
import { foldedTexts } from '#tests/setup/folded-texts.ts';
import {
  caller,
  changeProduct,
  givenOneMarket,
  listCards,
  makeFarm,
  makeProduct,
  rowsOf,
  sql,
} from '#tests/setup/in-market.ts';

describe('a search finds what people mean', () => {
  const found = async (search: string) =>
    (await listCards({ search })).products.map(({ name }) => name).sort();
  givenOneMarket();
  beforeAll(async () => {
    const nyeri = await makeFarm();
    const inNakuru = { county: 'Nakuru', pinCounty: 'Nakuru' } as const;
    const nakuru = await makeFarm({ name: 'Acacia Farm', ...inNakuru });
    const bay = { county: 'Homa Bay', pinCounty: 'Homa Bay' } as const;
    const lake = await makeFarm({ name: 'Mama Gĩkũyũ’s Shamba', ...bay });
    for (const name of [
      'Tomatoes',
      'Vitunguu vyekundu',
      'Steamed chips',
      'Cowpeas',
      'Hass avocados',
    ])
      await makeProduct(nyeri, { name });
    for (const name of ['Sukuma wiki', 'Chai ya Kericho', 'Red bulb onions', 'Yellow beans'])
      await makeProduct(nakuru, { name });
    for (const name of ["Maziwa ya Ng'ombe", 'Orange sweet potatoes', 'Kienyeji egg', 'Eggplants'])
      await makeProduct(lake, { name, description: 'From our Cafe\u0301' });
    const { id } = await makeProduct(nyeri, { name: 'Machungwa, strawberries' });
    await changeProduct(id, { crop: null });
  });

  test.each([
    ['nyanya', ['Tomatoes']],
    ['kitunguu', ['Red bulb onions', 'Vitunguu vyekundu']],
    ['kale', ['Sukuma wiki']],
    ['tea', ['Chai ya Kericho', 'Steamed chips']],
    ['chai', ['Chai ya Kericho']],
    ['avocado hass', ['Hass avocados']],
    ['avocdo hass', ['Hass avocados']],
    ['beans yellow', ['Yellow beans']],
    ['yellow bean', ['Yellow beans']],
    ['eggs kienyeji', ['Kienyeji egg']],
    ['red onions', ['Red bulb onions']],
    ['kale acacia', ['Sukuma wiki']],
    ['acacia kale', ['Sukuma wiki']],
    ['beans in nakuru', ['Yellow beans']],
    ['homa bay milk', ["Maziwa ya Ng'ombe"]],
    ['kale homa bay', []],
    ['beef', []],
    ['machungwa', ['Machungwa, strawberries']],
    ['oranges', ['Machungwa, strawberries', 'Orange sweet potatoes']],
    ['orange', ['Machungwa, strawberries', 'Orange sweet potatoes']],
    ['strawberry', ['Machungwa, strawberries']],
    ['maziwa ya ng’ombe', ["Maziwa ya Ng'ombe"]],
    ['ng`ombe maziwa', ["Maziwa ya Ng'ombe"]],
    ['\u202aNYA\u200bNYA\u202c', ['Tomatoes']],
    ['café egg', ['Eggplants', 'Kienyeji egg']],
    ['gikuyu eggs', ['Kienyeji egg']],
    [
      'mama gi\u0303ku\u0303yu\u0303',
      ['Eggplants', 'Kienyeji egg', "Maziwa ya Ng'ombe", 'Orange sweet potatoes'],
    ],
    ['%', []],
    ['_____ \\', []],
  ])('%s', async (search, names) => {
    expect(await found(search)).toEqual(names);
    // Other filters have another statement, and the counts another one.
    const input = { search, minPrice: 1 };
    expect((await listCards(input)).products.map(({ name }) => name).sort()).toEqual(names);
  });

  test.each(['Nakuru', 'nakuro', 'ACACIA FARM'])(
    '%s finds all that its farms offer',
    async (search) => {
      const all = ['Chai ya Kericho', 'Red bulb onions', 'Sukuma wiki', 'Yellow beans'];
      expect(await found(search)).toEqual(all);
    },
  );

  test.each([
    ['nyanya', ['Nyanya', 'Nyanya ndogo', 'Nyanya chungu', 'Nyanya ya mti']],
    ['TOM', ['Tomato', 'Tomoko']],
    ['nyer', ['Nyeri']],
    ['farm', ['Acacia Farm', 'Kilima Farm']],
    ['gikuyu', ['Mama Gĩkũyũ’s Shamba']],
    ['%%', []],
  ])('while typing "%s", crops, counties and farms are suggested', async (search, suggestions) => {
    expect(await caller().market.suggestions({ search })).toEqual(suggestions);
  });

  test('a farm without offers is not suggested, and one letter suggests nothing', async () => {
    await makeFarm({ name: 'Jacaranda Farm' });
    expect(await caller().market.suggestions({ search: 'jaca' })).toEqual([]);
    await expect(caller().market.suggestions({ search: 'j' })).rejects.toThrow('INVALID_INPUT');
  });

  test('the database folds text as the server does', async () => {
    for (const [typed, folded] of foldedTexts)
      expect(await rowsOf(sql`select fold_text(${typed}) as text`)).toEqual([{ text: folded }]);
  });
});

const cropsOf = (search: string) => readSearch(search).map(({ crops }) => crops);
test('a misspelling close to two crops means the closest; short words are not guessed', () => {
  expect(cropsOf('manga')).toEqual([['mango']]);
  expect(cropsOf('pes')).toEqual([[]]);
  // The plural of a name too short to be guessed.
  expect(cropsOf('beens')).toEqual([['bean']]);
});
test.each([
  ['Nakuru', 'Nakuru'],
  ['homa bay county', 'Homa Bay'],
  ['Muranga', "Murang'a"],
  ['Tomatoes', null],
])('the words of a search: %s names the county %s', (search, county) => {
  expect(countyNamed(search)).toBe(county);
});
