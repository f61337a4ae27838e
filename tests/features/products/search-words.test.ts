import { beforeAll, describe, expect, test } from 'vitest';
import {
  countyNamed,
  searchPatterns,
} from '#features/products/server/catalogue/search-patterns.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { listCards } from '#tests/setup/answers/list-cards.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

describe('a search finds what people mean', () => {
  let market: Market;
  const found = async (search: string) =>
    (await listCards(market, { search })).products.map(({ name }) => name).sort();
  beforeAll(async () => {
    market = await makeMarket();
    const nyeri = await makeFarm(market);
    const inNakuru = { county: 'Nakuru', pinCounty: 'Nakuru' } as const;
    const nakuru = await makeFarm(market, { name: 'Acacia Farm', ...inNakuru });
    for (const name of ['Tomatoes', 'Vitunguu vyekundu', 'Steamed chips'])
      await makeProduct(market, nyeri, { name });
    for (const name of ['Sukuma wiki', 'Chai ya Kericho'])
      await makeProduct(market, nakuru, { name });
  });

  test.each([
    ['nyanya', ['Tomatoes']],
    ['kitunguu', ['Vitunguu vyekundu']],
    ['kale', ['Sukuma wiki']],
    ['tea', ['Chai ya Kericho', 'Steamed chips']],
    ['chai', ['Chai ya Kericho']],
    ['Nakuru', ['Chai ya Kericho', 'Sukuma wiki']],
    ['nakuro', ['Chai ya Kericho', 'Sukuma wiki']],
    ['ACACIA FARM', ['Chai ya Kericho', 'Sukuma wiki']],
  ])('%s', async (search, names) => {
    expect(await found(search)).toEqual(names);
  });

  test.each([
    ['nyanya', ['Nyanya', 'Nyanya ndogo', 'Nyanya chungu', 'Nyanya ya mti']],
    ['TOM', ['Tomato', 'Tomoko']],
    ['nyer', ['Nyeri']],
    ['farm', ['Acacia Farm', 'Kilima Farm']],
    ['%%', []],
  ])('while typing "%s", crops, counties and farms are suggested', async (search, suggestions) => {
    expect(await market.caller().market.suggestions({ search })).toEqual(suggestions);
  });

  test('a farm without offers is not suggested, and one letter suggests nothing', async () => {
    await makeFarm(market, { name: 'Jacaranda Farm' });
    expect(await market.caller().market.suggestions({ search: 'jaca' })).toEqual([]);
    await expect(market.caller().market.suggestions({ search: 'j' })).rejects.toThrow(
      'INVALID_INPUT',
    );
  });
});

describe('the words of a search', () => {
  test('a misspelling close to two crops means the closest; short words are not guessed', () => {
    expect(searchPatterns('manga')).toContain('%mango%');
    expect(searchPatterns('pes')).toEqual(['%pes%']);
    // The plural of a name too short to be guessed.
    expect(searchPatterns('beens')).toContain('% bean%');
  });
  test.each([
    ['Nakuru', 'Nakuru'],
    ['homa bay county', 'Homa Bay'],
    ['Muranga', "Murang'a"],
    ['Tomatoes', null],
  ])('%s names the county %s', (search, county) => {
    expect(countyNamed(search)).toBe(county);
  });
});
