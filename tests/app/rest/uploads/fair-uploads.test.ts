import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { UNUSED_PHOTOS_MAX_BYTES } from '#features/photos/rules/limits.ts';
import { storePhoto } from '#features/photos/server/pictures/store-photo.ts';
import { PHOTOS_PER_PRODUCT } from '#platform/rules/limits.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { photoPart } from '#tests/factories/forms.ts';
import { makePhoto } from '#tests/factories/photos.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { makeProduct, productForm } from '#tests/factories/products.ts';
import { givenMarket, market } from '#tests/setup/each-test.ts';
import { listPhotoFiles } from '#tests/setup/photo-folder.ts';
import { report, tally } from '#tests/setup/report.ts';
import { outcomeOf, sendForm } from '#tests/setup/rest.ts';
import { countRows, rowsOf } from '#tests/setup/rows.ts';

type Farm = Awaited<ReturnType<typeof makeFarm>>;

const UPLOADS = 22;
const FULL =
  'You have too many photos that are not part of a product yet. Save them with a product first, or try again tomorrow.';

describe('E55: uploads', () => {
  givenMarket();
  let farm: Farm;
  beforeEach(async () => {
    farm = await makeFarm(market);
  });

  const upload = (by: Farm, photo: Buffer) =>
    sendForm(market, '/api/farmer/photos', [photoPart(photo)], by);

  test(`${UPLOADS} uploads of five photos at once: a few photos of another farmer are accepted and come first`, {
    timeout: 60_000,
  }, async () => {
    const other = await makeFarm(market);
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
      const storing = storePhoto(market.db, { farmerId, file }, market.services);
      outcomes[farmerId]?.push(await outcomeOf(storing));
    };
    // One is being read and a hundred are queued, so the last nine of the flood are refused.
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

  async function leave(bytes: number, replaced = false) {
    const { id } = await makePhoto(market, farm, { seed: 99 });
    const taken = UNUSED_PHOTOS_MAX_BYTES - bytes;
    const replacedAt = replaced ? sql`created_at` : sql`null`;
    await market.db.execute(
      sql`update photos set stored_bytes = ${taken}, replaced_at = ${replacedAt} where id = ${id}`,
    );
  }
  const bytesOfUnused = async () => {
    const [row] = await rowsOf<{ bytes: number }>(
      market.db,
      sql`select sum(stored_bytes)::float8 as bytes from photos where product_id is null`,
    );
    return row?.bytes ?? 0;
  };

  test("fill a farmer's quota for unused photos without exceeding it, many at once", async () => {
    await makePhoto(market, farm, { seed: 1 });
    const each = await bytesOfUnused();
    await leave(Math.round(each * 4.5));
    const picture = await makeJpeg({ width: 64, height: 48, seed: 1 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload(farm, picture)));
    const statuses = answers.map(({ status }) => String(status));
    report('E55', `12 photos at once with room for 3: ${tally(statuses)}`);
    expect(statuses.filter((status) => status === '201')).toHaveLength(3);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(FULL);
    expect(await bytesOfUnused()).toBeLessThanOrEqual(UNUSED_PHOTOS_MAX_BYTES);
    // Each farmer has a quota of their own.
    expect((await upload(await makeFarm(market), picture)).status).toBe(201);
    // A photo that a product uses no longer counts.
    await market.db.execute(
      sql`update photos set is_profile = true where stored_bytes > ${UNUSED_PHOTOS_MAX_BYTES / 2}`,
    );
    expect((await upload(farm, picture)).status).toBe(201);
  });

  test('over the quota are refused before the picture is decoded', async () => {
    await leave(0);
    const { status, body } = await upload(farm, Buffer.from('no picture at all'));
    expect([status, body.message]).toEqual([409, FULL]);
  });

  test('make room by deleting replaced photos', async () => {
    await leave(1000, true);
    const picture = await makeJpeg({ width: 64, height: 48, seed: 3 });
    expect((await upload(farm, picture)).status).toBe(201);
    expect(await countRows(market.db, 'photos')).toBe(1);
    expect(await listPhotoFiles()).toHaveLength(6);
  });

  test("replacing a product's photos marks the old ones as replaced, and reusing them unmarks them", async () => {
    const { id: one } = await makePhoto(market, farm, { seed: 4 });
    const { id: two } = await makePhoto(market, farm, { seed: 5 });
    const { id: productId } = await makeProduct(market, farm, { photoIds: [one] });
    const { products } = market.caller({ token: farm.token }).farmer;
    const edit = (photoIds: number[]) => products.edit({ ...productForm({ photoIds }), productId });
    const replaced = () => countRows(market.db, 'photos', sql`replaced_at is not null`);
    await edit([two]);
    expect(await replaced()).toBe(1);
    await edit([one, two]);
    expect(await replaced()).toBe(0);
  });
});
