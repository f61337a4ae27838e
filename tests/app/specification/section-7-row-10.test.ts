import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { productFields, productParts } from '#tests/factories/forms.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call, sendForm } from '#tests/setup/rest.ts';

let market: Market;
let farm: Awaited<ReturnType<typeof makeFarm>>;
beforeEach(async () => {
  market = await makeMarket();
  farm = await makeFarm(market);
});

type Fields = Record<string, string>;

async function send(method: 'POST' | 'PUT', fields: Fields) {
  const { status, body } = await sendForm(market, '/api/farmer/products', productParts(fields), {
    ...farm,
    method,
  });
  return {
    status,
    ...(body as { product?: { id: number }; message?: string; fieldErrors?: object }),
  };
}

describe("'gps_latitude, gps_longitude, gps_accuracy (if captured)': any finite number in range", () => {
  test.each([
    ['37.33233141000001', '14 decimals'],
    ['-0.41690000000000005', '17 decimals'],
    ['-1e-7', 'as JavaScript writes a number close to zero'],
    ['-1.0E-4', 'as Java writes it'],
    [`0.${'1'.repeat(60)}`, '60 decimals'],
  ])('%s is taken by POST and PUT, as a form and as JSON: %s', async (number) => {
    const gps = {
      gps_latitude: number,
      gps_longitude: '37.33233141000001',
      gps_accuracy: '12.345678901234567',
    };
    const made = await send('POST', gps);
    expect(made.status, made.message).toBe(201);
    const product_id = String(made.product?.id);
    expect((await send('PUT', { ...gps, product_id })).status).toBe(200);
    const asNumbers = Object.entries(gps).map(([name, text]) => [name, Number(text)]);
    for (const fields of [gps, Object.fromEntries(asNumbers)]) {
      const json = { ...productFields(), ...fields };
      expect((await call(market, '/api/farmer/products', json, farm)).status).toBe(201);
      const edit = { ...json, product_id };
      expect(
        (await call(market, '/api/farmer/products', edit, { ...farm, method: 'PUT' })).status,
      ).toBe(200);
    }
  });

  test('every double between the limits is accepted as JavaScript writes it', async () => {
    const within = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    await fc.assert(
      fc.asyncProperty(
        within(90),
        within(180),
        fc.double({ min: 0, max: 100_000, noNaN: true }),
        async (...numbers) => {
          const [gps_latitude = '', gps_longitude = '', gps_accuracy = ''] = numbers.map(String);
          const { status, message } = await send('PUT', {
            gps_latitude,
            gps_longitude,
            gps_accuracy,
            product_id: '1',
          });
          // The form was read: only its product does not exist.
          expect([status, message]).toEqual([404, 'This product is no longer here.']);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('a wrong longitude is named alone', async () => {
    const { status, fieldErrors } = await send('POST', {
      gps_latitude: '-0.4',
      gps_longitude: '181',
    });
    expect([status, fieldErrors]).toEqual([
      400,
      { gps_longitude: 'Longitude must be a number between -180 and 180' },
    ]);
  });

  test.each(['90.00000000000001', '-91', '1e3', 'NaN', 'Infinity', '0x10', '9'.repeat(400)])(
    '%s is not a latitude',
    async (text) => {
      const { status, fieldErrors } = await send('POST', {
        gps_latitude: text,
        gps_longitude: '36.9',
      });
      expect([status, Object.keys(fieldErrors ?? {})]).toEqual([400, ['gps_latitude']]);
    },
  );
});
