import { storePhoto } from '#photos/server/store-photos.ts';
import { PHOTOS_PER_PRODUCT } from '#rules/limits.ts';
import {
  caller,
  countRows,
  db,
  type Farm,
  givenMarket,
  makeFarm,
  makeJpeg,
  makePhoto,
  makeProduct,
  outcomeOf,
  productForm,
  report,
  services,
  sql,
  tally,
} from '#tests/setup/in-market.ts';

const UPLOADS = 22;
givenMarket();
let farm: Farm;
beforeEach(async () => {
  // The queue remembers for half a minute who used it, across test files, and ids begin at 1 again.
  const unused = Math.trunc(performance.timeOrigin + performance.now()) % 2 ** 30;
  await db.execute(sql`select setval(pg_get_serial_sequence('users', 'id'), ${unused})`);
  farm = await makeFarm();
});

test(`E55: ${UPLOADS} uploads of five photos at once: a few photos of another farmer are accepted and come first`, {
  timeout: 60_000,
}, async () => {
  const other = await makeFarm();
  const bytes = await makeJpeg({ width: 64, height: 48 });
  const begun: number[] = [];
  const outcomes: Record<number, string[]> = { [farm.id]: [], [other.id]: [] };
  const ended = () => Object.values(outcomes).flat().length;
  let readOn = () => {};
  const allInLine = new Promise<void>((resolve) => {
    readOn = resolve;
  });
  const bring = async (farmerId: number) => {
    const read = async () => {
      begun.push(farmerId);
      await allInLine;
      return bytes;
    };
    const file = { fileName: 'photo.jpg', contentType: 'image/jpeg', read };
    const storing = storePhoto(db, { farmerId, file }, services);
    outcomes[farmerId]?.push(await outcomeOf(storing));
  };
  const flood = Array.from({ length: UPLOADS * PHOTOS_PER_PRODUCT }, () => bring(farm.id));
  await expect.poll(ended, { timeout: 20_000, interval: 10 }).toBe(9);
  const small = [bring(other.id), bring(other.id), bring(other.id)];
  await expect.poll(ended, { timeout: 20_000, interval: 10 }).toBe(12);
  readOn();
  await Promise.all([...flood, ...small]);
  const [ofFlood = [], ofOther = []] = [outcomes[farm.id], outcomes[other.id]];
  report(
    'E55',
    `${UPLOADS} uploads of 5 photos at once (${tally(ofFlood)}): of another farmer's 3 ${tally(ofOther)}, begun with as numbers ${begun.flatMap((id, at) => (id === other.id ? [at + 1] : [])).join(', ')}`,
  );
  expect(ofOther).toEqual(['accepted', 'accepted', 'accepted']);
  // They alternate with the flood's as soon as a place is free.
  expect(begun.indexOf(other.id)).toBeLessThanOrEqual(3);
  expect(begun.lastIndexOf(other.id)).toBeLessThanOrEqual(8);
});

test("E55: replacing a product's photos marks the old ones as replaced, and reusing them unmarks them", async () => {
  const { id: one } = await makePhoto(farm, { seed: 4 });
  const { id: two } = await makePhoto(farm, { seed: 5 });
  const { id: productId } = await makeProduct(farm, { photoIds: [one] });
  const { products } = caller({ token: farm.token }).farmer;
  const edit = (photoIds: number[]) => products.edit({ ...productForm({ photoIds }), productId });
  const replaced = () => countRows('photos', sql`replaced_at is not null`);
  await edit([two]);
  expect(await replaced()).toBe(1);
  await edit([one, two]);
  expect(await replaced()).toBe(0);
});
