import {
  call,
  countRows,
  type Farm,
  givenMarket,
  listPhotoFiles,
  makeFarm,
  makeJpeg,
  makeProduct,
  type Part,
  photoPart,
  productFields,
  productParts,
  sendForm,
} from '#tests/setup/in-market.ts';

type Read = { id: number; photos: { widthPixels: number }[] };

givenMarket();
let farmer: Farm;
let other: Farm;
beforeEach(async () => {
  [farmer, other] = [await makeFarm(), await makeFarm()];
});

const send = async (method: 'POST' | 'PUT', parts: Part[]) => {
  const { status, body } = await sendForm('/api/farmer/products', parts, {
    ...farmer,
    method,
  });
  return { status, body: body as typeof body & { product?: Read; fieldErrors?: object } };
};
const json = (method: string, path: string, body?: unknown, { token } = farmer) =>
  call(`/api/farmer/products${path}`, body, { method, token });
const jpeg = (width: number) => makeJpeg({ width, height: 100, seed: width });
const widthsOf = ({ product }: { product?: Read }) =>
  product?.photos.map(({ widthPixels }) => widthPixels);
const nothingIsKept = async () => {
  expect(await countRows('products')).toBe(0);
  expect(await countRows('photos')).toBe(0);
  expect(await listPhotoFiles()).toEqual([]);
};

test('row 10: a form with photos creates a product, with the photo of main_photo_index first', async () => {
  const gps = { gps_latitude: '-0.4169', gps_longitude: '36.951', gps_accuracy: '15' };
  const { status, body } = await send('POST', [
    ...productParts({ farmer_id: String(farmer.id), ...gps, main_photo_index: '2' }),
    photoPart(await jpeg(100)),
    photoPart(await jpeg(200)),
    photoPart(await jpeg(300)),
  ]);
  expect(status).toBe(201);
  expect(body.product).toMatchObject({
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
  });
  expect(widthsOf(body)).toEqual([300, 100, 200]);
});

test('an edit without photos keeps them; with photos it replaces them', async () => {
  const made = await send('POST', [...productParts(), photoPart(await jpeg(100))]);
  const product_id = String(made.body.product?.id);
  const kept = await send('PUT', productParts({ product_id, product_name: 'Spinach' }));
  expect(kept.body.product).toMatchObject({
    name: 'Spinach',
    photos: made.body.product?.photos,
  });
  const photos = [photoPart(await jpeg(200)), photoPart(await jpeg(300))];
  const replaced = await send('PUT', [...productParts({ product_id }), ...photos]);
  expect(widthsOf(replaced.body)).toEqual([200, 300]);
});

test('row 10: a PUT clears the rest', async () => {
  const made = await json('POST', '', { ...productFields(), expiry_date: '2026-04-01' });
  const { product_name: _, ...nameless } = productFields();
  const { description: __, is_organic: ___, ...rest } = productFields();
  const product_id = (made.body.product as { id: number }).id;
  expect(await json('PUT', '', { ...nameless, product_id })).toMatchObject({
    status: 400,
    body: { fieldErrors: { product_name: expect.any(String) } },
  });
  expect((await json('PUT', '', { ...rest, product_id })).body.product).toMatchObject({
    ...{ description: '', isOrganic: false, expiryDate: null },
  });
});

test('numbers in forms are text and parsed strictly', async () => {
  for (const quantity_available of ['1e3', '0x10', '', ' ', '-1', '1,5', '9'.repeat(30)]) {
    const { status, body } = await send('POST', productParts({ quantity_available }));
    expect([status, body.fieldErrors]).toEqual([400, { quantity_available: body.message }]);
  }
  await nothingIsKept();
});

test.each([
  ['-1e-7', 'as JavaScript writes a number close to zero'],
  ['-1.0E-4', 'as Java writes it'],
  [`0.${'1'.repeat(60)}`, 'with 60 decimals'],
])('row 10: the position %s is taken in a form and as JSON: %s', async (number) => {
  const gps = { gps_latitude: number, gps_longitude: number, gps_accuracy: '12.34567890123456' };
  const made = await send('POST', productParts(gps));
  expect(made.status).toBe(201);
  const product_id = String(made.body.product?.id);
  expect((await send('PUT', productParts({ ...gps, product_id }))).status).toBe(200);
  const asNumbers = Object.entries(gps).map(([name, text]) => [name, Number(text)]);
  for (const fields of [gps, Object.fromEntries(asNumbers)]) {
    const sent = { ...productFields(), ...fields };
    expect((await json('POST', '', sent)).status).toBe(201);
    expect((await json('PUT', '', { ...sent, product_id })).status).toBe(200);
  }
});

test('row 10: of a position the wrong number is named alone', async () => {
  for (const [gps_latitude, gps_longitude, wrong] of [
    ['-0.4', '181', 'gps_longitude'],
    ['90.00000000000001', '36.9', 'gps_latitude'],
    ['NaN', '36.9', 'gps_latitude'],
  ] as const) {
    const { status, body } = await send('POST', productParts({ gps_latitude, gps_longitude }));
    expect([status, Object.keys(body.fieldErrors ?? {})]).toEqual([400, [wrong]]);
  }
});

test('decimals beyond the second are rounded, for quantities and prices', async () => {
  const decimals = { quantity_available: '5.555', price_per_unit: '145.006' };
  expect(await send('POST', productParts(decimals))).toMatchObject({
    status: 201,
    body: { product: { quantity: 5.56, price: 145.01 } },
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
    is_organic: 'maybe',
  };
  const { status, body } = await send('POST', [
    ...productParts({ ...wrong, gps_longitude: '36' }),
    photoPart(await jpeg(100)),
  ]);
  expect(status).toBe(400);
  expect(Object.keys(body.fieldErrors ?? {}).sort()).toEqual(Object.keys(wrong).sort());
  await nothingIsKept();
});

test("B18: another farmer's farmer_id is refused, and so is their product", async () => {
  const photo = photoPart(await jpeg(100));
  const foreign = await send('POST', [...productParts({ farmer_id: String(other.id) }), photo]);
  expect(foreign.status).toBe(403);
  for (const farmer_id of [other.id, { toString: null, valueOf: null }, [[]], true])
    expect((await json('POST', '', { product_name: 'Maize', farmer_id })).status).toBe(403);
  await nothingIsKept();
  const theirs = await makeProduct(other);
  const edit = await send('PUT', [...productParts({ product_id: String(theirs.id) }), photo]);
  expect(edit.status).toBe(404);
  expect(await countRows('photos')).toBe(0);
});

test('row 9: the list takes search, category and cursor', async () => {
  for (const name of ['Kale', 'Dry maize', 'Sweet kale']) await makeProduct(farmer, { name });
  const { body } = await json('GET', '?search=KALE&category=Vegetables&cursor=');
  expect(body).toMatchObject({
    products: [{ name: 'Sweet kale' }, { name: 'Kale' }],
    nextCursor: null,
  });
  for (const wrong of ['category=Minerals', 'cursor=nonsense'])
    expect((await json('GET', `?${wrong}`)).status).toBe(400);
  expect((await json('GET', '', undefined, other)).body.products).toEqual([]);
});

test('row 11: a product is deleted once, and a count of an outdated stock is refused', async () => {
  const { id } = await makeProduct(farmer);
  const count = { quantity: 9, quantitySeen: 119 };
  expect((await json('PATCH', `/${id}/quantity`, count)).status).toBe(409);
  expect((await json('DELETE', `/${id}`)).status).toBe(200);
  expect((await json('DELETE', `/${id}`)).status).toBe(404);
});
