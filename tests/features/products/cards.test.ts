import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { seedDemo } from '#demo/seed-demo.ts';
import { photos } from '#photos/server/tables.ts';
import type { FindProducts } from '#products/rules/find-products.ts';
import { CARD_DESCRIPTION_MAX } from '#products/rules/product-facts.ts';
import { products } from '#products/server/tables.ts';
import { dayInNairobi } from '#rules/day.ts';
import {
  caller,
  db,
  givenMarket,
  listCards,
  makeBuyer,
  makeFarm,
  makeProduct,
  market,
  now,
  services,
  sql,
} from '#tests/setup/in-market.ts';

const MOST_COMPRESSED_BYTES = 2900;
const place = { latitude: -1.2864, longitude: 36.8172 };

givenMarket();

async function seedWithPhotos() {
  await seedDemo(db, services);
  const rows = await db.select({ id: products.id, farmerId: products.farmerId }).from(products);
  const hashOf = (id: number) => createHash('sha256').update(String(id)).digest('hex');
  const photo = (id: number) => ({
    contentHash: hashOf(id),
    colour: `#${hashOf(id).slice(0, 6)}`,
    widthPixels: 1600,
    heightPixels: 1200,
    createdAt: now(),
  });
  await db
    .insert(photos)
    .values(rows.map(({ id, farmerId }) => ({ ...photo(id), farmerId, productId: id })));
}

test(`the cards of a list: 24 of the demo’s products with photos take less than ${MOST_COMPRESSED_BYTES} bytes`, async () => {
  await seedWithPhotos();
  const filters: FindProducts[] = [
    { category: 'vegetables' },
    { search: 'mahindi', sort: 'price' },
  ];
  for (const filter of [{}, ...filters]) {
    const input = encodeURIComponent(JSON.stringify(filter));
    const response = await market.app.request(`/trpc/market.cards?input=${input}`);
    const body = Buffer.from(await response.arrayBuffer());
    const compressed = brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
    });
    expect(compressed.byteLength).toBeLessThan(MOST_COMPRESSED_BYTES);
  }
});

test.each([
  {},
  { ...place, sort: 'nearest' },
  { ...place, deliversToMe: true },
] satisfies FindProducts[])(
  'the cards of a list match what the buyers’ API says of the same products, as far as a card shows it: %o',
  async (filter) => {
    await seedWithPhotos();
    for (const change of [
      sql`delete from photos where product_id % 5 = 0`,
      sql`update farms set visited_at = '2026-02-01' where user_id % 4 = 0`,
      sql`update products set captured_metres_from_farm = 5, captured_accuracy_metres = 8 where id % 2 = 0`,
    ])
      await db.execute(change);
    const buyer = await makeBuyer();
    const whole = await caller(buyer).buyer.products({ ...filter, limit: 100 });
    const cards = await listCards({ ...filter, limit: 100 });
    expect(cards.nextCursor).toBe(whole.nextCursor);
    expect(cards.products).toHaveLength(whole.products.length);
    for (const [at, card] of cards.products.entries()) {
      const offer = whole.products[at];
      if (!offer) throw new Error('There are fewer products than cards');
      const { description, createdAt, farmVisitedAt, ...same } = offer;
      const {
        crop,
        description: line,
        listedOn,
        isFarmVisited,
        isPhotographedOnFarm,
        photos: shown,
        deliveryFee,
        minimumOrder,
        ...rest
      } = card;
      const { deliveryFee: fee, minimumOrder: minimum } = same;
      const isPlaceKnown = same.distanceKm !== null;
      expect([deliveryFee, minimumOrder]).toEqual(isPlaceKnown ? [fee, minimum] : [null, null]);
      const [photo] = same.photos;
      expect(same).toMatchObject(rest);
      // Only the picture of a product without photos needs it.
      expect(crop).toBe(photo ? null : same.crop);
      expect(listedOn).toBe(dayInNairobi(createdAt));
      expect(isFarmVisited).toBe(farmVisitedAt !== null);
      expect(isPhotographedOnFarm).toBe(photo !== undefined && same.isPhotographedOnFarm);
      expect(description.startsWith(line.replace(/…$/, ''))).toBe(true);
      expect(shown.map(({ url, colour, sizes }) => [url, colour, sizes])).toEqual(
        photo ? [[photo.url, photo.colour, photo.sizes.slice(0, 4)]] : [],
      );
    }
  },
);

test('the cards of a list have the beginning of a description in one line', async () => {
  const farm = await makeFarm();
  const lineOf = async (description: string) => {
    await makeProduct(farm, { description });
    return (await listCards()).products[0]?.description;
  };
  expect(await lineOf('')).toBe('');
  expect(await lineOf('Sweet\n\nand   fresh.')).toBe('Sweet and fresh.');
  expect(await lineOf('Grown with manure only. Picked on the day of delivery.')).toBe(
    'Grown with manure only. Picked on the…',
  );
  expect(await lineOf('Mahindi. From this season, no weevils. Discounts.')).toBe(
    'Mahindi. From this season, no weevils…',
  );
  expect((await lineOf('m'.repeat(2000)))?.length).toBe(CARD_DESCRIPTION_MAX + 1);
});
