import { beforeAll, describe, expect, test } from 'vitest';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { outcomeOf } from '#tests/setup/rest.ts';

describe('a query about prices', () => {
  let market: Market;
  beforeAll(async () => {
    market = await makeMarket();
  });
  type Ask = (input: never) => Promise<unknown>;
  const procedures = (): Record<string, Ask> => {
    const { prices, countyPrices, priceHint, cropPage, cropOffers, priceOverview } =
      market.caller().market;
    return { prices, countyPrices, priceHint, cropPage, cropOffers, priceOverview };
  };
  const outcomes = async (names: readonly string[], input: object) => {
    const all = procedures();
    return Promise.all(names.map((name) => outcomeOf((all[name] as Ask)(input as never))));
  };
  const OF_A_CROP = [
    'prices',
    'countyPrices',
    'priceHint',
    'cropPage',
    'cropOffers',
    'priceOverview',
  ] as const;
  const OF_A_COUNTY = ['prices', 'priceHint', 'cropPage'] as const;

  test.each([
    ['unobtainium', 'CROP_NOT_FOUND'],
    ['TOMATO', 'CROP_NOT_FOUND'],
    ['nyanya', 'CROP_NOT_FOUND'],
    ['constructor', 'CROP_NOT_FOUND'],
    ['__proto__', 'CROP_NOT_FOUND'],
    ["tomato' or 1=1 --", 'CROP_NOT_FOUND'],
    ['x'.repeat(41), 'INVALID_INPUT'],
    ['to\u0000mato', 'INVALID_INPUT'],
    [7, 'INVALID_INPUT'],
    [{}, 'INVALID_INPUT'],
    [['tomato'], 'INVALID_INPUT'],
  ])('of the crop %j is answered with %s', async (crop, code) => {
    expect(await outcomes(OF_A_CROP, { crop })).toEqual(OF_A_CROP.map(() => code));
  });

  test.each(['Atlantis', '', 'x'.repeat(1000), 7, {}])(
    'in the county %j is refused',
    async (county) => {
      expect(await outcomes(OF_A_COUNTY, { crop: 'tomato', county })).toEqual(
        OF_A_COUNTY.map(() => 'INVALID_INPUT'),
      );
    },
  );

  test.each([0, -1, 105, 1e9, 2.5, Number.NaN, '26'])('of %j weeks is refused', async (weeks) => {
    expect(await outcomes(['prices'], { crop: 'tomato', weeks })).toEqual(['INVALID_INPUT']);
  });

  test.each([0, 6, 366, 1e9, 7.5])('of changes in %j days is refused', async (days) => {
    expect(await outcomeOf(market.caller().market.priceMovers({ days }))).toBe('INVALID_INPUT');
  });

  test('of a crop not yet offered, and of the longest period, is answered', async () => {
    expect(await outcomes(OF_A_CROP, { crop: 'leek' })).toEqual(OF_A_CROP.map(() => 'accepted'));
    expect((await market.caller().market.prices({ crop: 'leek', weeks: 104 })).weeks).toHaveLength(
      104,
    );
  });
});
