import { beforeEach, describe, expect, test } from 'vitest';
import { type Farm, makeFarm } from '#tests/factories/farms.ts';
import { productFields, productParts } from '#tests/factories/forms.ts';
import { givenMarket, market } from '#tests/setup/each-test.ts';
import { call, sendForm } from '#tests/setup/rest.ts';

givenMarket();
let farm: Farm;
beforeEach(async () => {
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
    ['-1e-7', 'as JavaScript writes a number close to zero'],
    ['-1.0E-4', 'as Java writes it'],
    [`0.${'1'.repeat(60)}`, '60 decimals'],
  ])('%s is taken by POST and PUT, as a form and as JSON: %s', async (number) => {
    const gps = { gps_latitude: number, gps_longitude: number, gps_accuracy: '12.34567890123456' };
    const made = await send('POST', gps);
    expect(made.status, made.message).toBe(201);
    const product_id = String(made.product?.id);
    expect((await send('PUT', { ...gps, product_id })).status).toBe(200);
    const asNumbers = Object.entries(gps).map(([name, text]) => [name, Number(text)]);
    for (const fields of [gps, Object.fromEntries(asNumbers)]) {
      const json = { ...productFields(), ...fields };
      const sendJson = async (body: object, method: string) =>
        (await call(market, '/api/farmer/products', body, { ...farm, method })).status;
      expect(await sendJson(json, 'POST')).toBe(201);
      expect(await sendJson({ ...json, product_id }, 'PUT')).toBe(200);
    }
  });

  test.each([
    ['-0.4', '181', { gps_longitude: 'Longitude must be a number between -180 and 180' }],
    ['90.00000000000001', '36.9', { gps_latitude: expect.any(String) }],
    ['1e3', '36.9', { gps_latitude: expect.any(String) }],
    ['NaN', '36.9', { gps_latitude: expect.any(String) }],
    ['0x10', '36.9', { gps_latitude: expect.any(String) }],
    ['9'.repeat(400), '36.9', { gps_latitude: expect.any(String) }],
  ])('the wrong one of %s, %s is named alone', async (gps_latitude, gps_longitude, wrong) => {
    const { status, fieldErrors } = await send('POST', { gps_latitude, gps_longitude });
    expect([status, fieldErrors]).toEqual([400, wrong]);
  });
});
