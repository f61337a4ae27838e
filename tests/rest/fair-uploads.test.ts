import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { UNUSED_PHOTOS_MAX_BYTES } from '../../src/shared/limits.ts';
import { makeFarm } from '../factories/farms.ts';
import { formBody, MULTIPART, photoPart } from '../factories/forms.ts';
import { makePhoto } from '../factories/photos.ts';
import { makeJpeg } from '../factories/pictures.ts';
import { makeProduct } from '../factories/products.ts';
import { type Market, makeMarket } from '../setup/market.ts';
import { listPhotoFiles } from '../setup/photo-folder.ts';
import { report, tally } from '../setup/report.ts';
import { countRows, rowsOf } from '../setup/rows.ts';

type Farm = Awaited<ReturnType<typeof makeFarm>>;

const UPLOADS = 22;
const FULL = 'You have too many photos that no product uses yet. Save them with a product first, or try again tomorrow.';

describe('E55: uploads', () => {
  let market: Market;
  let farm: Farm;
  beforeEach(async () => {
    market = await makeMarket();
    farm = await makeFarm(market);
  });

  async function upload({ token }: Farm, photos: Buffer[]) {
    const response = await market.app.request('/api/farmer/photos', {
      method: 'POST',
      headers: { 'content-type': MULTIPART, authorization: `Bearer ${token}` },
      body: new Uint8Array(formBody(photos.map((bytes) => photoPart(bytes)))),
    });
    return { status: response.status, body: (await response.json()) as { message?: string } };
  }

  test(`${UPLOADS} uploads of five photos at once: another's small photo is not refused, and comes first`, {
    timeout: 60_000,
  }, async () => {
    const other = await makeFarm(market);
    const large = await makeJpeg({ width: 400, height: 300 });
    const small = await makeJpeg({ width: 64, height: 48, seed: 2 });
    let done = 0;
    const flood = Array.from({ length: UPLOADS }, async () => {
      const { status } = await upload(farm, Array(5).fill(large));
      done += 1;
      return String(status);
    });
    // All of the flood's pictures are in line before the other's comes.
    await expect.poll(() => countRows(market.db, 'photos'), { timeout: 30_000, interval: 10 }).toBeGreaterThan(1);
    const statuses: number[] = [];
    const waits: number[] = [];
    let doneBefore = 0;
    for (let one = 0; one < 3; one += 1) {
      const startedAt = performance.now();
      statuses.push((await upload(other, [small])).status);
      waits.push(Math.round(performance.now() - startedAt));
      if (one === 0) doneBefore = done;
    }
    const outcomes = await Promise.all(flood);
    report(
      'E55',
      `${UPLOADS} uploads of 5 photos at once (${tally(outcomes)}): another farmer's three answered ${statuses.join(', ')} after ${waits.join(', ')} ms`,
    );
    expect(statuses).toEqual([201, 201, 201]);
    expect(doneBefore).toBeLessThan(UPLOADS / 2);
    expect(new Set(outcomes)).toEqual(new Set(['201', '503']));
  });

  /** Leaves a farmer so many bytes of the share of unused photos. */
  async function leave(bytes: number, replaced = false) {
    const { id } = await makePhoto(market, farm, { seed: 99 });
    const taken = UNUSED_PHOTOS_MAX_BYTES - bytes;
    const replacedAt = replaced ? sql`created_at` : sql`null`;
    await market.db.execute(sql`update photos set stored_bytes = ${taken}, replaced_at = ${replacedAt} where id = ${id}`);
  }
  const bytesOfUnused = async () => {
    const [row] = await rowsOf<{ bytes: number }>(
      market.db,
      sql`select sum(stored_bytes)::float8 as bytes from photos where product_id is null`,
    );
    return row?.bytes ?? 0;
  };

  test('of unused photos are kept up to a share of bytes, though they come at the same time', async () => {
    await makePhoto(market, farm, { seed: 1 });
    const each = await bytesOfUnused();
    await leave(Math.round(each * 4.5));
    const picture = await makeJpeg({ width: 64, height: 48, seed: 1 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload(farm, [picture])));
    const statuses = answers.map(({ status }) => String(status));
    report('E55', `12 photos at once with room for 3: ${tally(statuses)}`);
    expect(statuses.filter((status) => status === '201')).toHaveLength(3);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(FULL);
    expect(await bytesOfUnused()).toBeLessThanOrEqual(UNUSED_PHOTOS_MAX_BYTES);
    // Another farmer's share is another.
    expect((await upload(await makeFarm(market), [picture])).status).toBe(201);
    // What a product takes is no longer unused.
    await market.db.execute(sql`update photos set is_profile = true where stored_bytes > ${UNUSED_PHOTOS_MAX_BYTES / 2}`);
    expect((await upload(farm, [picture])).status).toBe(201);
  });

  test('a full share is refused before its picture is decoded', async () => {
    await leave(0);
    const { status, body } = await upload(farm, [Buffer.from('no picture at all')]);
    expect([status, body.message]).toEqual([409, FULL]);
  });

  test('photos that a product had before give way to new ones', async () => {
    await leave(1000, true);
    expect((await upload(farm, [await makeJpeg({ width: 64, height: 48, seed: 3 })])).status).toBe(201);
    expect(await countRows(market.db, 'photos')).toBe(1);
    expect(await listPhotoFiles()).toHaveLength(6);
  });

  test('a product that gets other photos leaves them as replaced, and takes them back as used', async () => {
    const [one, two] = [await makePhoto(market, farm, { seed: 4 }), await makePhoto(market, farm, { seed: 5 })];
    const kale = await makeProduct(market, farm, { photoIds: [one.id] });
    const edit = (photoIds: number[]) =>
      market.caller({ token: farm.token }).farmer.products.edit({
        ...{ productId: kale.id, name: 'Kale', category: 'Vegetables', quantity: 5, unit: 'kg', price: 50, photoIds },
      });
    const replaced = () => countRows(market.db, 'photos', sql`replaced_at is not null and product_id is null`);
    await edit([two.id]);
    expect(await replaced()).toBe(1);
    await edit([one.id, two.id]);
    expect(await replaced()).toBe(0);
    expect(await countRows(market.db, 'photos', sql`replaced_at is null and product_id is not null`)).toBe(2);
  });
});
