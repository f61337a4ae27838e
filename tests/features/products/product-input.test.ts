import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { photos } from '#features/photos/server/tables.ts';
import { addPhotos } from '#features/products/server/add-photos.ts';
import { products } from '#features/products/server/tables.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { productForm } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { countRows } from '#tests/setup/rows.ts';

/** The degrees of latitude of 1,000 m on the mean sphere. */
const KILOMETRE_DEGREES = 0.0089932;
const PIN = { latitude: -0.4169, longitude: 36.951 };

describe('the input of the product form', () => {
  let market: Market;
  let farmer: Awaited<ReturnType<typeof makeFarm>>;
  const create = (form: object) => market.caller(farmer).farmer.products.create(productForm(form));
  beforeEach(async () => {
    market = await makeMarket();
    farmer = await makeFarm(market);
  });

  test('C21: a wrong field is a 400, and nothing is stored', async () => {
    await expect(create({ quantity: -1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await countRows(market.db, 'products')).toBe(0);
    expect(await countRows(market.db, 'stock_movements')).toBe(0);
  });

  test('the largest allowed values are stored unchanged', async () => {
    const large = {
      name: 'ñ'.repeat(100),
      quantity: 1_000_000,
      price: 10_000_000,
      description: 'x\n'.repeat(999),
      netWeightKg: 2000,
    };
    expect(await create({ ...large, unit: 'crates' })).toMatchObject({
      ...large,
      description: large.description.trim(),
      pricePerKg: 5000,
    });
  });

  test('a unit of almost no weight has no comparable price per kg', async () => {
    expect(await create({ price: 10_000_000, netWeightKg: 0.01, unit: 'pieces' })).toMatchObject({
      netWeightKg: 0.01,
      pricePerKg: null,
    });
    expect(await create({ price: 1, netWeightKg: 0.05, unit: 'pieces' })).toMatchObject({
      netWeightKg: 0.05,
      pricePerKg: 20,
    });
  });

  test('a kg weighs a kg, whatever net weight is claimed', async () => {
    expect(await create({ unit: 'kg', price: 60, netWeightKg: 90 })).toMatchObject({
      netWeightKg: null,
      pricePerKg: 60,
    });
  });

  test('B18: injected fields change nothing', async () => {
    const injected = {
      farmerId: 999,
      farmer_id: 999,
      status: 'sold',
      id: 7,
      hiddenAt: '2026-01-01',
      priceCents: 1,
      createdAt: 0,
    };
    const made = await create({ ...injected, ...JSON.parse('{"__proto__": {"isOrganic": true}}') });
    expect(made).toMatchObject({ status: 'available', price: 45.5, isOrganic: false });
    expect((await market.caller(farmer).farmer.products.list({})).products).toEqual([made]);
  });

  test.each([
    [0.999, 200, true],
    [1.001, 200, false],
    [0, 200.1, false],
    [0, null, false],
    [400, 5, false],
  ])(
    'photographed %s km from the pin, accurate to %s m: on the farm is %s',
    async (kilometres, accuracy, isPhotographedOnFarm) => {
      const capturedAt = {
        latitude: PIN.latitude + kilometres * KILOMETRE_DEGREES,
        longitude: PIN.longitude,
        accuracy,
      };
      const made = await create({ capturedAt });
      expect(made.isPhotographedOnFarm).toBe(isPhotographedOnFarm);
      const edited = await market
        .caller(farmer)
        .farmer.products.edit({ productId: made.id, ...productForm() });
      expect(edited.isPhotographedOnFarm).toBe(isPhotographedOnFarm);
      expect(JSON.stringify(edited)).not.toMatch(/capturedM|capturedA/);
    },
  );

  test.each([
    [3600, true],
    [-600, false],
    [8 * 86_400, false],
  ])(
    'a position measured %s seconds ago: on the farm is %s',
    async (secondsAgo, isPhotographedOnFarm) => {
      const takenAt = new Date(market.services.clock().getTime() - secondsAgo * 1000);
      const made = await create({
        capturedAt: { ...PIN, accuracy: 5, takenAt: takenAt.toISOString() },
      });
      expect(made.isPhotographedOnFarm).toBe(isPhotographedOnFarm);
      const [row] = await market.db
        .select({ at: products.capturedPositionAt })
        .from(products)
        .where(eq(products.id, made.id));
      expect(row?.at).toEqual(takenAt);
    },
  );

  test('the position of old photos does not apply to new ones', async () => {
    const { products } = market.caller(farmer).farmer;
    const made = await create({
      capturedAt: { ...PIN, accuracy: 5 },
      photoIds: [await makePhoto(1)],
    });
    const photoIds = [await makePhoto(2)];
    const kept = await products.edit({
      productId: made.id,
      ...productForm({ photoIds: made.photos.map(({ id }) => id) }),
    });
    expect(kept.isPhotographedOnFarm).toBe(true);
    expect(
      (await products.edit({ productId: made.id, ...productForm({ photoIds }) }))
        .isPhotographedOnFarm,
    ).toBe(false);
    const again = await products.edit({
      productId: made.id,
      ...productForm({ photoIds, capturedAt: { ...PIN, accuracy: 5 } }),
    });
    expect(again.isPhotographedOnFarm).toBe(true);
    const own = { farmerId: farmer.id, productId: made.id };
    expect(
      (await addPhotos(market.db, { ...own, photoIds }, market.services)).isPhotographedOnFarm,
    ).toBe(true);
    const added = await addPhotos(
      market.db,
      { ...own, photoIds: [await makePhoto(3)] },
      market.services,
    );
    expect(added.photos).toHaveLength(2);
    expect(added.isPhotographedOnFarm).toBe(false);
  });

  async function makePhoto(number: number): Promise<number> {
    const picture = {
      contentHash: String(number).repeat(64),
      widthPixels: 800,
      heightPixels: 600,
      colour: '#338833',
    };
    const [row] = await market.db
      .insert(photos)
      .values({ farmerId: farmer.id, ...picture, createdAt: market.services.clock() })
      .returning({ id: photos.id });
    return row?.id ?? 0;
  }
});
