import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { farmerSignup, logIn } from '#tests/factories/people.ts';
import { makeProduct, movementsOf } from '#tests/factories/products.ts';
import { signUpBuyer, signUpFarmer } from '#tests/factories/sign-ups.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call } from '#tests/setup/rest.ts';
import { rowsOf } from '#tests/setup/rows.ts';

let market: Market;
beforeEach(async () => {
  market = await makeMarket();
});

describe("'firstName, lastName: at least 2 characters, letters and spaces only'", () => {
  test.each(["Ng'ang'a", 'Anne-Marie', 'Wanjikũ', 'አበበ'])('%s is accepted', async (name) => {
    expect((await signUpBuyer(market, { firstName: name, lastName: name })).status).toBe(201);
  });

  const LETTERS = 'Only letters and spaces allowed';
  const STRAY = "An apostrophe or hyphen goes between two letters, as in Ng'ang'a";
  test.each([
    ['A', 'Must be at least 2 characters'],
    ...['Ann_Bee', 'Ann.', 'Ann@Bee', 'Ann+Bee'].map((name) => [name, LETTERS]),
    ...['--', "''", "Ng''ang'a", 'Anne--Marie', '-Anne', 'Anne-'].map((name) => [name, STRAY]),
    ...["O' Brien", "Anne-'Marie", '\u0303\u0303'].map((name) => [name, STRAY]),
  ])('%s is refused: %s', async (name, sentence) => {
    const { status, body } = await signUpBuyer(market, { lastName: name });
    expect([status, body.fieldErrors]).toEqual([400, { lastName: sentence }]);
  });
});

describe("'phoneNumber: starts with +254 or 0, then 1 or 7, then 8 digits'", () => {
  test.each(['+254712345678', '0112345678'])('%s is accepted', async (phoneNumber) => {
    expect((await signUpBuyer(market, { phoneNumber })).status).toBe(201);
  });

  test.each([
    ...['+255712345678', '254712345678', 712345678, '0712 345 678', ' 0712345678', '0712345678\n'],
  ])("%j: 'Please enter a valid Kenyan phone number'", async (phoneNumber) => {
    const { status, body } = await signUpBuyer(market, { phoneNumber });
    expect(status).toBe(400);
    expect(body.fieldErrors).toEqual({ phoneNumber: 'Please enter a valid Kenyan phone number' });
  });
});

describe("'An empty required field gives <field> is required', and a value of another type the field's own sentence", () => {
  test.each([
    ['nationalId', 123456, 'Please enter a valid Kenyan National ID (7-8 digits)'],
    ['nationalId', 1234567.5, 'Please enter a valid Kenyan National ID (7-8 digits)'],
    ['nationalId', true, 'Please enter a valid Kenyan National ID (7-8 digits)'],
    ['nationalId', undefined, 'National ID is required'],
    ['firstName', 7, 'Only letters and spaces allowed'],
    ['firstName', null, 'First name is required'],
    ['email', ['a@x.ke'], 'Please enter a valid email address'],
    ['password', 12345678, 'Password must be 8+ characters with uppercase, lowercase, and number'],
  ])('%s: %j gives %s', async (field, value, sentence) => {
    const { status, body } = await signUpBuyer(market, { [field]: value });
    expect(status).toBe(400);
    expect(body.fieldErrors).toEqual({ [field]: sentence });
  });

  test('nationalId: 7 or 8 digits are accepted as a number too', async () => {
    expect((await signUpBuyer(market, { nationalId: 12345678 })).status).toBe(201);
    expect((await signUpFarmer(market, { nationalId: 7654321 })).status).toBe(201);
    const ids = await rowsOf(
      market.db,
      sql`select national_id as "nationalId" from users order by id`,
    );
    expect(ids).toEqual([{ nationalId: '12345678' }, { nationalId: '7654321' }]);
  });

  test.each([123456, 123456789, true])(
    "a farmer's %j: 'Invalid National ID format. Should be 7-8 digits.'",
    async (nationalId) => {
      expect((await signUpFarmer(market, { nationalId })).body.message).toBe(
        'Invalid National ID format. Should be 7-8 digits.',
      );
    },
  );
});

describe("inventory: 'the value must be numeric and 0 or more'", () => {
  test.each([0, 12.34, 999_999])('%d is taken as it is', async (quantity) => {
    const farm = await makeFarm(market);
    const { id } = await makeProduct(market, farm);
    const { status, body } = await setQuantity(farm, id, quantity);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, product: { id, quantity, isRounded: false } });
  });
  const setQuantity = (farm: { token: string }, id: number, quantity: unknown) =>
    call(market, `/api/farmer/products/${id}/quantity`, { quantity }, { ...farm, method: 'PATCH' });

  test('more than two decimals are rounded to two, and the answer says so', async () => {
    const farm = await makeFarm(market);
    const { id } = await makeProduct(market, farm, { quantity: 2 });
    const { body } = await setQuantity(farm, id, 12.3456);
    expect(body).toMatchObject({
      message: 'Rounded to two decimals: 12.35',
      product: { id, quantity: 12.35, isRounded: true },
    });
    expect(await movementsOf(market, id)).toMatchObject([{ change: 2 }, { change: 10.35 }]);
    const lines = await market
      .caller(farm)
      .farmer.products.setQuantities({ lines: [{ productId: id, quantity: 1.001 }] });
    expect(lines).toEqual([{ productId: id, outcome: 'saved', quantity: 1, isRounded: true }]);
  });

  test.each([-1, '12', null, -0.001])('%j is refused', async (quantity) => {
    const farm = await makeFarm(market);
    const { id } = await makeProduct(market, farm);
    const { status, body } = await setQuantity(farm, id, quantity);
    expect(status).toBe(400);
    expect(body.message).toBe('Quantity must be a number, 0 or more');
  });
});

describe("'GPS location: must lie in Kenya (latitude -5 to 5, longitude 34 to 42)', by the outline of Kenya within that box", () => {
  test('a farm in Namanga signs up, with its county', async () => {
    const [latitude, longitude] = [-2.5433, 36.7914];
    const { location } = farmerSignup();
    const place = {
      ...location,
      latitude,
      longitude,
      county: '',
      subcounty: '',
      gpsFix: undefined,
    };
    expect((await signUpFarmer(market, { location: place })).status).toBe(201);
    const { email, password } = farmerSignup();
    const { token } = await logIn(market, { email, password, role: 'farmer' });
    expect(
      (await call(market, '/api/farmer/profile', undefined, { token })).body.profile,
    ).toMatchObject({ county: 'Kajiado' });
  });

  test.each([
    ['Arusha', -3.3869, 36.683],
    ['Moshi', -3.35, 37.34],
    ['Tororo', 0.6915, 34.181],
    ['Kampala', 0.3476, 32.5825],
  ])("%s: 'Location detected outside Kenya'", async (_, latitude, longitude) => {
    const { location } = farmerSignup();
    const { status, body } = await signUpFarmer(market, {
      location: { ...location, latitude, longitude, gpsFix: undefined },
    });
    expect(status).toBe(400);
    expect(body.message).toContain('outside Kenya');
  });
});
