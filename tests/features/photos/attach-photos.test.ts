import { beforeEach, describe, expect, test } from 'vitest';
import { setProfilePhoto } from '#features/photos/server/attach-photos.ts';
import { makeFarmer } from '#tests/factories/people.ts';
import { makePhoto } from '#tests/factories/photos.ts';
import { makeProduct, productForm } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

describe("a product's photos", () => {
  let market: Market;
  let farmer: Awaited<ReturnType<typeof makeFarmer>>;
  beforeEach(async () => {
    market = await makeMarket();
    farmer = await makeFarmer(market);
  });

  const makePhotos = async (count: number) => {
    const photos = [];
    for (let seed = 1; seed <= count; seed++)
      photos.push(await makePhoto(market, farmer, { seed }));
    return photos.map(({ id }) => id);
  };
  const idsOf = ({ photos }: { photos: { id: number }[] }) => photos.map(({ id }) => id);
  const edit = (productId: number, photoIds?: number[]) =>
    market
      .caller(farmer)
      .farmer.products.edit({ ...productForm(), productId, ...(photoIds && { photoIds }) });

  test('keep their given order, the main one first', async () => {
    const [first = 0, second = 0, third = 0] = await makePhotos(3);
    const kale = await makeProduct(market, farmer, { photoIds: [third, first, second] });
    expect(idsOf(kale)).toEqual([third, first, second]);
    expect(idsOf(await edit(kale.id, [second, third, first]))).toEqual([second, third, first]);
  });

  test('are kept by an edit without the field, and removed by an empty list', async () => {
    const photoIds = await makePhotos(2);
    const kale = await makeProduct(market, farmer, { photoIds });
    expect(idsOf(await edit(kale.id))).toEqual(photoIds);
    expect(idsOf(await edit(kale.id, []))).toEqual([]);
    expect(idsOf(await edit(kale.id, photoIds))).toEqual(photoIds);
  });

  test('are at most five, and a repeated id counts once', async () => {
    const six = await makePhotos(6);
    await expect(makeProduct(market, farmer, { photoIds: six })).rejects.toThrow('TOO_MANY_PHOTOS');
    const five = six.slice(0, 5);
    expect(
      idsOf(await makeProduct(market, farmer, { photoIds: [...five, ...five.slice(0, 2)] })),
    ).toEqual(five);
  });

  test("cannot include a stranger's photo: it is not found, and the product is not created", async () => {
    const other = await makeFarmer(market, {
      email: 'njeri@shamba.example',
      phoneNumber: '+254112345679',
      nationalId: '7654322',
    });
    const foreign = await makePhoto(market, other);
    const own = await makePhoto(market, farmer);
    const create = market
      .caller(farmer)
      .farmer.products.create({ ...productForm(), photoIds: [own.id, foreign.id] });
    expect(await outcomeOf(create)).toBe('PHOTO_NOT_FOUND');
    const { products } = await market.caller(farmer).farmer.products.list({});
    expect(products).toEqual([]);
    expect(idsOf(await makeProduct(market, farmer, { photoIds: [own.id] }))).toEqual([own.id]);
  });

  test('belong to one product: another of the same farmer cannot take them, nor the profile photo', async () => {
    const [taken = 0, face = 0] = await makePhotos(2);
    const kale = await makeProduct(market, farmer, { photoIds: [taken] });
    await setProfilePhoto(
      market.db,
      { farmerId: farmer.id, photoId: face },
      market.services.clock(),
    );
    await expect(makeProduct(market, farmer, { photoIds: [taken] })).rejects.toThrow(
      'PHOTO_NOT_FOUND',
    );
    await expect(makeProduct(market, farmer, { photoIds: [face] })).rejects.toThrow(
      'PHOTO_NOT_FOUND',
    );
    await expect(
      setProfilePhoto(market.db, { farmerId: farmer.id, photoId: taken }, market.services.clock()),
    ).rejects.toThrow('PHOTO_NOT_FOUND');
    expect(idsOf(await edit(kale.id))).toEqual([taken]);
  });

  test.runIf(isOnPostgres)(
    'taken by two products at once, while one of them gives up another, do not deadlock',
    async () => {
      const [first = 0, second = 0] = await makePhotos(2);
      const kale = await makeProduct(market, farmer, { photoIds: [first] });
      const okra = await makeProduct(market, farmer, { name: 'Okra' });
      const seen = new Set<string>();
      for (let round = 0; round < 30; round++) {
        const outcomes = await Promise.all([
          outcomeOf(edit(kale.id, [second])),
          outcomeOf(edit(okra.id, [first, second])),
        ]);
        for (const outcome of outcomes) seen.add(outcome);
        await edit(okra.id, []);
        await edit(kale.id, [first]);
      }
      expect([...seen].sort()).toEqual(['PHOTO_NOT_FOUND', 'accepted']);
    },
  );
});
