import {
  call,
  type Farm,
  farmerSignup,
  givenMarket,
  logIn,
  makeFarm,
  makeProduct,
  market,
  movementsOf,
  rowsOf,
  signUpBuyer,
  signUpFarmer,
  sql,
} from '#tests/setup/in-market.ts';

givenMarket();

test('nationalId: 7 or 8 digits are accepted as a number too', async () => {
  expect((await signUpBuyer({ nationalId: 12345678 })).status).toBe(201);
  expect((await signUpFarmer({ nationalId: 7654321 })).status).toBe(201);
  const ids = await rowsOf(sql`select national_id as "nationalId" from users order by id`);
  expect(ids).toEqual([{ nationalId: '12345678' }, { nationalId: '7654321' }]);
});

describe("inventory: 'the value must be numeric and 0 or more'", () => {
  let farm: Farm;
  let id: number;
  beforeEach(async () => {
    farm = await makeFarm();
    ({ id } = await makeProduct(farm, { quantity: 2 }));
  });
  const setQuantity = (quantity: unknown) =>
    call(`/api/farmer/products/${id}/quantity`, { quantity }, { ...farm, method: 'PATCH' });

  test('more than two decimals are rounded to two, and the answer says so', async () => {
    expect((await setQuantity(12.3456)).body).toMatchObject({
      message: 'Rounded to two decimals: 12.35',
      product: { id, quantity: 12.35, isRounded: true },
    });
    expect(await movementsOf(id)).toMatchObject([{ change: 2 }, { change: 10.35 }]);
    const lines = await market
      .caller(farm)
      .farmer.products.setQuantities({ lines: [{ productId: id, quantity: 1.001 }] });
    expect(lines).toEqual([{ productId: id, outcome: 'saved', quantity: 1, isRounded: true }]);
  });
});

test("'GPS location: must lie in Kenya': a farm by the border signs up with its county", async () => {
  const place = { latitude: -2.5433, longitude: 36.7914, county: '', gpsFix: undefined };
  const { email, password, location } = farmerSignup();
  const made = await signUpFarmer({ location: { ...location, ...place } });
  expect(made.status).toBe(201);
  const who = await logIn({ email, password, role: 'farmer' });
  const { body } = await call('/api/farmer/profile', undefined, who);
  expect(body.profile).toMatchObject({ county: 'Kajiado' });
});
