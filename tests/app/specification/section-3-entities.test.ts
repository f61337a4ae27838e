import { units } from '#products/rules/product.ts';
import { categories } from '#products/rules/product-facts.ts';
import {
  call,
  caller,
  changeProduct,
  type Farm,
  farmerSignup,
  freshKey,
  givenMarket,
  logIn,
  makeFarm,
  makeProduct,
  makeTestBuyer,
  now,
  openMpesa,
  productFields,
  signUpFarmer,
} from '#tests/setup/in-market.ts';

givenMarket();
let farm: Farm;
beforeEach(async () => {
  farm = await makeFarm();
});

const post = (fields: Record<string, string>) =>
  call('/api/farmer/products', productFields(fields), farm);

test('we add categories and units to those of the specification', () => {
  expect(categories).toEqual([
    ...['Cereals', 'Legumes', 'Vegetables', 'Fruits', 'Root Crops'],
    ...['Dairy & eggs', 'Other'],
  ]);
  expect(units).toEqual(['kg', 'bags', 'pieces', 'crates', 'trays', 'litres', 'bunches']);
});

test("'available counts as an active listing; others are shown as given'", async () => {
  await makeProduct(farm, { name: 'Kale' });
  await makeProduct(farm, { name: 'Maize', quantity: 0 });
  await makeProduct(farm, { name: 'Milk', quantity: 20, expiryDate: '2026-03-01' });
  await makeProduct(farm, { name: 'Eggs', expiryDate: '2026-03-02' });
  const hidden = await makeProduct(farm, { name: 'Beans', quantity: 0 });
  await changeProduct(hidden.id, { hiddenAt: now() });
  const { body } = await call('/api/farmer/products', undefined, farm);
  expect(body.products).toMatchObject([
    { name: 'Beans', status: 'hidden' },
    { name: 'Eggs', status: 'available' },
    { name: 'Milk', status: 'expired' },
    { name: 'Maize', status: 'sold_out' },
    { name: 'Kale', status: 'available' },
  ]);
  expect(await caller(farm).farmer.overview()).toMatchObject({
    ...{ activeProducts: 2, expiredProducts: 1, lowStock: 0 },
  });
});

test("a product's own low-stock threshold is kept by an edit without one", async () => {
  const eggs = { product_name: 'Eggs', quantity_available: '99', low_stock_below: '20' };
  const { body } = await post(eggs);
  const lowStock = async () => (await caller(farm).farmer.overview()).lowStock;
  expect([body.product, await lowStock()]).toMatchObject([{ lowStockBelow: 20 }, 0]);
  const product_id = String((body.product as { id: number }).id);
  const put = async (fields: Record<string, string>) => {
    const sent = productFields({ product_id, ...fields });
    return (await call('/api/farmer/products', sent, { ...farm, method: 'PUT' })).body;
  };
  const kept = await put({ quantity_available: '19' });
  expect([kept.product, await lowStock()]).toMatchObject([{ lowStockBelow: 20 }, 1]);
  expect((await put({ low_stock_below: '' })).product).toMatchObject({ lowStockBelow: null });
});

test("'paymentMethod (default M-Pesa)': an order without it is paid by M-Pesa", async () => {
  await openMpesa();
  const { id: productId } = await makeProduct(await makeFarm());
  const buyer = await makeTestBuyer();
  await caller(buyer).buyer.cart.put({ lines: [{ productId, quantity: 1 }] });
  const headers = { 'idempotency-key': freshKey() };
  const place = (order: object) =>
    call('/api/buyer/orders', { fulfilment: 'collection', ...order }, { ...buyer, headers });
  expect(await place({ paymentMethod: 'Cheque' })).toMatchObject({
    status: 400,
    body: { fieldErrors: { paymentMethod: 'Choose how to pay' } },
  });
  expect((await place({})).status).toBe(201);
  const { body } = await call('/api/buyer/orders', undefined, buyer);
  expect(body.orders).toMatchObject([{ paymentMethod: 'M-Pesa' }]);
});

test("'Geofence radius, default 500': a farmer's sign-up without one has 500", async () => {
  const { email, password, location } = farmerSignup();
  const { geofenceRadius: _, ...place } = location;
  const made = await signUpFarmer({ location: place });
  expect(made.status, String(made.body.message)).toBe(201);
  const who = await logIn({ email, password, role: 'farmer' });
  const { body } = await call('/api/farmer/profile', undefined, who);
  expect(body.profile).toMatchObject({ geofenceRadius: 500 });
});
