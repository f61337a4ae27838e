import { beforeEach, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { type Part, photoPart, productParts } from '#tests/factories/forms.ts';
import { makePhoto } from '#tests/factories/photos.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { makeProduct, movementsOf } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { listPhotoFiles } from '#tests/setup/photo-folder.ts';
import { call, sendForm } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';

type Read = {
  id: number;
  name: string;
  photos: { id: number; url: string; widthPixels: number }[];
};

describe("a farmer's products over REST", () => {
  let market: Market;
  let farmer: Awaited<ReturnType<typeof makeFarm>>;
  let other: Awaited<ReturnType<typeof makeFarm>>;
  beforeEach(async () => {
    market = await makeMarket();
    [farmer, other] = [await makeFarm(market), await makeFarm(market)];
  });

  const send = async (method: 'POST' | 'PUT', parts: Part[]) => {
    const { status, body } = await sendForm(market, '/api/farmer/products', parts, {
      ...farmer,
      method,
    });
    return { status, body: body as typeof body & { product?: Read; fieldErrors?: object } };
  };
  const json = (method: string, path: string, body?: unknown, { token } = farmer) =>
    call(market, `/api/farmer/products${path}`, body, { method, token });
  const jpeg = (width: number) => makeJpeg({ width, height: 100, seed: width });
  const nothingIsKept = async () => {
    expect(await countRows(market.db, 'products')).toBe(0);
    expect(await countRows(market.db, 'photos')).toBe(0);
    expect(await listPhotoFiles()).toEqual([]);
  };

  test('row 10: a form with photos creates a product, with the photo of main_photo_index first', async () => {
    const parts = productParts({
      farmer_id: String(farmer.id),
      gps_latitude: '-0.4169',
      gps_longitude: '36.951',
      gps_accuracy: '15',
    });
    const photos = [
      photoPart(await jpeg(100)),
      photoPart(await jpeg(200)),
      photoPart(await jpeg(300)),
    ];
    const { status, body } = await send('POST', [
      ...parts.filter(({ name }) => name !== 'main_photo_index'),
      { name: 'main_photo_index', value: '2' },
      ...photos,
    ]);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      product: {
        name: 'Sukuma wiki',
        category: 'Vegetables',
        quantity: 120,
        unit: 'kg',
        price: 45.5,
        isOrganic: true,
        harvestDate: '2026-03-01',
        expiryDate: null,
        status: 'available',
        isPhotographedOnFarm: true,
      },
    });
    expect(body.product?.photos.map(({ widthPixels }) => widthPixels)).toEqual([300, 100, 200]);
    expect(body.product?.photos[0]?.url).toMatch(/^\/photos\/[0-9a-f]{64}-800\.jpg$/);
  });

  test('an edit without photos keeps them; with photos it replaces them', async () => {
    const made = await send('POST', [...productParts(), photoPart(await jpeg(100))]);
    const product_id = String(made.body.product?.id);
    const edited = await send(
      'PUT',
      productParts({ product_id, product_name: 'Spinach', price_per_unit: '60' }),
    );
    expect(edited).toMatchObject({
      status: 200,
      body: { success: true, product: { name: 'Spinach', price: 60 } },
    });
    expect(edited.body.product?.photos).toEqual(made.body.product?.photos);
    const replaced = await send('PUT', [
      ...productParts({ product_id }),
      photoPart(await jpeg(200)),
      photoPart(await jpeg(300)),
    ]);
    expect(replaced.body.product?.photos.map(({ widthPixels }) => widthPixels)).toEqual([200, 300]);
  });

  test('the same fields are accepted as JSON, with photos uploaded before', async () => {
    const photo = await makePhoto(market, farmer);
    const form = {
      product_name: 'Maize',
      category: 'Cereals',
      quantity_available: 40,
      unit_of_measure: 'bags',
      price_per_unit: '3200.50',
    };
    const made = await json('POST', '', {
      ...form,
      net_weight_kg: 90,
      is_organic: false,
      photo_ids: [photo.id],
    });
    expect(made).toMatchObject({
      status: 201,
      body: { success: true, product: { unit: 'bags', price: 3200.5, pricePerKg: 35.56 } },
    });
    const { id, photos } = made.body.product as Read;
    expect(photos).toHaveLength(1);
    const edited = await json('PUT', '', { ...form, product_id: id, quantity_available: 12 });
    expect(edited).toMatchObject({ status: 200, body: { product: { id, quantity: 12, photos } } });
  });

  describe('numbers in forms are text and parsed strictly', () => {
    test.each(['1e3', '0x10', '', ' ', '-1', '1,5', 'NaN', 'Infinity', '9'.repeat(30)])(
      '%j is not a quantity',
      async (text) => {
        const { status, body } = await send('POST', productParts({ quantity_available: text }));
        expect(status).toBe(400);
        expect(body).toMatchObject({
          success: false,
          fieldErrors: { quantity_available: body.message },
        });
        await nothingIsKept();
      },
    );

    test("decimals beyond the second are rounded, for quantities and prices, as the inventory does ('the prompted value must be numeric and 0 or more')", async () => {
      expect(
        await send(
          'POST',
          productParts({ quantity_available: '5.555', price_per_unit: '145.006' }),
        ),
      ).toMatchObject({
        status: 201,
        body: { product: { quantity: 5.56, price: 145.01 } },
      });
    });
  });

  test("every wrong field has its message under the form's own name", async () => {
    const wrong = {
      product_name: '',
      category: 'Minerals',
      unit_of_measure: 'tons',
      price_per_unit: '0',
      expiry_date: 'tomorrow',
      net_weight_kg: 'heavy',
      gps_latitude: '91',
      gps_longitude: '36',
      is_organic: 'maybe',
    };
    const { status, body } = await send('POST', [
      ...productParts(wrong),
      photoPart(await jpeg(100)),
    ]);
    expect(status).toBe(400);
    const { gps_longitude: _, ...expected } = wrong;
    expect(Object.keys(body.fieldErrors ?? {}).sort()).toEqual(Object.keys(expected).sort());
    await nothingIsKept();
  });

  test("B18: another farmer's farmer_id is refused, and so is their product", async () => {
    const foreign = await send('POST', [
      ...productParts({ farmer_id: String(other.id) }),
      photoPart(await jpeg(100)),
    ]);
    expect(foreign).toMatchObject({ status: 403, body: { success: false } });
    expect(await json('POST', '', { product_name: 'Maize', farmer_id: other.id })).toMatchObject({
      status: 403,
    });
    await nothingIsKept();
    const theirs = await makeProduct(market, other);
    const edit = await send('PUT', [
      ...productParts({ product_id: String(theirs.id) }),
      photoPart(await jpeg(100)),
    ]);
    expect(edit).toMatchObject({ status: 404, body: { message: expect.any(String) } });
    expect(await countRows(market.db, 'photos')).toBe(0);
  });

  test.each<{ id: unknown }>([
    { id: { toString: 1 } },
    { id: { toString: null, valueOf: null } },
    { id: [[]] },
    { id: true },
  ])('B18: a farmer_id that is neither a number nor text ($id) is refused', async ({ id }) => {
    expect(await json('POST', '', { product_name: 'Maize', farmer_id: id })).toMatchObject({
      status: 403,
    });
  });

  test('row 9: the list takes search, category and cursor', async () => {
    for (const name of ['Kale', 'Dry maize', 'Sweet kale'])
      await makeProduct(market, farmer, { name });
    const { body } = await json('GET', '?search=KALE&category=Vegetables&cursor=');
    expect((body.products as Read[]).map(({ name }) => name)).toEqual(['Sweet kale', 'Kale']);
    expect(body).toMatchObject({ success: true, nextCursor: null });
    expect((await json('GET', '?category=Minerals')).status).toBe(400);
    expect((await json('GET', '?cursor=nonsense')).status).toBe(400);
    expect((await json('GET', '', undefined, other)).body.products).toEqual([]);
  });

  test('row 11 and the quantity update', async () => {
    const kale = await makeProduct(market, farmer);
    expect(
      await json('PATCH', `/${kale.id}/quantity`, { quantity: 7.5, quantitySeen: 120 }),
    ).toMatchObject({
      status: 200,
      body: { success: true, product: { id: kale.id, quantity: 7.5 } },
    });
    expect(await movementsOf(market, kale.id)).toHaveLength(2);
    expect(
      (await json('PATCH', `/${kale.id}/quantity`, { quantity: 9, quantitySeen: 120 })).status,
    ).toBe(409);
    expect((await json('PATCH', `/${kale.id}/quantity`, { quantity: '9' })).status).toBe(400);
    expect(await json('DELETE', `/${kale.id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await json('DELETE', `/${kale.id}`)).status).toBe(404);
  });
});
